"""The grammar of one condition of a traffic policy's match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    FRAGMENT,
    LENGTH,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    TTL,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.arista_eos.ip_words import (
    DSCP_NAMES,
    PROTOCOLS,
    TCP,
    WITH_MESSAGES,
    WITH_PORTS,
)
from roce_audit.platforms.arista_eos.number_list import number_list
from roce_audit.platforms.arista_eos.policy_state import Condition
from roce_audit.platforms.arista_eos.port_names import PORT_NAMES, PORT_TOP

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.reading.statement import Statement

PORT_SET = "l4-port"
NUMBER_SET = "integer"
PASSING = frozenset({"count", "log", "set"})
"""Actions that let the packet pass."""
_NUMBERS: dict[tuple[str, ...], Field] = {
    ("dscp",): DSCP,
    ("ttl",): TTL,
    ("hop-limit",): TTL,
    ("ip", "length"): LENGTH,
}
_SIDES = {"source": (SOURCE, SOURCE_PORT), "destination": (DESTINATION, DESTINATION_PORT)}
_FRAGMENTS = ((1, 2),)


def read_condition(statement: Statement, family: str) -> Condition:
    """Return one condition of a match; what is not understood carries its reason."""
    words = statement.words
    try:
        if words[0] in _SIDES and words[1:2] == ("prefix",):
            return _prefixes(statement, family)
        if words[0] == "protocol":
            return _protocol(statement)
        if words[0] == "fragment":
            return _fragment(statement)
        return _numbers(statement)
    except ParseError as error:
        return Condition(statement, statement.text, {}, reason=error.reason)


def _prefixes(statement: Statement, family: str) -> Condition:
    field = _SIDES[statement.words[0]][0]
    group = field.name
    rest = statement.words[2:]
    if rest[:1] == ("field-set",) and rest[1:]:
        return Condition(statement, group, {}, ((field, family, rest[1:]),))
    if not rest:
        raise ParseError("ends where a prefix should follow")
    try:
        values = normalise(part for word in rest for part in prefix_of(word, family))
    except ValueError as error:
        # It may name more addresses than were understood, so it asks for none of them.
        return Condition(statement, group, {}, reason=f"no prefix list: {error}")
    return Condition(statement, group, {field: values})


def prefix_of(word: str, family: str) -> Ranges:
    """Return the addresses of ``A/LEN`` or ``A``.

    Raises:
        ValueError: Not a prefix of the family.
    """
    return prefix(word, IPV4_BITS if family == "ipv4" else IPV6_BITS)


def _numbers(statement: Statement) -> Condition:
    for head, field in _NUMBERS.items():
        if statement.words[: len(head)] == head:
            rest = statement.words[len(head) :]
            names = DSCP_NAMES if field is DSCP else {}
            if rest[:1] == ("field-set",) and rest[1:]:
                return Condition(statement, field.name, {}, ((field, NUMBER_SET, rest[1:]),))
            return Condition(statement, field.name, {field: number_list(rest, field.top, names)})
    raise ParseError(f"unknown condition {statement.words[0]!r}")


def _fragment(statement: Statement) -> Condition:
    """Return ``fragment`` and ``fragment offset ...``: no whole packet is one."""
    return Condition(statement, "fragment", {FRAGMENT: _FRAGMENTS})


def _protocol(statement: Statement) -> Condition:
    word, rest = statement.words[1:2], statement.words[2:]
    name = word[0] if word else ""
    if name in ("bgp", "neighbors"):
        return _narrower(statement, {PROTOCOL: single(TCP)}, "it asks for BGP")
    try:
        box: dict[Dimension, Ranges] = {PROTOCOL: _protocol_numbers(name, rest)}
    except ParseError as error:
        return Condition(statement, "protocol", {}, reason=error.reason)
    if rest[:1] == ("flags",):
        return _narrower(statement, box, "it asks for TCP flags")
    if rest[:1] in (("type",), ("code",)):
        return _narrower(statement, box, "it asks for ICMP messages")
    try:
        return _with_ports(statement, box, rest)
    except ParseError as error:
        return Condition(statement, "protocol", box, reason=error.reason)


def _narrower(statement: Statement, box: Box, reason: str) -> Condition:
    """Return a condition on what the audit does not model; no RoCE packet meets it."""
    return Condition(statement, "protocol", box, reason=reason, understood=True)


def _protocol_numbers(name: str, rest: tuple[str, ...]) -> Ranges:
    """Return the protocols; words behind them that may name more are refused."""
    known = PROTOCOLS.get(name)
    follows = rest[0] if rest else ""
    allowed: tuple[str, ...] = ("",)
    if name in WITH_PORTS:
        allowed = ("", "source", "destination", "flags")
    elif name in WITH_MESSAGES:
        allowed = ("", "type", "code")
    if follows not in allowed:
        raise ParseError(f"unknown word {follows!r}")
    return single(known) if known is not None else number_list([name], PROTOCOL.top)


def _with_ports(
    statement: Statement, box: dict[Dimension, Ranges], rest: tuple[str, ...]
) -> Condition:
    sets: list[tuple[Field, str, tuple[str, ...]]] = []
    while rest:
        side, what = rest[0], rest[1:2]
        if side not in _SIDES or what != ("port",):
            raise ParseError(f"unknown word {side!r}")
        end = next((at for at, word in enumerate(rest) if at > 1 and word in _SIDES), len(rest))
        field, ports, rest = _SIDES[side][1], rest[2:end], rest[end:]
        if ports[:1] == ("field-set",) and ports[1:]:
            sets.append((field, PORT_SET, ports[1:]))
        else:
            box[field] = number_list(ports, PORT_TOP, PORT_NAMES)
    return Condition(statement, "protocol", box, tuple(sets))
