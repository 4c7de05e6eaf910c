"""Whole RoCE frames from their fields, with every length, checksum and the ICRC right."""

from dataclasses import dataclass, replace

from roce_audit.errors import FrameError
from roce_audit.wire.addresses import GID_LENGTH, IPV4_LENGTH
from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import (
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ETHERTYPE_ROCE,
    Ethernet,
    VlanTag,
)
from roce_audit.wire.extended import Aeth, Deth, ExtendedHeader
from roce_audit.wire.grh import Grh
from roce_audit.wire.icrc import ICRC_LENGTH, icrc_v1, icrc_v2_ipv4, icrc_v2_ipv6
from roce_audit.wire.ipv4 import HEADER_LENGTH as IPV4_HEADER_LENGTH
from roce_audit.wire.ipv4 import LONGEST_PACKET, IPv4, checksum
from roce_audit.wire.ipv6 import IPv6
from roce_audit.wire.opcodes import CNP, CNP_PAYLOAD_LENGTH, RC_ACKNOWLEDGE, UD_SEND_ONLY
from roce_audit.wire.udp import HEADER_LENGTH as UDP_LENGTH
from roce_audit.wire.udp import LOWEST_ROCE_SPORT, ROCE_PORT, Udp


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFields:
    """Layer 2 of a frame: MAC addresses of six bytes and VLAN tags, outermost first."""

    smac: bytes
    dmac: bytes
    tags: tuple[VlanTag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PathFields:
    """Layer 3 and 4 of a frame.

    Attributes:
        src: Source: a GID in v1; an IP address, four or 16 bytes, in v2.
        dst: Destination, as long as ``src``.
        dscp: DSCP; in v1 the upper six bits of the GRH traffic class.
        ecn: ECN; in v1 the lower two bits of it.
        ttl: TTL or hop limit.
        flow_label: Of GRH and IPv6.
        sport: UDP source port, v2 only.
        dport: UDP destination port, v2 only.
        with_checksum: Fill in the UDP checksum; RoCE senders leave it 0.
    """

    src: bytes
    dst: bytes
    dscp: int = 0
    ecn: int = 0
    ttl: int = 64
    flow_label: int = 0
    sport: int = LOWEST_ROCE_SPORT
    dport: int = ROCE_PORT
    with_checksum: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A transport message.

    Attributes:
        bth: Base Transport Header; its pad count is set when the message is built.
        extended: The extension headers of the opcode; that they are is for the caller to keep.
        payload: User data.
        padded: Fill the payload to a multiple of four bytes, as RoCE demands.
    """

    bth: Bth
    extended: tuple[ExtendedHeader, ...] = ()
    payload: bytes = b""
    padded: bool = True

    def build(self) -> bytes:
        """Return the message's bytes without the ICRC."""
        pad = -len(self.payload) % 4 if self.padded else 0
        headers = b"".join(header.build() for header in self.extended)
        return replace(self.bth, pad_count=pad).build() + headers + self.payload + b"\x00" * pad


def ud_send(dest_qp: int, payload: bytes, qkey: int = 0, source_qp: int = 0) -> Message:
    """Return a UD SEND ONLY message."""
    return Message(Bth(UD_SEND_ONLY, dest_qp), (Deth(qkey, source_qp),), payload)


def rc_acknowledge(dest_qp: int, psn: int, syndrome: int = 0, msn: int = 0) -> Message:
    """Return an RC acknowledgement; syndromes from 0x20 on refuse."""
    return Message(Bth(RC_ACKNOWLEDGE, dest_qp, psn), (Aeth(syndrome, msn),))


def cnp(dest_qp: int) -> Message:
    """Return a congestion notification: BECN set and 16 reserved bytes."""
    return Message(Bth(CNP, dest_qp, becn=True), (), b"\x00" * CNP_PAYLOAD_LENGTH)


def roce_v1_frame(link: LinkFields, path: PathFields, message: Message) -> bytes:
    """Return a RoCE v1 frame without FCS.

    Raises:
        FrameError: The addresses are no GIDs, or the message is too long for one packet.
    """
    if len(path.src) != GID_LENGTH or len(path.dst) != GID_LENGTH:
        raise FrameError("RoCE v1 is addressed by GIDs of 16 bytes")
    body = message.build()
    traffic_class = path.dscp << 2 | path.ecn
    length = _fitting(len(body) + ICRC_LENGTH)
    grh = Grh(path.src, path.dst, length, traffic_class, path.flow_label, path.ttl)
    packet = grh.build() + body
    return _link(link, ETHERTYPE_ROCE) + packet + icrc_v1(packet)


def roce_v2_frame(link: LinkFields, path: PathFields, message: Message) -> bytes:
    """Return a RoCE v2 frame without FCS; the length of the addresses tells the family.

    Raises:
        FrameError: The addresses are of no or of different families, or the message is too long
            for one packet.
    """
    if len(path.src) != len(path.dst) or len(path.src) not in {IPV4_LENGTH, GID_LENGTH}:
        raise FrameError("source and destination are not of one IP family")
    body = message.build()
    datagram = Udp(path.sport, path.dport, _fitting(UDP_LENGTH + len(body) + ICRC_LENGTH))
    ipv4 = len(path.src) == IPV4_LENGTH
    ip = _ipv4_header(path, datagram) if ipv4 else _ipv6_header(path, datagram)
    invariant = icrc_v2_ipv4 if ipv4 else icrc_v2_ipv6
    icrc = invariant(ip + datagram.build() + body)
    if path.with_checksum:
        datagram = _summed(path, datagram, body + icrc)
    ethertype = ETHERTYPE_IPV4 if ipv4 else ETHERTYPE_IPV6
    return _link(link, ethertype) + ip + datagram.build() + body + icrc


def _ipv4_header(path: PathFields, datagram: Udp) -> bytes:
    total = _fitting(IPV4_HEADER_LENGTH + datagram.length)
    header = IPv4(path.src, path.dst, total, dscp=path.dscp, ecn=path.ecn, ttl=path.ttl)
    return header.build()


def _ipv6_header(path: PathFields, datagram: Udp) -> bytes:
    return IPv6(
        path.src,
        path.dst,
        datagram.length,
        dscp=path.dscp,
        ecn=path.ecn,
        flow_label=path.flow_label,
        hop_limit=path.ttl,
    ).build()


def _link(link: LinkFields, ethertype: int) -> bytes:
    return Ethernet(link.dmac, link.smac, ethertype, link.tags).build()


def _fitting(length: int) -> int:
    if length > LONGEST_PACKET:
        raise FrameError(f"{length} bytes do not fit into one packet")
    return length


def _summed(path: PathFields, datagram: Udp, rest: bytes) -> Udp:
    """Fill in the UDP checksum; the ICRC does not depend on it."""
    pseudo = path.src + path.dst + datagram.length.to_bytes(4, "big") + b"\x00\x00\x00\x11"
    return replace(datagram, checksum=checksum(pseudo + datagram.build() + rest) or 0xFFFF)
