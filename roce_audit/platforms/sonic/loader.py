"""Rules for ``acl-loader`` (OpenConfig JSON) as the entries that it writes.

Source: ``acl_loader/main.py`` of sonic-utilities; see NOTES.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.database import Entry
from roce_audit.platforms.sonic.loader_fields import NotConverted, fields_of_rule, members, text_of
from roce_audit.reading.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.sonic.database import Table
    from roce_audit.platforms.sonic.dump import Place
    from roce_audit.reading.json_values import JsonValue

_DEFAULTS: Mapping[str, dict[str, str]] = {
    "L3": {"ETHER_TYPE": "2048"},
    "L3V6": {"IP_TYPE": "IPV6ANY"},
    "L3V4V6": {"IP_TYPE": "IP"},
}
_HIGHEST = 10_000
_LOWEST = 1


@dataclass(slots=True)
class Loaded:
    """What acl-loader would write.

    Attributes:
        rules: Entries of ACL_RULE.
        left_out: Entries that are not written, and why.
        unsure: Keys of rules of which it is not certain that they are written, and why.
        types: Type of tables that are not in the file, from their addresses.
    """

    rules: Table = field(default_factory=dict[str, Entry])
    left_out: list[tuple[Entry, str]] = field(default_factory=list[tuple[Entry, str]])
    unsure: dict[str, str] = field(default_factory=dict[str, str])
    types: dict[str, str] = field(default_factory=dict[str, str])


def is_loader_input(value: JsonValue) -> bool:
    """Whether a JSON value is input for acl-loader."""
    acl = members(value).get("acl")
    return acl is not None and "acl-sets" in members(acl[1])


def load_rules(value: JsonObject, place: Place, tables: Table) -> Loaded:
    """Return what acl-loader makes of its input.

    Args:
        value: The input.
        place: Where it stands.
        tables: ACL_TABLE; empty if the file does not show any.
    """
    loaded = Loaded()
    for name, at, content in _sets(value):
        table = name.replace(" ", "_").replace("-", "_").upper()
        if tables and table not in tables:
            entry = Entry(name, {}, place.file, place.lines.line(at))
            loaded.left_out.append((entry, f"there is no table {table}"))
            continue
        _table(loaded, table, content, place, tables.get(table))
    return loaded


def _sets(value: JsonObject) -> Iterator[tuple[str, int, JsonObject]]:
    node: JsonValue = value
    for name in ("acl", "acl-sets", "acl-set"):
        node = members(node).get(name, (0, None))[1]
    for name, (at, content) in members(node).items():
        if isinstance(content, JsonObject):
            yield name, at, content


def _table(
    loaded: Loaded, table: str, content: JsonObject, place: Place, entry: Entry | None
) -> None:
    entries = members(members(content).get("acl-entries", (0, None))[1])
    rules = members(entries.get("acl-entry", (0, None))[1])
    kind = entry.get("type").upper() if entry else _implied(rules)
    if entry is None:
        loaded.types[table] = kind
    for name, (at, rule) in rules.items():
        made = Entry(f"{table}|RULE_{name}", {}, place.file, place.lines.line(at))
        try:
            number, fields = fields_of_rule(rule, kind)
        except NotConverted as why:
            loaded.left_out.append((made, str(why)))
            continue
        key = f"{table}|RULE_{number}"
        fields = {"PRIORITY": str(_HIGHEST - number), **fields}
        loaded.rules[key] = Entry(key, fields, made.file, made.line)
    _default(loaded, table, kind, place, entry)


def _default(loaded: Loaded, table: str, kind: str, place: Place, entry: Entry | None) -> None:
    """Add the rule that drops what is left; mirror, egress and own types have none."""
    conditions = _DEFAULTS.get(kind)
    egress = entry is not None and entry.get("stage").upper() == "EGRESS"
    if conditions is None or egress:
        return
    key = f"{table}|DEFAULT_RULE"
    fields = {"PRIORITY": str(_LOWEST), "PACKET_ACTION": "DROP", **conditions}
    loaded.rules[key] = Entry(key, {**fields}, place.file, entry.line if entry else 0)
    if entry is None:
        loaded.unsure[key] = (
            f"the table {table} is not in the file, and whether acl-loader adds a DEFAULT_RULE "
            "depends on its type and stage"
        )


def _implied(rules: Mapping[str, tuple[int, JsonValue]]) -> str:
    """Return the type that the addresses of rules suggest."""
    for _, rule in rules.values():
        for side in ("source-ip-address", "destination-ip-address"):
            if ":" in text_of(rule, "ip", side):
                return "L3V6"
    return "L3"
