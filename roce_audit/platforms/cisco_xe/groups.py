"""``object-group``: named sets of addresses or services while the configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION_PORT,
    ICMP_CODE,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE_PORT,
    Dimension,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, prefix
from roce_audit.packets.ranges import Ranges, single
from roce_audit.platforms.cisco_xe.tables import ICMP, ICMP_V6, PORTS, PROTOCOLS, PROTOCOLS_V6
from roce_audit.platforms.cisco_xe.values import network, port_number, port_set
from roce_audit.reading.comparisons import COMPARISONS
from roce_audit.reading.statement import Statement, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field

KINDS = frozenset({"network", "service", "v6-network", "v6-service"})
EVERY_ADDRESS: Ranges = ((0, (1 << IPV6_BITS) - 1),)
"""As wide as the field, so that it is recognised as no condition at all."""
_WITH_PORTS: Mapping[str, tuple[str, ...]] = {
    "tcp": ("tcp",),
    "udp": ("udp",),
    "tcp-udp": ("tcp", "udp"),
}


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a group.

    Attributes:
        statement: As captured.
        values: Addresses of a network group's entry.
        boxes: Services of a service group's entry.
        nested: Name of another group that belongs to it; "" if none.
        reason: Why it is not understood; "" if it is.
    """

    statement: Statement
    values: Ranges = ()
    boxes: tuple[Box, ...] = ()
    nested: str = ""
    reason: str = ""


def every_value() -> Member:
    """Return an entry that holds every address and every service."""
    return Member(Statement("", 0, "", ()), EVERY_ADDRESS, ({},))


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

    def enter(self, statement: Statement) -> str:
        """Do what a statement below the group's header says; return why it is not understood."""
        words = statement.words
        if words[0] == "no":
            return "" if self.members.pop(words[1:], None) else "no such entry to remove"
        member = self._member(statement)
        self.members[words] = member
        return member.reason

    def _member(self, statement: Statement) -> Member:
        words = Words(statement.words)
        try:
            if words.skip("group-object"):
                nested = words.take("a group name")
                words.end()
                return Member(statement, nested=nested)
            if self.kind.endswith("network"):
                values = _addresses(words, v6=self.kind == "v6-network")
                words.end()
                return Member(statement, values=values)
            boxes = _services(words, v6=self.kind == "v6-service")
            words.end()
        except ParseError as problem:
            return Member(statement, reason=problem.reason)
        return Member(statement, boxes=boxes)


def _addresses(words: Words, *, v6: bool) -> Ranges:
    bits = IPV6_BITS if v6 else IPV4_BITS
    word = words.take("an address")
    try:
        if word == "any":
            return EVERY_ADDRESS
        if word == "host":
            return single(address(words.take("an address"), bits))
        if word == "range":
            low, high = (address(words.take("an address"), bits) for _ in range(2))
            if low > high:
                raise ParseError("a range with the larger address first")
            return ((low, high),)
        if "/" in word:
            return prefix(word, bits)
    except ValueError:
        raise ParseError(f"{word!r} and what follows is no address") from None
    if v6:
        raise ParseError(f"{word!r} is no prefix")
    return network(word, words.take("a netmask"))


def _services(words: Words, *, v6: bool) -> tuple[Box, ...]:
    protocols, messages = (PROTOCOLS_V6, ICMP_V6) if v6 else (PROTOCOLS, ICMP)
    word = words.take("a protocol")
    if word in _WITH_PORTS:
        return _with_ports(words, _WITH_PORTS[word], protocols)
    if word in ("ip", "ipv6"):
        return ({},)
    number = protocols.get(word)
    if number is None:
        number = Words((word,)).number(PROTOCOL.top)
    box: dict[Dimension, Ranges] = {PROTOCOL: single(number)}
    if word == "icmp" and words.peek():
        _message(words, messages, box)
    return (box,)


def _with_ports(
    words: Words, names: tuple[str, ...], protocols: Mapping[str, int]
) -> tuple[Box, ...]:
    found: dict[Dimension, Ranges] = {}
    table = PORTS[names[-1]]
    if words.skip("source"):
        _port(words, SOURCE_PORT, table, found)
    if words.peek():
        _port(words, DESTINATION_PORT, table, found)
    if () in found.values():
        return ()
    return tuple({PROTOCOL: single(protocols[name]), **found} for name in names)


def _port(
    words: Words, side: Field, names: Mapping[str, int], found: dict[Dimension, Ranges]
) -> None:
    """Read a port condition; the word ``eq`` may be missing."""
    if words.peek() in COMPARISONS:
        found[side] = port_set(words, names)
        return
    word = words.take("a port")
    port = port_number(word, names)
    if port is None:
        raise ParseError(f"unknown port {word!r}")
    found[side] = single(port)


def _message(
    words: Words, names: Mapping[str, tuple[int, int | None]], box: dict[Dimension, Ranges]
) -> None:
    known = names.get(words.peek())
    if known is not None:
        words.take()
        kind, code = known
    else:
        kind = words.number(ICMP_TYPE.top)
        code = words.number(ICMP_CODE.top) if words.peek() else None
    box[ICMP_TYPE] = single(kind)
    if code is not None:
        box[ICMP_CODE] = single(code)
