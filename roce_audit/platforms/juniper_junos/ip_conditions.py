"""Conditions on the IP header and what follows it.

Source: the firewall filter guide, match conditions for IPv4, IPv6 and layer 2 traffic; "Overview of
protocol match conditions" (no condition implies a protocol; only the named field is tested).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION_PORT,
    DSCP,
    FLOW_LABEL,
    FRAGMENT,
    LENGTH,
    PROTOCOL,
    SOURCE_PORT,
    TTL,
    Field,
)
from roce_audit.packets.ranges import complement, normalise
from roce_audit.platforms.juniper_junos.matching import V4, V6, YES
from roce_audit.platforms.juniper_junos.names import (
    DSCPS,
    NO_NAMES,
    PRECEDENCES,
    PROTOCOLS,
)
from roce_audit.platforms.juniper_junos.port_conditions import either_port, port, port_range
from roce_audit.platforms.juniper_junos.values import Known, numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.clause import Clause, Condition
    from roce_audit.platforms.juniper_junos.node import Node

_FIRST = ((1, 1),)
_LATER = ((2, 2),)
_NOT_LATER = ((0, 1),)
_PIECES = ((1, 2),)
_PRECEDENCE_TOP = 7
_OFFSET_TOP = 8191
_IN_PRECEDENCE = 8


def _number(clause: Clause, node: Node, field: Field, names: Mapping[str, int]) -> None:
    clause.take(node, field, numbers(node, names, field.top), clause.looks_at_ip())


def _number_of(
    clause: Clause, node: Node, field: Field, names: Mapping[str, int], kind: str
) -> None:
    clause.looks_at_ip()
    clause.take(node, field, numbers(node, names, field.top), (kind,))


def _dscp(clause: Clause, node: Node) -> None:
    clause.take(node, DSCP, numbers(node, DSCPS, DSCP.top, bits=True), clause.looks_at_ip())


def _dscp_v6(clause: Clause, node: Node) -> None:
    clause.looks_at_ip()
    clause.take(node, DSCP, numbers(node, DSCPS, DSCP.top, bits=True), (V6,))


def _precedence(clause: Clause, node: Node) -> None:
    found = numbers(node, PRECEDENCES, _PRECEDENCE_TOP)
    spread = normalise(
        (low * _IN_PRECEDENCE, high * _IN_PRECEDENCE + 7) for low, high in found.values
    )
    clause.take(node, DSCP, Known(spread, found.strange), clause.looks_at_ip())


def _icmp(clause: Clause, node: Node) -> None:
    clause.looks_at_ip()
    clause.icmp.append(node)


def _side(clause: Clause, node: Node, side: str) -> None:
    clause.looks_at_ip()
    clause.sides.setdefault(side, []).append(node)


def _whole_fragment(clause: Clause, _node: Node) -> None:
    """Take ``is-fragment``: later fragments only (the first one is matched by its own word)."""
    clause.draft.narrow(FRAGMENT, _LATER, clause.looks_at_ip())


def _first_fragment(clause: Clause, _node: Node) -> None:
    clause.draft.narrow(FRAGMENT, _FIRST, clause.looks_at_ip())


def _offset(clause: Clause, node: Node) -> None:
    """Take ``fragment-offset``: 0 in whole packets and first fragments, more in later ones."""
    known = numbers(node, NO_NAMES, _OFFSET_TOP)
    negated = node.word.endswith("-except")
    values = complement(known.values, _OFFSET_TOP) if negated else known.values
    kinds = clause.looks_at_ip()
    if known.strange or not node.children:
        clause.draft.question((known.strange or (node,))[0], "an offset is not understood")
        return
    options: list[Box] = [{FRAGMENT: _NOT_LATER}] if values and values[0][0] == 0 else []
    if values and values[-1][1] > 0:
        doubt = clause.draft.opened(node, "offsets of later fragments are not compared")
        options.append({FRAGMENT: _LATER, doubt: YES})
    clause.draft.choose(options, kinds)


def _fragment_flags(clause: Clause, node: Node) -> None:
    """Take ``fragment-flags``: more fragments follow only in what is no whole packet."""
    kinds = clause.looks_at_ip()
    if set(node.children) <= {"more-fragments", "0x2000"} and node.children:
        clause.draft.narrow(FRAGMENT, _PIECES, kinds)
    clause.draft.question(node, "fragment flags are not compared")


def _extras(clause: Clause, node: Node) -> None:
    """Take IP options or extension headers: RoCE packets carry neither (annex A17)."""
    clause.draft.only(clause.looks_at_ip() or tuple(clause.draft.boxes))
    if not node.word.endswith("-except"):
        clause.draft.nothing()


def _with_except(word: str, condition: Condition) -> dict[str, Condition]:
    return {word: condition, f"{word}-except": condition}


_ADDRESS_WORDS = {
    "source": "source-address ip-source-address source-prefix-list",
    "destination": "destination-address ip-destination-address destination-prefix-list",
    "either": "address ip-address prefix-list",
}
IP_CONDITIONS: Mapping[str, Condition] = {
    **_with_except("protocol", partial(_number, field=PROTOCOL, names=PROTOCOLS)),
    **_with_except("ip-protocol", partial(_number, field=PROTOCOL, names=PROTOCOLS)),
    **_with_except("next-header", partial(_number, field=PROTOCOL, names=PROTOCOLS)),
    **_with_except("payload-protocol", partial(_number, field=PROTOCOL, names=PROTOCOLS)),
    **_with_except(
        "ipv6-next-header", partial(_number_of, field=PROTOCOL, names=PROTOCOLS, kind=V6)
    ),
    **_with_except(
        "ipv6-payload-protocol", partial(_number_of, field=PROTOCOL, names=PROTOCOLS, kind=V6)
    ),
    **_with_except("source-port", partial(port, field=SOURCE_PORT)),
    **_with_except("destination-port", partial(port, field=DESTINATION_PORT)),
    **_with_except("port", either_port),
    "source-port-range-optimize": partial(port_range, field=SOURCE_PORT),
    "destination-port-range-optimize": partial(port_range, field=DESTINATION_PORT),
    **_with_except("dscp", _dscp),
    **_with_except("traffic-class", _dscp_v6),
    **_with_except("ipv6-traffic-class", _dscp_v6),
    **_with_except("precedence", _precedence),
    **_with_except("ip-precedence", _precedence),
    **_with_except("ttl", partial(_number_of, field=TTL, names=NO_NAMES, kind=V4)),
    **_with_except("hop-limit", partial(_number_of, field=TTL, names=NO_NAMES, kind=V6)),
    **_with_except("packet-length", partial(_number, field=LENGTH, names=NO_NAMES)),
    **_with_except("flow-label", partial(_number_of, field=FLOW_LABEL, names=NO_NAMES, kind=V6)),
    **_with_except("icmp-type", _icmp),
    **_with_except("icmp-code", _icmp),
    "is-fragment": _whole_fragment,
    "first-fragment": _first_fragment,
    **_with_except("fragment-offset", _offset),
    "fragment-flags": _fragment_flags,
    **_with_except("ip-options", _extras),
    **_with_except("extension-header", _extras),
    **{
        word: partial(_side, side=side)
        for side, words in _ADDRESS_WORDS.items()
        for word in words.split()
    },
}
"""By the word of the condition."""
