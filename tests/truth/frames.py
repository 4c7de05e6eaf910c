"""Probe frames built with struct alone: nothing of the product's own frame builder is in them."""

import socket
import struct
from dataclasses import dataclass, replace

ROCE = 0x8915
IPV4 = 0x0800
IPV6 = 0x86DD


@dataclass(frozen=True)
class Probe:
    """One packet.

    Attributes:
        kind: ``v1``, ``v2-ipv4`` or ``v2-ipv6``.
        vlan: VLAN tag, or None.
        fragment: 0 whole, 1 first, 2 later (IPv4 only).
        real: Whether the product's own frame builder makes it.
    """

    kind: str
    src: str = ""
    dst: str = ""
    sport: int = 49152
    dport: int = 4791
    dscp: int = 0
    ecn: int = 0
    ttl: int = 64
    protocol: int = 17
    vlan: int | None = None
    pcp: int = 0
    size: int = 32
    fragment: int = 0
    real: bool = False

    def but(self, **other):
        """Return the same packet with other values."""
        return replace(self, **other)


def frame(probe, number, smac, dmac):
    """Return the bytes of a probe; its last four bytes are ``number``."""
    head = _mac(dmac) + _mac(smac)
    if probe.vlan is not None:
        head += struct.pack("!HH", 0x8100, probe.pcp << 13 | probe.vlan)
    mark = struct.pack("!I", number)
    if probe.kind == "v1":
        return head + struct.pack("!H", ROCE) + _grh() + _transport(probe) + mark
    if probe.kind == "v2-ipv4":
        return head + struct.pack("!H", IPV4) + _ipv4(probe, mark, number)
    return head + struct.pack("!H", IPV6) + _ipv6(probe, mark)


def _mac(text):
    return bytes.fromhex(text.replace(":", ""))


def _grh():
    ends = socket.inet_pton(socket.AF_INET6, "fe80::1") + socket.inet_pton(
        socket.AF_INET6, "fe80::2"
    )
    return struct.pack("!IHBB", 6 << 28, 40, 0x1B, 64) + ends


def _transport(probe):
    """Return a BTH (RC SEND only) and padding up to the probe's size."""
    return struct.pack("!BBHII", 0x04, 0x40, 0xFFFF, 0x11, 1) + b"\x5a" * probe.size


def _sum(data):
    data += b"\0" * (len(data) & 1)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def _ipv4(probe, mark, number):
    ends = socket.inet_aton(probe.src) + socket.inet_aton(probe.dst)
    body = _datagram(probe, mark, ends)
    flags = {0: 0, 1: 0x2000, 2: 0x2004}[probe.fragment]
    if probe.fragment == 2:
        # No UDP header here: a later fragment carries none, and some kernels would look at it.
        body = b"\x5a" * (8 + probe.size) + mark
    tos = probe.dscp << 2 | probe.ecn
    head = struct.pack(
        "!BBHHHBBH",
        0x45,
        tos,
        20 + len(body),
        number & 0xFFFF,
        flags,
        probe.ttl,
        probe.protocol,
        0,
    )
    check = _sum(head + ends)
    return head[:10] + struct.pack("!H", check) + ends + body


def _ipv6(probe, mark):
    ends = b"".join(socket.inet_pton(socket.AF_INET6, text) for text in (probe.src, probe.dst))
    body = _datagram(probe, mark, ends)
    first = 6 << 28 | probe.dscp << 22 | probe.ecn << 20
    return struct.pack("!IHBB", first, len(body), probe.protocol, probe.ttl) + ends + body


def _datagram(probe, mark, ends):
    """Return a UDP datagram or a TCP SYN with a right checksum."""
    content = _transport(probe) + mark
    ports = struct.pack("!HH", probe.sport, probe.dport)
    if probe.protocol == 6:
        body, at = ports + struct.pack("!IIBBHHH", 1, 0, 5 << 4, 2, 99, 0, 0) + content, 16
    else:
        body, at = ports + struct.pack("!HH", 8 + len(content), 0) + content, 6
    pseudo = ends + struct.pack("!II", len(body), probe.protocol)
    check = _sum(pseudo + body) or 0xFFFF
    return body[:at] + struct.pack("!H", check) + body[at + 2 :]
