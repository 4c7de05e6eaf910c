"""Conditions on the Ethernet header, and on how a frame came to the device.

Source: the firewall filter guide, match conditions for layer 2 bridging traffic and for QFX and EX
switches.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from roce_audit.packets.fields import DMAC, ETHERTYPE, PCP, SMAC, VLAN, Field
from roce_audit.packets.ranges import Ranges, complement, normalise, single, wildcard
from roce_audit.packets.traffic import ETHERTYPE_ARP
from roce_audit.platforms.juniper_junos.matching import V4, V6, YES, doubt_of
from roce_audit.platforms.juniper_junos.names import ETHERTYPES, NO_NAMES
from roce_audit.platforms.juniper_junos.values import Known, number, numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.clause import Clause, Condition
    from roce_audit.platforms.juniper_junos.node import Node

_VLAN_TOP = 4095
_MAC_BITS = 48
_OCTET = 8
_OCTETS = 6
_MULTICAST = normalise((odd << 40, (odd << 40) | (1 << 40) - 1) for odd in range(1, 256, 2))
_BROADCAST: Ranges = single((1 << _MAC_BITS) - 1)
_UNICAST = complement(_MULTICAST, DMAC.top)
_INNER_TAG = "whether a frame with one tag has a user VLAN differs between documents"


def _ether_type(clause: Clause, node: Node) -> None:
    clause.take(node, ETHERTYPE, numbers(node, ETHERTYPES, ETHERTYPE.top))


def _arp(clause: Clause, node: Node) -> None:
    clause.draft.narrow(ETHERTYPE, single(ETHERTYPE_ARP))
    clause.draft.doubt(doubt_of(node, "kinds of ARP packets are not compared"))


def _mac(clause: Clause, node: Node, field: Field) -> None:
    """Take ``source-mac-address A/LEN`` or its like; the longest mask decides, as for addresses."""
    taken: list[tuple[int, Ranges]] = []
    excepted: list[tuple[int, Ranges]] = []
    for child in node.children.values():
        entry = _mac_entry(child.word)
        if entry is None or set(child.children) - {"except"}:
            clause.draft.question(node, f"{child.word!r} is not understood")
            return
        (excepted if child.children else taken).append(entry)
    if excepted:
        clause.draft.question(node, "exceptions among MAC addresses are not compared")
    clause.draft.narrow(field, normalise(part for _, values in taken for part in values))


def _mac_entry(word: str) -> tuple[int, Ranges] | None:
    base, slash, length = word.partition("/")
    value = _mac_value(base)
    if value is None:
        return None
    if not slash:
        return (_MAC_BITS, ((value, value),))
    if length.isdecimal() and int(length) <= _MAC_BITS:
        free = (1 << (_MAC_BITS - int(length))) - 1
        return (int(length), ((value & ~free, value | free),))
    mask = _mac_value(length)
    if mask is None:
        return None
    values = wildcard(value, ~mask & DMAC.top, _MAC_BITS)
    return None if values is None else (mask.bit_count(), values)


def _mac_value(word: str) -> int | None:
    parts = word.replace("-", ":").split(":")
    if len(parts) != _OCTETS or not all(0 < len(part) < 3 for part in parts):  # noqa: PLR2004
        return None
    octets = [number(f"0x{part}") for part in parts]
    value = 0
    for octet in octets:
        if octet is None:
            return None
        value = value << _OCTET | octet
    return value


def _vlan(clause: Clause, node: Node) -> None:
    """Take ``learn-vlan-id`` (numbers) or ``vlan`` (names of VLANs too)."""
    plain = numbers(node, NO_NAMES, _VLAN_TOP)
    parts = list(plain.values)
    strange: list[Node] = []
    for child in plain.strange:
        named = clause.around.vlans.get(child.word)
        if named and node.word == "vlan":
            parts += named
        else:
            strange.append(child)
    clause.take(node, VLAN, Known(normalise(parts), tuple(strange)))


def _user_vlan(clause: Clause, node: Node) -> None:
    clause.take(node, VLAN, numbers(node, NO_NAMES, _VLAN_TOP))
    clause.draft.question(node, _INNER_TAG)


def _priority(clause: Clause, node: Node) -> None:
    clause.take(node, PCP, numbers(node, NO_NAMES, PCP.top))


def _user_priority(clause: Clause, node: Node) -> None:
    clause.take(node, PCP, numbers(node, NO_NAMES, PCP.top))
    clause.draft.question(node, _INNER_TAG)


def _traffic_type(clause: Clause, node: Node) -> None:
    """Take ``traffic-type``: what kind of destination MAC, and whether it is known."""
    options: list[Box] = []
    for child in node.children.values():
        if child.word == "broadcast":
            options.append({DMAC: _BROADCAST})
        elif child.word == "multicast":
            options.append({DMAC: _MULTICAST})
        else:
            doubt = clause.draft.opened(child, "whether an address was learnt is not known")
            options.append({DMAC: _UNICAST, doubt: YES})
    if node.word.endswith("-except") or not options:
        clause.draft.question(node, "excepted kinds of traffic are not compared")
    else:
        clause.draft.choose(options)


def _interface(clause: Clause, node: Node) -> None:
    names = [child.word for child in node.children.values()]
    _settle(clause, node, clause.places.from_interface(names))


def _interface_set(clause: Clause, node: Node) -> None:
    names: list[str] = []
    for child in node.children.values():
        members = clause.around.sets.get(child.word)
        if members is None:
            clause.draft.question(node, f"interface-set {child.word} is not defined here")
            return
        names += members
    _settle(clause, node, clause.places.from_interface(names))


def _interface_group(clause: Clause, node: Node) -> None:
    known = numbers(node, NO_NAMES, 255)
    answer = None if known.strange else clause.places.from_group(known.values)
    if answer is not None and node.word.endswith("-except"):
        answer = not answer
    _settle(clause, node, answer)


def _settle(clause: Clause, node: Node, answer: bool | None) -> None:  # noqa: FBT001 - three-valued
    if answer is None:
        reason = "it depends on the interface that the packet came in by"
        clause.draft.doubt(doubt_of(node, reason))
    elif not answer:
        clause.draft.nothing()


FRAME_CONDITIONS: Mapping[str, Condition] = {
    "arp-type": _arp,
    "ether-type": _ether_type,
    "ether-type-except": _ether_type,
    "source-mac-address": partial(_mac, field=SMAC),
    "destination-mac-address": partial(_mac, field=DMAC),
    "learn-vlan-id": _vlan,
    "learn-vlan-id-except": _vlan,
    "vlan": _vlan,
    "vlan-except": _vlan,
    "user-vlan-id": _user_vlan,
    "user-vlan-id-except": _user_vlan,
    "dot1q-tag": _user_vlan,
    "learn-vlan-1p-priority": _priority,
    "learn-vlan-1p-priority-except": _priority,
    "user-vlan-1p-priority": _user_priority,
    "user-vlan-1p-priority-except": _user_priority,
    "dot1q-user-priority": _priority,
    "traffic-type": _traffic_type,
    "traffic-type-except": _traffic_type,
}
"""Conditions that only filters for frames have."""

PLACE_CONDITIONS: Mapping[str, Condition] = {
    "interface": _interface,
    "interface-set": _interface_set,
    "interface-group": _interface_group,
    "interface-group-except": _interface_group,
}
"""Conditions of every family."""
VERSIONS = {"ipv4": V4, "ipv6": V6}
"""Words of ``ip-version``."""
