"""``object-group``: named sets of addresses or ports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import Doubt
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.cisco_nxos.port_names import ALL_PORTS
from roce_audit.platforms.cisco_nxos.values import address_set, port_set
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.reading.statement import Statement

PORT_KIND = "port"
BITS = {"ip": IPV4_BITS, "ipv6": IPV6_BITS}
"""Width of the addresses of a group kind."""

TOP_NUMBER = 4294967295
STEP = 10
"""Distance of the sequence numbers that the device gives out."""


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a group.

    Attributes:
        values: Its addresses or ports; None if they are not understood.
        source: The statement.
    """

    values: Ranges | None
    source: SourceRef


@dataclass(slots=True)
class Group:
    """An object group while the configuration is read.

    Attributes:
        kind: ``ip``, ``ipv6`` or ``port``.
        name: As configured.
        members: By sequence number.
    """

    kind: str
    name: str
    members: dict[int, Member] = field(default_factory=dict[int, Member])

    def enter(self, statement: Statement) -> None:
        """Do what a statement below the group's header says.

        Raises:
            ParseError: It is no member of such a group. What may be one is entered as unknown.
        """
        words = Words(statement.words)
        negated = words.skip("no")
        number = _number(words)
        if negated and not words.peek():
            self.members.pop(number or 0, None)
            return
        try:
            values = self._values(words)
            words.end()
        except ParseError:
            if not negated:
                self.members[number or self._next()] = Member(None, statement.source)
            raise
        if negated:
            self._remove(number, values)
        else:
            self.members[number or self._next()] = Member(values, statement.source)

    def _values(self, words: Words) -> Ranges:
        if self.kind == PORT_KIND:
            return port_set(words, ALL_PORTS)
        values = address_set(words, BITS[self.kind])
        if values is None:
            raise ParseError("a wildcard mask with too many holes")
        return values

    def _remove(self, number: int | None, values: Ranges) -> None:
        for key, member in list(self.members.items()):
            if member.values == values and number in (None, key):
                del self.members[key]

    def _next(self) -> int:
        return max(self.members, default=0) + STEP


@dataclass(frozen=True, slots=True)
class Extent:
    """What is known of a group's values.

    Attributes:
        values: Certainly in the group.
        doubt: If given, further values may be.
    """

    values: Ranges
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Groups:
    """All groups of a device, read to the end.

    Attributes:
        known: By kind and name.
        undefined: ``nothing`` or ``everything`` if the user settled what a missing group means.
    """

    known: Mapping[tuple[str, str], Group]
    undefined: str = ""

    def extent(self, kind: str, name: str, top: int) -> Extent:
        """Return the values of a group; ``top`` is the largest value of the field."""
        group = self.known.get((kind, name))
        if group is None or not group.members:
            return self._missing(kind, name, top, defined=group is not None)
        known = normalise(part for member in group.members.values() for part in member.values or ())
        for member in group.members.values():
            if member.values is None:
                reason = f"line {member.source.line} of object group {name} is not understood"
                return Extent(known, Doubt(f"object-group {kind} {name}", reason))
        return Extent(known)

    def _missing(self, kind: str, name: str, top: int, *, defined: bool) -> Extent:
        if self.undefined == "nothing":
            return Extent(())
        if self.undefined == "everything":
            return Extent(((0, top),))
        state = "has no members" if defined else "is not defined"
        return Extent((), Doubt(f"object-group {kind} {name}", f"object group {name} {state}"))


def _number(words: Words) -> int | None:
    word = words.peek()
    return words.number(TOP_NUMBER, 1) if word.isascii() and word.isdecimal() else None
