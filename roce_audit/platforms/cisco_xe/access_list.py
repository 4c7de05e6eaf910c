"""An access list while its configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.model.acl import Family, FilterKey
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class Entry:
    """One numbered entry of a list.

    Attributes:
        statement: As captured.
        words: Without number and counters; the first is the verb.
        number: Its place.
        explicit: Whether the text shows the number.
    """

    statement: Statement
    words: tuple[str, ...]
    number: int
    explicit: bool


@dataclass(slots=True)
class AccessList:
    """An access list that is being edited.

    Attributes:
        family: IPV4, IPV6 or MAC.
        name: As configured.
        kind: ``extended``, ``standard``, ``ipv6``, ``mac`` or ``mac sources``.
        header: Where it begins.
        dump: Number of the dump that shows it.
        entries: By number, in no particular order.
        contents: Words of the entries, to their numbers.
        last: The largest number in use.
        broken: Why the list itself is not understood; "" if it is.
    """

    family: Family
    name: str
    kind: str
    header: Statement
    dump: int = 0
    entries: dict[int, Entry] = field(default_factory=dict[int, Entry])
    contents: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    last: int = 0
    broken: str = ""

    @property
    def key(self) -> FilterKey:
        """Key of the finished filter."""
        return (self.family.value, self.name)

    @property
    def numbered(self) -> bool:
        """Whether the text shows the number of every entry."""
        return all(entry.explicit for entry in self.entries.values())
