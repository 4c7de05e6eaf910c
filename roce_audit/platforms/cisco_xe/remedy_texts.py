"""Entries that let packets through, as texts, and what they let through beyond those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import FRAGMENT, PROTOCOL, SOURCE
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ICMPV6, Traffic
from roce_audit.platforms.cisco_xe.settings import IPV4_BOX, IPV6_BOX
from roce_audit.reading.permit_texts import (
    host_or_prefix,
    in_all_vlans,
    named_prefixes,
    udp_permits,
)

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter
    from roce_audit.model.remedy import PermitPackets
    from roce_audit.packets.boxes import Box

_IPV4_TOP = (1 << IPV4_BITS) - 1
_ETHERTYPES = {Traffic.V1: "0x8915", Traffic.ARP: "0x806", Traffic.V2_IPV6: "0x86DD"}
_ND = ("permit icmp any any nd-ns", "permit icmp any any nd-na")


def permit_texts(kind: str, remedy: PermitPackets) -> tuple[str, ...]:
    """Return the entries for a list of ``kind``; empty if such a list cannot name the packets.

    Args:
        kind: ``extended``, ``standard``, ``ipv6`` or ``mac``.
        remedy: Which packets.
    """
    match kind, remedy.traffic:
        case "extended", Traffic.V2_IPV4:
            return udp_permits(remedy, _address_v4, IPV4_BITS)
        case "ipv6", Traffic.V2_IPV6:
            return udp_permits(remedy, host_or_prefix, IPV6_BITS)
        case "ipv6", Traffic.ND:
            return _ND
        case "standard", Traffic.V2_IPV4:
            sources = (pair.sources for pair in remedy.pairs)
            return tuple(
                dict.fromkeys(
                    f"permit {_address_v4(each, IPV4_BITS)}"
                    for values in sources
                    for each in named_prefixes(values, IPV4_BITS)
                )
            )
        case "mac", (Traffic.V1 | Traffic.ARP | Traffic.V2_IPV6) as traffic:
            return (f"permit any any {_ETHERTYPES[traffic]} 0x0",)
        case _:
            return ()


def _address_v4(prefix: str, bits: int) -> str:
    word = host_or_prefix(prefix, bits)
    base, slash, length = word.partition("/")
    if not slash:
        return word
    free = _IPV4_TOP >> int(length)
    return f"{base} {'.'.join(str(free >> shift & 255) for shift in (24, 16, 8, 0))}"


def widened(kind: str, remedy: PermitPackets) -> tuple[Box, ...]:
    """Return the packets that the entries let through beyond those asked for."""
    if kind == "mac":
        return (IPV6_BOX,) if remedy.traffic is Traffic.V2_IPV6 else in_all_vlans(remedy)
    if kind == "standard":
        return tuple(
            {**IPV4_BOX, SOURCE: pair.sources} if pair.sources else IPV4_BOX
            for pair in remedy.pairs
        )
    if remedy.traffic is Traffic.ND:
        return ({**IPV6_BOX, PROTOCOL: single(ICMPV6), FRAGMENT: single(2)}, *in_all_vlans(remedy))
    return in_all_vlans(remedy)


def impact_of(acl: Filter, kind: str, remedy: PermitPackets) -> list[str]:
    """Return what to know before applying the entries, as sentences."""
    told: list[str] = []
    if kind == "standard":
        told.append(f"{acl.name} knows source addresses only: all their packets pass.")
    elif kind == "mac" and remedy.traffic is Traffic.V2_IPV6:
        told.append(f"{acl.name} knows no ports: all IPv6 frames pass.")
    elif remedy.traffic is Traffic.ND:
        told.append("Later fragments of ICMPv6 packets pass too: they carry no message type.")
    elif kind in ("extended", "ipv6"):
        told.append("Later fragments between the same addresses pass too: they carry no port.")
    if remedy.vlans and kind != "standard":
        told.append(f"{acl.name} names no VLAN: the packets pass in every VLAN where it acts.")
    return told
