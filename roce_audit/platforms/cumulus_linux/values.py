"""Values as rules write them, read into sets of numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, prefix
from roce_audit.packets.ranges import Ranges, normalise, single, wildcard

if TYPE_CHECKING:
    from collections.abc import Mapping

PORT_TOP = 65535
_MAC_BITS = 48
_MAC_PARTS = 6
_BYTE = 255
_DSCP_TOP = 63
_VLAN_TOP = 4095
_TYPE_TOP = 0xFFFF

PROTOCOLS: Mapping[str, int] = {
    "icmp": 1, "igmp": 2, "ipv4": 4, "ipencap": 4, "tcp": 6, "egp": 8, "igp": 9, "udp": 17,
    "ipv6": 41, "rsvp": 46, "gre": 47, "esp": 50, "ah": 51, "icmpv6": 58, "ipv6-icmp": 58,
    "icmp6": 58, "eigrp": 88, "ospf": 89, "pim": 103, "vrrp": 112, "l2tp": 115, "sctp": 132,
    "udplite": 136,
}  # fmt: skip
PORTS: Mapping[str, int] = {
    "ftp-data": 20, "ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "domain": 53, "dns": 53,
    "bootps": 67, "dhcp-server": 67, "bootpc": 68, "dhcp-client": 68, "tftp": 69, "http": 80,
    "pop3": 110, "ntp": 123, "imap2": 143, "snmp": 161, "snmptrap": 162, "snmp-trap": 162,
    "bgp": 179, "ldap": 389, "https": 443, "syslog": 514, "msdp": 639, "ldaps": 636, "imaps": 993,
    "pop3s": 995, "bfd": 3784, "bfd-echo": 3785, "bfd-multihop": 4784, "vxlan": 4789, "clag": 5342,
}  # fmt: skip
ETHERTYPES: Mapping[str, int] = {
    "ipv4": 0x0800, "ip": 0x0800, "arp": 0x0806, "rarp": 0x8035, "ipv6": 0x86DD, "802_1q": 0x8100,
    "lldp": 0x88CC,
}  # fmt: skip
DSCPS: Mapping[str, int] = {
    "be": 0, "ef": 46, **{f"cs{number}": 8 * number for number in range(8)},
    **{f"af{high}{low}": 8 * high + 2 * low for high in range(1, 5) for low in range(1, 4)},
}  # fmt: skip


def number(text: str, top: int) -> int:
    """Return a decimal or ``0x`` number up to ``top``.

    Raises:
        ParseError: It is none.
    """
    digits = text[2:] if text[:2].lower() == "0x" else text
    base = 10 if digits is text else 16
    try:
        value = int(digits, base) if digits.isascii() and digits.isalnum() else -1
    except ValueError:
        value = -1
    if not 0 <= value <= top:
        raise ParseError(f"expected a number up to {top}, got {text!r}")
    return value


@lru_cache(maxsize=4096)
def ports(text: str) -> Ranges:
    """Return the ports of ``N``, a name, ``A:B``, ``A-B`` or a comma list of those."""
    return normalise(_port_range(part) for part in text.lower().split(","))


def _port_range(text: str) -> tuple[int, int]:
    if text in PORTS:
        return (PORTS[text], PORTS[text])
    low, colon, high = text.partition(":" if ":" in text else "-")
    first = number(low, PORT_TOP) if low else 0
    last = (number(high, PORT_TOP) if high else PORT_TOP) if colon else first
    if first > last:
        raise ParseError("is a range from high to low")
    return (first, last)


def protocol(text: str) -> Ranges:
    """Return the IP protocol of a name or number."""
    known = PROTOCOLS.get(text.lower())
    return single(number(text, 255) if known is None else known)


def dscp(text: str) -> Ranges:
    """Return the DSCP of a name or number."""
    known = DSCPS.get(text.lower())
    return single(number(text, _DSCP_TOP) if known is None else known)


def vlan(text: str) -> Ranges:
    """Return the VLAN of a number."""
    return single(number(text, _VLAN_TOP))


def ethertype(text: str) -> Ranges:
    """Return the EtherType of a name or number."""
    known = ETHERTYPES.get(text.lower())
    return single(number(text, _TYPE_TOP) if known is None else known)


@lru_cache(maxsize=65536)
def addresses(text: str, bits: int) -> Ranges:
    """Return the addresses of ``A``, ``A/LEN`` or ``A/MASK``.

    Raises:
        ParseError: Not an address of that IP version.
    """
    base, slash, mask = text.partition("/")
    try:
        if slash and not mask.isdecimal():
            top = (1 << bits) - 1
            found = wildcard(address(base, bits), top ^ address(mask, bits), bits)
            if found is None:
                raise ParseError(f"mask {mask!r} leaves too many pieces")
            return found
        return prefix(text, bits)
    except ValueError as problem:
        raise ParseError(f"unknown address {text!r}") from problem


def ipv4(text: str) -> Ranges:
    """Return IPv4 addresses; see ``addresses``."""
    return addresses(text, IPV4_BITS)


def ipv6(text: str) -> Ranges:
    """Return IPv6 addresses; see ``addresses``."""
    return addresses(text, IPV6_BITS)


@lru_cache(maxsize=65536)
def macs(text: str) -> Ranges:
    """Return the MAC addresses of ``M`` or ``M/MASK``."""
    base, slash, mask = text.partition("/")
    free = (1 << _MAC_BITS) - 1 ^ _mac(mask) if slash else 0
    found = wildcard(_mac(base), free, _MAC_BITS)
    if found is None:
        raise ParseError(f"mask {mask!r} leaves too many pieces")
    return found


def _mac(text: str) -> int:
    try:
        parts = [int(part, 16) for part in text.replace("-", ":").split(":")]
    except ValueError:
        parts = []
    if len(parts) != _MAC_PARTS or not all(0 <= part <= _BYTE for part in parts):
        raise ParseError(f"unknown MAC address {text!r}")
    return int.from_bytes(bytes(parts), "big")
