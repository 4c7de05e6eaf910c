"""Repairs of traffic policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import DESTINATION, DESTINATION_PORT, ETHERTYPE, PROTOCOL, SOURCE
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, ROCE_PORT, UDP, Traffic
from roce_audit.platforms.arista_eos.policy_state import DEFAULTS
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter
    from roce_audit.model.remedy import PermitPackets
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges

_FAMILIES = {
    Traffic.V2_IPV4: ("ipv4", IPV4_BITS, ETHERTYPE_IPV4),
    Traffic.V2_IPV6: ("ipv6", IPV6_BITS, ETHERTYPE_IPV6),
}


def permit_in_policy(acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return matches that let the packets through, before the match that drops them."""
    if remedy.traffic not in _FAMILIES or acl.kind != "traffic-policy":
        return None
    family, bits, _ = _FAMILIES[remedy.traffic]
    blocker = remedy.before.label if remedy.before is not None else ""
    place = f" before {blocker}" if blocker and blocker not in DEFAULTS else ""
    taken = {line.label for line in acl.lines}
    names = (f"ROCE-AUDIT-{family}-{n}" for n in range(1, len(taken) + len(remedy.pairs) + 1))
    free = [name for name in names if name not in taken]
    told = ["What passes is UDP to port 4791 between these addresses; nothing else changes."]
    if remedy.vlans:
        told.append(f"The matches of {acl.name} hold in every VLAN of the port, not only in one.")
    return Rendered(
        template="permit_packets_policy",
        values={
            "policy": acl.name,
            "matches": [
                {
                    "header": f"{name} {family}{place}",
                    "name": name,
                    "sources": _words(pair.sources, bits),
                    "destinations": _words(pair.destinations, bits),
                }
                for name, pair in zip(free, remedy.pairs, strict=False)
            ],
            "port": ROCE_PORT,
        },
        impact=tuple(told),
        verify=(f"show traffic-policy {acl.name}",),
        widens=_widened(remedy) if remedy.vlans else (),
    )


def _words(values: Ranges, bits: int) -> str:
    """Return the prefixes in one line; "" for all addresses."""
    found = list(prefixes(values, bits)) if values else []
    return "" if any(each.endswith("/0") for each in found) else " ".join(found)


def _widened(remedy: PermitPackets) -> tuple[Box, ...]:
    ethertype = _FAMILIES[remedy.traffic][2]
    boxes: list[Box] = []
    for pair in remedy.pairs:
        box: dict[Dimension, Ranges] = {
            ETHERTYPE: single(ethertype),
            PROTOCOL: single(UDP),
            DESTINATION_PORT: single(ROCE_PORT),
        }
        if pair.sources:
            box[SOURCE] = pair.sources
        if pair.destinations:
            box[DESTINATION] = pair.destinations
        boxes.append(box)
    return tuple(boxes)


def define_policy(name: str, traffic: tuple[Traffic, ...]) -> Rendered:
    """Return a policy that names RoCE and lets everything pass, as a policy without drop does."""
    families = [_FAMILIES[each][0] for each in traffic if each in _FAMILIES]
    return Rendered(
        template="define_policy",
        values={"policy": name, "families": families, "port": ROCE_PORT},
        impact=("Everything passes the policy: none of its matches drops.",),
        verify=(f"show traffic-policy {name}",),
    )
