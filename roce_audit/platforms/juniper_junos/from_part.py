"""Reads the ``from`` part of a term."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import ICMP_CODE, ICMP_TYPE, PROTOCOL, Doubt
from roce_audit.packets.ranges import Ranges, complement, single
from roce_audit.platforms.juniper_junos.clause import (
    ANY,
    FAMILY_KINDS,
    INET,
    INET6,
    Clause,
    Surroundings,
)
from roce_audit.platforms.juniper_junos.frame_conditions import (
    FRAME_CONDITIONS,
    PLACE_CONDITIONS,
    VERSIONS,
)
from roce_audit.platforms.juniper_junos.ip_conditions import IP_CONDITIONS
from roce_audit.platforms.juniper_junos.matching import IP, V4, V6, YES, Draft, doubt_of
from roce_audit.platforms.juniper_junos.names import ICMPV4_TYPES, ICMPV6_TYPES, NO_NAMES
from roce_audit.platforms.juniper_junos.sides import add_sides
from roce_audit.platforms.juniper_junos.values import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.clause import Condition
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.places import Places

_V6_WORDS = "next-header payload-protocol traffic-class hop-limit extension-header flow-label"
_V4_WORDS = (
    "protocol precedence ip-precedence ttl ip-options fragment-offset is-fragment first-fragment "
    "dscp"
)
_MAC_WORDS = (
    "ip-protocol ipv6-next-header ipv6-payload-protocol ipv6-traffic-class ip-version ip-address"
)


def _both(words: str) -> frozenset[str]:
    return frozenset(form for word in words.split() for form in (word, f"{word}-except"))


_FOREIGN: Mapping[str, frozenset[str]] = {
    INET: _both(_V6_WORDS) | _both(_MAC_WORDS),
    INET6: _both(_V4_WORDS) | _both(_MAC_WORDS),
}
"""Words that a family does not have, although another one does."""
_ANY_HAS = frozenset({"packet-length", "packet-length-except", *PLACE_CONDITIONS})

_ALL: Mapping[str, Condition] = {**IP_CONDITIONS, **FRAME_CONDITIONS, **PLACE_CONDITIONS}
_IP_ONLY: Mapping[str, Condition] = {**IP_CONDITIONS, **PLACE_CONDITIONS}
_SKIPPED = frozenset({"apply-flags", "apply-groups", "apply-groups-except", "apply-macro"})
_TCP = frozenset({"tcp-established", "tcp-initial", "tcp-flags"})
TCP = 6
_WITH_PORTS: Ranges = ((6, 6), (17, 17), (33, 33), (132, 132), (136, 136))
"""TCP, UDP, DCCP, SCTP, UDP-Lite."""
_ICMP = {V4: 1, V6: 58}
_ICMP_NAMES: Mapping[str, Mapping[str, int]] = {V4: ICMPV4_TYPES, V6: ICMPV6_TYPES}
_OLD_SWITCH = Doubt(
    "IP conditions of an old switch",
    "switches without the enhanced layer-2 software are said to compare IP conditions of "
    "ethernet-switching filters with IPv4 packets only",
)
_NO_PROTOCOL = "no protocol is named, so other headers are looked at as if they were this one"


def read_from(node: Node | None, family: str, around: Surroundings, places: Places) -> Draft:
    """Return the packets that a term matches.

    Args:
        node: Its ``from``; None or empty for every packet.
        family: Of the filter; see ``FAMILY_KINDS``.
        around: What conditions ask about beside the packet.
        places: Where the filter is bound.
    """
    draft = Draft(FAMILY_KINDS[family], node.place) if node else Draft(FAMILY_KINDS[family])
    if node is not None:
        clause = Clause(family, around, places, draft)
        _conditions(clause, node)
        _finish(clause)
    return draft


def _conditions(clause: Clause, node: Node) -> None:
    table = _ALL if clause.bridged else _IP_ONLY
    for child in node.children.values():
        if child.odd:
            clause.draft.question(child, child.odd)
        elif child.word == "ip-version" and clause.bridged:
            _versions(clause, child)
        elif child.word not in _SKIPPED:
            _condition(clause, child, table)


def _condition(clause: Clause, node: Node, table: Mapping[str, Condition]) -> None:
    word = node.word
    foreign = _FOREIGN.get(clause.family, frozenset())
    known = table.get(word) if word not in foreign else None
    if clause.family == ANY and word not in _ANY_HAS:
        known = None
    if known is None and word in _TCP:
        clause.tcp.append(node)
    elif known is None:
        clause.draft.question(node, f"{word} is not compared")
    else:
        known(clause, node)


def _versions(clause: Clause, node: Node) -> None:
    """Take ``ip-version ipv4 { ... }``: conditions on frames of one IP version."""
    strange = next((each for each in node.children.values() if each.word not in VERSIONS), None)
    if strange is not None:
        clause.draft.only(IP)
        clause.draft.question(strange, f"{strange.word!r} is not an IP version")
        return
    clause.draft.only([VERSIONS[word] for word in node.children])
    for child in node.children.values():
        kind = VERSIONS.get(child.word)
        if kind in clause.draft.boxes:
            inner = Clause(clause.family, clause.around, clause.places, Draft((kind,), child.place))
            _conditions(inner, child)
            _finish(inner)
            clause.draft.open += inner.draft.open
            clause.draft.choose_in(kind, inner.draft.matches())


def _finish(clause: Clause) -> None:
    """Add what several conditions say together."""
    add_sides(clause)
    for node in clause.icmp:
        _icmp(clause, node)
    draft = clause.draft
    for node in clause.tcp:
        if all(box.get(PROTOCOL) == single(TCP) for box in draft.boxes.values()):
            # No RoCE packet is TCP: that the flags are not compared leaves nothing open.
            draft.doubt(doubt_of(node, f"{node.word} is not compared"))
        else:
            draft.question(node, f"{node.word} is not compared, and {_NO_PROTOCOL}")
    if clause.ports is not None and not draft.constrains(PROTOCOL):
        draft.only(IP)
        doubt = doubt_of(clause.ports, _NO_PROTOCOL)
        options: list[Box] = [
            {PROTOCOL: _WITH_PORTS},
            {PROTOCOL: complement(_WITH_PORTS, PROTOCOL.top), doubt: YES},
        ]
        draft.choose(options)
    if clause.ip and clause.bridged:
        _versions_seen(clause)


def _versions_seen(clause: Clause) -> None:
    """Apply that old switches compare IP conditions with IPv4 packets only."""
    choice = clause.around.settings.ethernet_ip_conditions
    if choice == "ipv4":
        clause.draft.only((V4,))
    elif not choice and clause.around.old_style:
        clause.draft.doubt(_OLD_SWITCH, (V6,))


def _icmp(clause: Clause, node: Node) -> None:
    draft = clause.draft
    draft.only(IP)
    field = ICMP_TYPE if node.word.startswith("icmp-type") else ICMP_CODE
    for kind, box in list(draft.boxes.items()):
        names = _ICMP_NAMES[kind] if field is ICMP_TYPE else NO_NAMES
        known = numbers(node, names, field.top)
        icmp = single(_ICMP[kind])
        if known.strange or not node.children:
            draft.question((known.strange or (node,))[0], f"{node.word} is not understood")
            return
        negated = node.word.endswith("-except")
        values = complement(known.values, field.top) if negated else known.values
        if box.get(PROTOCOL) == icmp:
            draft.narrow_in(kind, field, values)
        else:
            doubt = doubt_of(node, _NO_PROTOCOL)
            others = complement(icmp, PROTOCOL.top)
            inside: Box = {PROTOCOL: icmp, field: values}
            draft.choose_in(kind, [inside, {PROTOCOL: others, doubt: YES}])
