"""CONFIG_DB and STATE_DB as tables of entries, each with the place where it was captured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.source import SourceRef
from roce_audit.reading.json_values import JsonArray, JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.reading.json_values import JsonValue, Lines

Value: TypeAlias = "str | tuple[str, ...]"
"""A field's value: a text, or a list of texts."""

_LONGEST_TEXT = 400
_RULES = "ACL_RULE"
_ACTION = "PACKET_ACTION"
_NOTHING = "NULL"
"""Redis has no entry without a field: this one stands for none."""
STATE_TABLES = frozenset(
    {
        "ACL_TABLE_TABLE",
        "ACL_RULE_TABLE",
        "ACL_STAGE_CAPABILITY_TABLE",
        "SWITCH_CAPABILITY",
        "MUX_CABLE_TABLE",
    }
)
"""Tables of STATE_DB that are read; the others there are not looked at."""


@dataclass(slots=True)
class Entry:
    """One entry of a table. Never changed once made: changes put another in its place.

    Attributes:
        key: Key inside the table, parts joined by ``|``.
        fields: Names as captured, without the ``@`` of lists.
        file: Document.
        line: 1-based line of the key.
    """

    key: str
    fields: dict[str, Value]
    file: str
    line: int

    @property
    def source(self) -> SourceRef:
        """Where it was captured, the whole entry as text."""
        return SourceRef(self.file, self.line, self.text)

    @property
    def text(self) -> str:
        """The entry as one line of JSON, cut if it is long."""
        fields = '", "'.join([f'{name}": "{_shown(value)}' for name, value in self.fields.items()])
        told = f'"{self.key}": {{"{fields}"}}' if fields else f'"{self.key}": {{}}'
        return told if len(told) <= _LONGEST_TEXT else f"{told[:_LONGEST_TEXT]} ..."

    @property
    def statements(self) -> int:
        """How many statements it is: itself and its fields."""
        return 1 + len(self.fields)

    def get(self, name: str) -> str:
        """Return a field as one text, lists joined by commas; "" if it is absent."""
        value = self.fields.get(name, "")
        return value if isinstance(value, str) else ",".join(value)

    def named(self, name: str) -> Value | None:
        """Return the field of a name in capitals, however it is written; None if it is absent."""
        if name in self.fields or not self.fields:
            return self.fields.get(name)
        return next((value for each, value in self.fields.items() if each.upper() == name), None)

    def parts(self, name: str) -> tuple[str, ...]:
        """Return a field as a list, however its name is written; a text is split at commas."""
        value = self.named(name.upper()) or ()
        if isinstance(value, str):
            value = tuple(value.split(","))
        return tuple(part.strip() for part in value if part.strip())


Table: TypeAlias = dict[str, Entry]


@dataclass(slots=True)
class Database:
    """What was read so far.

    Attributes:
        config: CONFIG_DB by table and key.
        state: STATE_DB by table and key.
        replaced: Statements that others took the place of.
    """

    config: dict[str, Table] = field(default_factory=dict[str, Table])
    state: dict[str, Table] = field(default_factory=dict[str, Table])
    replaced: int = 0

    def table(self, name: str) -> Table:
        """Return a table of CONFIG_DB, empty if there is none."""
        return self.config.get(name, {})

    def drop(self, entries: Table) -> None:
        """Count entries that are taken out."""
        self.replaced += sum(entry.statements for entry in entries.values())


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


def fields_of(value: JsonObject) -> dict[str, Value]:
    """Return the fields of an entry, also of one wrapped as Redis dumps have it."""
    texts = value.texts()
    if texts is not None and "@" not in "".join(texts):
        texts.pop(_NOTHING, None)
        return {**texts}
    fields: dict[str, Value] = {}
    for name, _, content in _unwrapped(value).members:
        plain = value_of(content)
        if name.endswith("@"):
            fields[name[:-1]] = tuple(plain.split(",")) if isinstance(plain, str) else plain
        else:
            fields[name] = plain
    fields.pop(_NOTHING, None)
    return fields


def value_of(content: JsonValue) -> Value:
    """Return a JSON value as a field has it: everything is text."""
    if isinstance(content, JsonArray):
        return tuple(_text(item) for item in content.items)
    return _text(content)


def _text(content: JsonValue) -> str:
    match content:
        case bool():
            return "true" if content else "false"
        case str():
            return content
        case None:
            return ""
        case JsonObject() | JsonArray():
            return "{...}"
        case _:
            return str(content)


def _unwrapped(value: JsonObject) -> JsonObject:
    members = {name: content for name, _, content in value.members if name in ("type", "value")}
    inner = members.get("value")
    if members.get("type") == "hash" and isinstance(inner, JsonObject):
        return inner
    return value


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


def _shown(value: Value) -> str:
    return value if isinstance(value, str) else ",".join(value)
