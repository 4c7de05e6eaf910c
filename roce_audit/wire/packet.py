"""One captured frame, decoded: RoCE, malformed RoCE, RoCE cut short, or something else.

``decode_frame`` answers for any bytes and never raises. A frame counts as RoCE by EtherType 0x8915
or by UDP destination port 4791 alone; what does not fit after that is malformed RoCE, because a
receiver takes it for RoCE and drops it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from roce_audit.errors import FrameError, ShortFrameError
from roce_audit.wire import envelope
from roce_audit.wire.bth import HEADER_LENGTH as BTH_LENGTH
from roce_audit.wire.bth import Bth, decode_bth
from roce_audit.wire.envelope import Envelope, Foreign, Traffic
from roce_audit.wire.ethernet import Ethernet
from roce_audit.wire.extended import ExtendedHeader
from roce_audit.wire.grh import Grh
from roce_audit.wire.icrc import ICRC_LENGTH, icrc_v1, icrc_v2_ipv4, icrc_v2_ipv6
from roce_audit.wire.ipv4 import IPv4
from roce_audit.wire.ipv6 import IPv6
from roce_audit.wire.links import LINK_DECODERS, LINK_ETHERNET
from roce_audit.wire.opcodes import CNP, CNP_PAYLOAD_LENGTH, decode_extended
from roce_audit.wire.udp import Udp


class IcrcState(Enum):
    """What is known of a packet's ICRC."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_CHECKABLE = "not checkable"


@dataclass(frozen=True, slots=True)
class RocePacket:
    """A well-formed RoCE packet.

    Attributes:
        traffic: RoCE version and IP family.
        ethernet: Link header with its VLAN tags; without addresses where the capture kept none.
        network: The GRH of v1, the IP header of v2.
        udp: The UDP header of v2, None in v1.
        bth: Base Transport Header.
        extended: Extension headers, in their order.
        payload: User data without pad bytes; less where the capture cut the frame.
        icrc: Whether the ICRC is right; not checkable where it was not captured, or behind IPv6
            extension headers.
    """

    traffic: Traffic
    ethernet: Ethernet
    network: Grh | IPv4 | IPv6
    udp: Udp | None
    bth: Bth
    extended: tuple[ExtendedHeader, ...]
    payload: bytes
    icrc: IcrcState

    @property
    def addresses(self) -> tuple[bytes, bytes]:
        """Source and destination: GIDs in v1, IP addresses in v2, packed."""
        network = self.network
        if isinstance(network, Grh):
            return network.sgid, network.dgid
        return network.src, network.dst

    @property
    def is_cnp(self) -> bool:
        """Whether this is a congestion notification."""
        return self.bth.opcode == CNP


@dataclass(frozen=True, slots=True)
class Malformed:
    """A frame that claims to be RoCE and contradicts itself; ``reason`` says where."""

    traffic: Traffic
    reason: str


@dataclass(frozen=True, slots=True)
class CutShort:
    """A RoCE frame of which the capture kept too little to read its headers."""

    traffic: Traffic


Decoded = RocePacket | Malformed | CutShort | Foreign

_ICRC: Mapping[Traffic, Callable[[memoryview], bytes]] = MappingProxyType(
    {"v1": icrc_v1, "v2-ipv4": icrc_v2_ipv4, "v2-ipv6": icrc_v2_ipv6}
)


def decode_frame(frame: bytes, original_length: int = 0, link_type: int = LINK_ETHERNET) -> Decoded:
    """Decode one frame.

    Args:
        frame: The bytes that the capture kept, without the FCS or with it.
        original_length: Length on the wire; 0 where nothing was cut off.
        link_type: What the frame begins with; others than ``LINK_DECODERS`` are not looked into.
    """
    decode_link = LINK_DECODERS.get(link_type)
    if decode_link is None:
        return Foreign(f"link type {link_type}, not looked into")
    try:
        ethernet, offset = decode_link(frame)
    except FrameError as error:
        return Foreign(str(error))
    traffic = envelope.TRAFFIC.get(ethernet.ethertype)
    if traffic is None:
        return envelope.foreign_ethertype(ethernet.ethertype)
    length = max(original_length, len(frame))
    try:
        found = envelope.OPENERS[traffic](frame, offset)
        return found if isinstance(found, Foreign) else _message(frame, length, ethernet, found)
    except ShortFrameError as error:
        return CutShort(traffic) if length > len(frame) else Malformed(traffic, str(error))
    except FrameError as error:
        return Malformed(traffic, str(error))


def _message(frame: bytes, length: int, ethernet: Ethernet, found: Envelope) -> RocePacket:
    end = found.end - ICRC_LENGTH
    if found.end > length:
        raise FrameError("the length field says more than the frame has")
    if end < found.bth + BTH_LENGTH:
        raise FrameError("too short for a BTH and an ICRC")
    body = frame[:end]
    try:
        bth = decode_bth(body, found.bth)
        extended, start = decode_extended(bth.opcode, body, found.bth + BTH_LENGTH)
    except ShortFrameError as error:
        if len(frame) < end:
            raise
        raise FrameError(str(error)) from error
    if end - bth.pad_count < start:
        raise FrameError("the pad count exceeds the payload")
    if bth.opcode == CNP and end - start != CNP_PAYLOAD_LENGTH:
        raise FrameError("a CNP without its 16 reserved bytes")
    payload = body[start : end - bth.pad_count]
    icrc = _judged(frame, found)
    return RocePacket(
        found.traffic, ethernet, found.network, found.udp, bth, extended, payload, icrc
    )


def _judged(frame: bytes, found: Envelope) -> IcrcState:
    if found.end > len(frame) or found.extended:
        return IcrcState.NOT_CHECKABLE
    end = found.end - ICRC_LENGTH
    right = _ICRC[found.traffic](memoryview(frame)[found.start : end])
    return IcrcState.RIGHT if right == frame[end : found.end] else IcrcState.WRONG
