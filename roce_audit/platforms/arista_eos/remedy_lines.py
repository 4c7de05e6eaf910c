"""The lines of a repair: texts, what they let through beyond it, and what to say about that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.packets.fields import DESTINATION, DESTINATION_PORT, ETHERTYPE, PROTOCOL, SOURCE
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import (
    ETHERTYPE_ARP,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ETHERTYPE_ROCE,
    ROCE_PORT,
    UDP,
    Traffic,
)
from roce_audit.platforms.arista_eos.numbering import standard
from roce_audit.reading.permit_texts import host_or_prefix, named_prefixes, udp_permits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import Filter
    from roce_audit.model.remedy import PermitPackets
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges

_MAC_TEXTS = {
    Traffic.V1: "permit any any 0x8915",
    Traffic.V2_IPV4: "permit any any ip",
    Traffic.V2_IPV6: "permit any any 0x86dd",
    Traffic.ARP: "permit any any arp",
    Traffic.ND: "permit any any 0x86dd",
}
_ETHERTYPES = {
    Traffic.V1: ETHERTYPE_ROCE,
    Traffic.V2_IPV4: ETHERTYPE_IPV4,
    Traffic.V2_IPV6: ETHERTYPE_IPV6,
    Traffic.ARP: ETHERTYPE_ARP,
    Traffic.ND: ETHERTYPE_IPV6,
}
_BITS = {Traffic.V2_IPV4: IPV4_BITS, Traffic.V2_IPV6: IPV6_BITS}
_FAMILIES = {Traffic.V2_IPV4: Family.IPV4, Traffic.V2_IPV6: Family.IPV6, Traffic.ND: Family.IPV6}
_ND_TEXTS = ("permit icmpv6 any any 135", "permit icmpv6 any any 136")

SLOTS: dict[tuple[Family, Traffic], int] = {
    (Family.MAC, Traffic.V2_IPV4): 1,
    (Family.MAC, Traffic.V2_IPV6): 2,
    (Family.MAC, Traffic.ARP): 3,
    (Family.MAC, Traffic.ND): 4,
    (Family.IPV6, Traffic.ND): 32,
}
"""Free numbers that a repair leaves to those of other traffic in the same list."""

PERMIT_ALL: dict[tuple[str, bool], Mapping[Traffic | None, str]] = {
    ("ipv4", False): {
        Traffic.V2_IPV4: f"permit udp any any eq {ROCE_PORT}",
        None: "permit ip any any",
    },
    ("ipv6", False): {
        Traffic.V2_IPV6: f"permit udp any any eq {ROCE_PORT}",
        None: "permit ipv6 any any",
    },
    ("mac", False): {Traffic.V1: "permit any any 0x8915", None: "permit any any"},
    ("ipv4", True): {None: "permit any"},
    ("ipv6", True): {None: "permit any"},
}
"""The lines that define a list which permits everything, RoCE by name first."""


def permit_texts(acl: Filter, remedy: PermitPackets) -> tuple[str, ...]:
    """Return the lines, without numbers; empty if the list cannot say it."""
    if acl.family is Family.MAC:
        return (_MAC_TEXTS[remedy.traffic],)
    if _FAMILIES.get(remedy.traffic) is not acl.family:
        return ()
    if standard(acl):
        return tuple(dict.fromkeys(_standard_texts(remedy)))
    if remedy.traffic is Traffic.ND:
        return _ND_TEXTS
    return udp_permits(remedy, host_or_prefix, _BITS[remedy.traffic])


def _standard_texts(remedy: PermitPackets) -> Iterator[str]:
    if remedy.traffic not in _BITS:
        return
    for pair in remedy.pairs:
        for source in named_prefixes(pair.sources, _BITS[remedy.traffic]):
            yield f"permit {host_or_prefix(source, _BITS[remedy.traffic])}"


def widened(acl: Filter, remedy: PermitPackets) -> tuple[Box, ...]:
    """Return the packets that the lines let through beyond the repair's own."""
    family: Box = {ETHERTYPE: single(_ETHERTYPES[remedy.traffic])}
    if acl.family is Family.MAC:
        exact = remedy.traffic in (Traffic.V1, Traffic.ARP) and not remedy.vlans
        return () if exact else (family,)
    if standard(acl):
        return tuple(_sides({**family}, pair.sources, ()) for pair in remedy.pairs)
    if not remedy.vlans:
        return ()
    if remedy.traffic is Traffic.ND:
        return (family,)
    udp: Box = {**family, PROTOCOL: single(UDP), DESTINATION_PORT: single(ROCE_PORT)}
    return tuple(_sides(udp, pair.sources, pair.destinations) for pair in remedy.pairs)


def _sides(box: Box, sources: Ranges, destinations: Ranges) -> Box:
    made: dict[Dimension, Ranges] = dict(box)
    if sources:
        made[SOURCE] = sources
    if destinations:
        made[DESTINATION] = destinations
    return made


def impact_of(acl: Filter, remedy: PermitPackets) -> list[str]:
    """Return what a person must know, as sentences."""
    told: list[str] = []
    if acl.family is Family.MAC and remedy.traffic not in (Traffic.V1, Traffic.ARP):
        kind = "IPv4" if remedy.traffic is Traffic.V2_IPV4 else "IPv6"
        told.append(
            f"A MAC list cannot name UDP port {ROCE_PORT}: the line lets every {kind} packet "
            f"through {acl.name}. An IP list on the same port still has to permit it."
        )
    elif standard(acl):
        told.append(
            f"{acl.name} is a standard list and knows sources only: the lines let everything "
            "from these sources through."
        )
    if remedy.vlans:
        told.append(f"The lines of {acl.name} hold in every VLAN of the port, not only in one.")
    return told
