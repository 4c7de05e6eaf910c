"""``object-group``: named sets of addresses or ports, and what they hold in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import Doubt, Field
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.cisco_xr.tables import PORTS
from roce_audit.platforms.cisco_xr.values import PORT_TOP, address_range, address_set, port_set
from roce_audit.reading.doubts import on_side
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xr.settings import Settings
    from roce_audit.reading.statement import Statement

PORT = "port"
KINDS = frozenset({"ipv4", "ipv6", PORT})
_DEEPEST = 32
"""Groups within groups that are followed."""


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a group.

    Attributes:
        statement: As captured.
        values: Its addresses or ports.
        nested: Name of another group that belongs to it; "" if none.
        reason: Why it is not understood; "" if it is.
    """

    statement: Statement
    values: Ranges = ()
    nested: str = ""
    reason: str = ""


@dataclass(slots=True)
class Group:
    """An object group while the configuration is read.

    Attributes:
        kind: One of ``KINDS``.
        name: As configured.
        dump: Number of the dump that shows it.
        members: By their words.
    """

    kind: str
    name: str
    dump: int = 0
    members: dict[tuple[str, ...], Member] = field(default_factory=dict[tuple[str, ...], Member])

    def enter(self, statement: Statement, words: tuple[str, ...], *, negated: bool) -> str:
        """Do what a statement below the group's header says; return why it is not understood."""
        if negated:
            return "" if self.members.pop(words, None) else "no such entry to remove"
        member = self._member(statement, words)
        self.members[words] = member
        return member.reason

    def _member(self, statement: Statement, given: tuple[str, ...]) -> Member:
        words = Words(given)
        try:
            if words.skip("object-group"):
                nested = words.take("a group name")
                words.end()
                return Member(statement, nested=nested)
            values = _values(words, self.kind)
            words.end()
        except ParseError as problem:
            return Member(statement, reason=problem.reason)
        return Member(statement, values)


def _values(words: Words, kind: str) -> Ranges:
    if kind == PORT:
        return port_set(words, PORTS["tcp"])
    bits = IPV4_BITS if kind == "ipv4" else IPV6_BITS
    if words.skip("range"):
        return address_range(words, bits)
    if words.peek() != "host" and "/" not in words.peek():
        raise ParseError(f"{words.peek()!r} is no prefix")
    return address_set(words, bits)


@dataclass(frozen=True, slots=True)
class Extent:
    """What is known of a group.

    Attributes:
        values: Certainly in the group; None for every value there is.
        doubt: If given, further values may be.
    """

    values: Ranges | None
    doubt: Doubt | None = None

    def on(self, side: Field) -> tuple[tuple[Box, ...], Doubt | None]:
        """Return the group as conditions on ``side``, and what is open."""
        if self.values is None:
            return (EVERYTHING,), None
        doubt = on_side(self.doubt, side) if self.doubt else None
        return (({side: self.values},) if self.values else ()), doubt


@dataclass(slots=True)
class Groups:
    """All groups of a device, read to the end.

    Attributes:
        known: By kind and name.
        settings: The platform's switches.
    """

    known: Mapping[tuple[str, str], Group]
    settings: Settings
    _extents: dict[tuple[str, str], Extent] = field(default_factory=dict[tuple[str, str], Extent])

    def addresses(self, version: str, name: str, top: int) -> Extent:
        """Return what ``net-group NAME`` stands for in a list of ``ipv4`` or ``ipv6``."""
        return self._extent(version, name, top)

    def ports(self, name: str) -> Extent:
        """Return what ``port-group NAME`` stands for."""
        return self._extent(PORT, name, PORT_TOP)

    def _extent(self, kind: str, name: str, top: int) -> Extent:
        known = self._extents.get((kind, name))
        if known is None:
            values, doubt = self._walked(kind, name, 0, set())
            every = values == ((0, top),) or (values is None)
            known = self._extents[kind, name] = Extent(None if every else values, doubt)
        return known

    def _walked(
        self, kind: str, name: str, depth: int, seen: set[str]
    ) -> tuple[Ranges | None, Doubt | None]:
        group = self.known.get((kind, name))
        if group is None or not group.members or depth > _DEEPEST:
            return self._missing(kind, name, defined=group is not None)
        seen.add(name)
        found: list[tuple[int, int]] = []
        doubt: Doubt | None = None
        for member in group.members.values():
            inner = _open(name, member)
            values: Ranges | None = member.values
            if member.nested and member.nested not in seen:
                values, inner = self._walked(kind, member.nested, depth + 1, seen)
            if values is None:
                return None, None
            found += values
            doubt = doubt or inner
        return normalise(found), doubt

    def _missing(
        self, kind: str, name: str, *, defined: bool
    ) -> tuple[Ranges | None, Doubt | None]:
        if self.settings.undefined_group:
            return None if self.settings.undefined_group == "everything" else (), None
        state = "has no members" if defined else "is not defined"
        what = "port" if kind == PORT else f"network {kind}"
        return (), Doubt(f"object-group {what} {name}", f"object group {name} {state}")


def _open(name: str, member: Member) -> Doubt | None:
    if not member.reason:
        return None
    line = member.statement.line
    text = f"line {line} of object group {name}: {member.reason}"
    return Doubt(f"object-group {name} line {line}", text)
