"""An example packet in words."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_KINDS = MappingProxyType({0x0800: "IPv4", 0x86DD: "IPv6", 0x0806: "ARP", 0x8915: "RoCE v1"})
"""EtherType to name (IEEE 802 numbers, IANA)."""
_PROTOCOLS = MappingProxyType({6: "TCP", 17: "UDP", 58: "ICMPv6"})
"""IP protocol to name (IANA protocol numbers)."""
_SAID = frozenset({"ethertype", "protocol", "src", "dst", "sport", "dport", "smac", "dmac"})
_NAMES = MappingProxyType({"ttl": "TTL", "dscp": "DSCP", "ecn": "ECN", "pcp": "PCP"})


def packet_words(packet: Mapping[str, object]) -> str:
    """Return a witness as a person writes a packet down.

    Args:
        packet: Field name to value, as in the JSON; a VLAN of None is an untagged frame.
    """
    return ", ".join([f"{_kind(packet)}{_way(packet)}", *_rest(packet)])


def _kind(packet: Mapping[str, object]) -> str:
    kind, protocol = packet.get("ethertype"), packet.get("protocol")
    words: list[str] = []
    if isinstance(kind, int):
        words.append(_KINDS.get(kind, f"EtherType 0x{kind:04x}"))
    if isinstance(protocol, int):
        words.append(_PROTOCOLS.get(protocol, f"protocol {protocol}"))
    return " ".join(words) or "packet"


def _way(packet: Mapping[str, object]) -> str:
    ends = (_end(packet, "src", "sport"), _end(packet, "dst", "dport"))
    if not any(ends):
        ends = (_end(packet, "smac", ""), _end(packet, "dmac", ""))
    return f" {ends[0] or 'any'} -> {ends[1] or 'any'}" if any(ends) else ""


def _end(packet: Mapping[str, object], address: str, port: str) -> str:
    place, number = packet.get(address), packet.get(port)
    if number is None:
        return "" if place is None else str(place)
    if place is None:
        return f"any:{number}"
    return f"[{place}]:{number}" if ":" in str(place) else f"{place}:{number}"


def _rest(packet: Mapping[str, object]) -> Iterator[str]:
    if packet.get("src") is not None and packet.get("smac") is not None:
        yield f"MAC {packet['smac']} -> {packet.get('dmac', 'any')}"
    if "vlan" in packet:
        yield "untagged" if packet["vlan"] is None else f"VLAN {packet['vlan']}"
    for name, value in packet.items():
        if name in _SAID or name == "vlan" or value is None or (name, value) == ("fragment", 0):
            continue
        yield f"{value} bytes" if name == "length" else f"{_NAMES.get(name, name)} {value}"
