"""JSON texts of a database as its tables, nested or flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.database import Entry
from roce_audit.platforms.sonic.fields import fields_of
from roce_audit.reading.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.sonic.database import Table
    from roce_audit.reading.json_values import Lines

_RULES = "ACL_RULE"
_ACTION = "PACKET_ACTION"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a JSON text stands.

    Attributes:
        file: Document.
        lines: From its offsets to lines.
    """

    file: str
    lines: Lines

    def entry(self, key: str, at: int, value: JsonObject) -> Entry:
        """Return the entry of a member at offset ``at``."""
        return Entry(key, fields_of(value), self.file, self.lines.line(at))


def strangers(value: JsonObject) -> Iterator[tuple[str, int]]:
    """Yield name and offset of what stands where only tables and entries can stand."""
    for name, at, content in value.members:
        table = name.partition("|")[0]
        if content is None or not _is_table_name(table):
            continue
        if not isinstance(content, JsonObject):
            yield name, at
        elif "|" not in name:
            yield from (
                (f"{name}|{key}", where)
                for key, where, each in content.members
                if each is not None and not isinstance(each, JsonObject)
            )


def _is_table_name(name: str) -> bool:
    return name.isupper() and name.replace("_", "").isalnum()


def tables_of(value: JsonObject, place: Place) -> Iterator[tuple[str, Table]]:
    """Yield the tables of a dump, nested or flat; a name that comes twice counts at its end."""
    found: dict[str, Table] = {}
    for name, at, content in value.members:
        if not isinstance(content, JsonObject):
            continue
        table, bar, key = name.partition("|")
        if bar:
            entry = place.entry(key, at, content)
            if table != _RULES and entry.named(_ACTION) is not None:
                # The inside of the table, printed or pasted without its name.
                entry = place.entry(name, at, content)
                table = _RULES
            found.setdefault(table, {})[entry.key] = entry
        else:
            found[table] = {
                inner: place.entry(inner, where, each)
                for inner, where, each in content.members
                if isinstance(each, JsonObject)
            }
    yield from found.items()
