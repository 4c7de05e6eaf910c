"""Entries that let packets through, as texts, and what they let through beyond those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import FRAGMENT, PROTOCOL
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ICMPV6, Traffic
from roce_audit.platforms.cisco_xr.settings import IPV4_BOX, IPV6_BOX
from roce_audit.reading.permit_texts import host_or_prefix, in_all_vlans, udp_permits

if TYPE_CHECKING:
    from roce_audit.model.remedy import PermitPackets
    from roce_audit.packets.boxes import Box

_ETHERTYPES = {
    Traffic.V1: "8915",
    Traffic.ARP: "806",
    Traffic.V2_IPV4: "800",
    Traffic.V2_IPV6: "86DD",
}
_ND = ("permit icmpv6 any any nd-ns", "permit icmpv6 any any nd-na")
_WHOLE = {Traffic.V2_IPV4: IPV4_BOX, Traffic.V2_IPV6: IPV6_BOX, Traffic.ND: IPV6_BOX}
"""All frames of the version, where an ethernet-services list cannot say less."""


def permit_texts(kind: str, remedy: PermitPackets) -> tuple[str, ...]:
    """Return the entries for a list of ``kind``; empty if such a list cannot name the packets.

    Args:
        kind: Family of the list: ``ipv4``, ``ipv6`` or ``mac``.
        remedy: Which packets.
    """
    match kind, remedy.traffic:
        case "ipv4", Traffic.V2_IPV4:
            return udp_permits(remedy, host_or_prefix, IPV4_BITS)
        case "ipv6", Traffic.V2_IPV6:
            return udp_permits(remedy, host_or_prefix, IPV6_BITS)
        case "ipv6", Traffic.ND:
            return _ND
        case "mac", Traffic.ND:
            return (f"permit any any {_ETHERTYPES[Traffic.V2_IPV6]}",)
        case "mac", traffic:
            return (f"permit any any {_ETHERTYPES[traffic]}",)
        case _:
            return ()


def widened(kind: str, remedy: PermitPackets) -> tuple[Box, ...]:
    """Return the packets that the entries let through beyond those asked for."""
    if kind == "mac" and remedy.traffic in _WHOLE:
        return (_WHOLE[remedy.traffic],)
    if remedy.traffic is Traffic.ND:
        return ({**IPV6_BOX, PROTOCOL: single(ICMPV6), FRAGMENT: single(2)},)
    return in_all_vlans(remedy)


def impact_of(name: str, kind: str, remedy: PermitPackets) -> list[str]:
    """Return what to know before applying the entries to list ``name``, as sentences."""
    told: list[str] = []
    if kind == "mac" and remedy.traffic in _WHOLE:
        version = "IPv4" if remedy.traffic is Traffic.V2_IPV4 else "IPv6"
        told.append(f"{name} knows no addresses and ports: all {version} frames pass.")
    elif remedy.traffic is Traffic.ND:
        told.append("Later fragments of ICMPv6 pass too: they carry no type.")
    elif kind != "mac":
        told.append("Later fragments between the same addresses pass too: they carry no port.")
    if remedy.vlans:
        told.append(f"{name} names no VLAN: the packets pass in every VLAN where it acts.")
    return told
