"""CONFIG_DB and STATE_DB as tables of entries, each with the place where it was captured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from roce_audit.model.source import SourceRef

Value: TypeAlias = "str | tuple[str, ...]"
"""A field's value: a text, or a list of texts."""

_LONGEST_TEXT = 400
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


def _shown(value: Value) -> str:
    return value if isinstance(value, str) else ",".join(value)
