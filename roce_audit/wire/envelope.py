"""What surrounds the BTH: the GRH of v1, the IP and UDP headers of v2.

An opener reads a frame from the EtherType on and either finds where the BTH stands, or tells what
else the frame is. From the moment that the frame is known to be RoCE, a contradiction is a
``FrameError``; before that moment it is somebody else's broken frame.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from roce_audit.errors import FrameError, ShortFrameError
from roce_audit.wire import grh, ipv6, udp
from roce_audit.wire.ethernet import (
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ETHERTYPE_ROCE,
    LOWEST_ETHERTYPE,
)
from roce_audit.wire.grh import Grh, decode_grh
from roce_audit.wire.ipv4 import PROTOCOL_UDP, IPv4, checksum_wrong, decode_ipv4
from roce_audit.wire.ipv6 import IPv6, decode_ipv6
from roce_audit.wire.udp import ROCE_PORT, Udp, decode_udp

Traffic = Literal["v1", "v2-ipv4", "v2-ipv6"]
TRAFFIC: Mapping[int, Traffic] = MappingProxyType(
    {ETHERTYPE_ROCE: "v1", ETHERTYPE_IPV4: "v2-ipv4", ETHERTYPE_IPV6: "v2-ipv6"}
)
_VXLAN_PORT = 4789
_ETHERTYPE_NAMES = MappingProxyType(
    {0x0806: "ARP", 0x8808: "MAC control (pause, PFC)", 0x8809: "LACP", 0x88CC: "LLDP"}
)
_PROTOCOL_NAMES = MappingProxyType({1: "ICMP", 6: "TCP", 58: "ICMPv6"})


@dataclass(frozen=True, slots=True)
class Foreign:
    """A frame that is not RoCE; ``kind`` says what it is, in a few words."""

    kind: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """Where a RoCE message lies in its frame.

    Attributes:
        traffic: RoCE version and IP family.
        network: GRH or IP header.
        udp: UDP header, None in v1.
        start: Offset of the network header: the ICRC counts from here.
        bth: Offset of the BTH.
        end: Offset after the ICRC, as the network header's length says; may exceed the frame.
        extended: IPv6 extension headers stand before UDP.
    """

    traffic: Traffic
    network: Grh | IPv4 | IPv6
    udp: Udp | None
    start: int
    bth: int
    end: int
    extended: bool = False


def foreign_ethertype(ethertype: int) -> Foreign:
    """Name a frame by an EtherType that is neither RoCE nor IP."""
    if ethertype < LOWEST_ETHERTYPE:
        return Foreign("IEEE 802.3 frame")
    return Foreign(_ETHERTYPE_NAMES.get(ethertype, f"EtherType 0x{ethertype:04x}"))


def open_v1(frame: bytes, offset: int) -> Envelope:
    """Find the BTH behind EtherType 0x8915.

    Raises:
        FrameError: The frame has no proper GRH there.
    """
    header = decode_grh(frame, offset)
    bth = offset + grh.HEADER_LENGTH
    return Envelope("v1", header, None, offset, bth, bth + header.payload_length)


def open_ipv4(frame: bytes, offset: int) -> Envelope | Foreign:
    """Find the BTH in an IPv4 packet, if it is one to UDP port 4791.

    Raises:
        FrameError: The packet goes to port 4791, but its headers contradict each other.
    """
    try:
        header = decode_ipv4(frame, offset)
    except FrameError as error:
        return Foreign(f"broken IPv4: {error}")
    if header.protocol != PROTOCOL_UDP or header.fragment_offset:
        return _foreign_packet("IPv4", header.protocol, later=bool(header.fragment_offset))
    start = offset + header.header_length
    datagram = _roce_datagram("IPv4", frame, start)
    if isinstance(datagram, Foreign):
        return datagram
    if header.more_fragments:
        raise FrameError("a fragmented datagram")
    if checksum_wrong(frame[offset:start]):
        raise FrameError("the IPv4 header checksum is wrong")
    end = offset + header.total_length
    return _v2("v2-ipv4", header, datagram, (offset, start, end))


def open_ipv6(frame: bytes, offset: int) -> Envelope | Foreign:
    """Find the BTH in an IPv6 packet; like ``open_ipv4``."""
    try:
        header = decode_ipv6(frame, offset)
    except FrameError as error:
        return Foreign(f"broken IPv6: {error}")
    later = bool(header.extensions.fragment_offset)
    if header.next_header != PROTOCOL_UDP or later:
        return _foreign_packet("IPv6", header.next_header, later=later)
    start = offset + header.header_length
    datagram = _roce_datagram("IPv6", frame, start)
    if isinstance(datagram, Foreign):
        return datagram
    if header.extensions.more_fragments:
        raise FrameError("a fragmented datagram")
    end = offset + ipv6.HEADER_LENGTH + header.payload_length
    return _v2("v2-ipv6", header, datagram, (offset, start, end))


OPENERS: Mapping[Traffic, Callable[[bytes, int], Envelope | Foreign]] = MappingProxyType(
    {"v1": open_v1, "v2-ipv4": open_ipv4, "v2-ipv6": open_ipv6}
)


def _v2(
    traffic: Traffic, header: IPv4 | IPv6, datagram: Udp, span: tuple[int, int, int]
) -> Envelope:
    offset, start, end = span
    if datagram.length != end - start:
        raise FrameError("UDP and IP lengths contradict each other")
    extended = isinstance(header, IPv6) and bool(header.extensions.kinds)
    return Envelope(
        traffic, header, datagram, offset, start + udp.HEADER_LENGTH, end, extended=extended
    )


def _foreign_packet(family: str, protocol: int, *, later: bool) -> Foreign:
    if later:
        return Foreign(f"{family} later fragment")
    return Foreign(f"{family} {_PROTOCOL_NAMES.get(protocol, f'protocol {protocol}')}")


def _roce_datagram(family: str, frame: bytes, start: int) -> Udp | Foreign:
    try:
        datagram = decode_udp(frame, start)
    except ShortFrameError as error:
        return Foreign(f"{family} UDP, {error}")
    if datagram.dport == ROCE_PORT:
        return datagram
    kind = "VXLAN, not looked into" if datagram.dport == _VXLAN_PORT else "other port"
    return Foreign(f"{family} UDP, {kind}")
