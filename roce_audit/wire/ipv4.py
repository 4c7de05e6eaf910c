"""The IPv4 header (RFC 791) as RoCE v2 uses it."""

import struct
from dataclasses import dataclass

from roce_audit.errors import FrameError, ShortFrameError

HEADER_LENGTH = 20
LONGEST_PACKET = 0xFFFF
PROTOCOL_UDP = 17
_HEADER = struct.Struct(">BBHHHBBH4s4s")
_VERSION = 4
_MOST_OPTIONS = 40
_DONT_FRAGMENT = 0x4000
_MORE_FRAGMENTS = 0x2000


@dataclass(frozen=True, slots=True)
class IPv4:
    """An IPv4 header.

    Attributes:
        src: Source address, four bytes.
        dst: Destination address, four bytes.
        total_length: Bytes from the first of this header to the last of the packet.
        protocol: 17 for UDP.
        dscp: Differentiated services code point, 0 to 63.
        ecn: Congestion bits, 0 to 3; 3 is "congestion experienced".
        ttl: Hops left, 0 to 255.
        ident: Identification.
        dont_fragment: The DF bit; RoCE senders set it.
        more_fragments: The MF bit.
        fragment_offset: In units of eight bytes; not 0 in a later fragment.
        options: Options, a multiple of four bytes, at most 40.
    """

    src: bytes
    dst: bytes
    total_length: int
    protocol: int = PROTOCOL_UDP
    dscp: int = 0
    ecn: int = 0
    ttl: int = 64
    ident: int = 0
    dont_fragment: bool = True
    more_fragments: bool = False
    fragment_offset: int = 0
    options: bytes = b""

    @property
    def header_length(self) -> int:
        """Bytes of this header with its options."""
        return HEADER_LENGTH + len(self.options)

    def build(self) -> bytes:
        """Return the header's bytes with the right checksum.

        Raises:
            FrameError: The options are no multiple of four bytes, or more than 40.
        """
        if len(self.options) % 4 or len(self.options) > _MOST_OPTIONS:
            raise FrameError(f"{len(self.options)} bytes of IPv4 options do not fit a header")
        blank = self._pack(0)
        return self._pack(checksum(blank))

    def _pack(self, header_checksum: int) -> bytes:
        flags = self.dont_fragment * _DONT_FRAGMENT | self.more_fragments * _MORE_FRAGMENTS
        fixed = _HEADER.pack(
            _VERSION << 4 | self.header_length // 4,
            self.dscp << 2 | self.ecn,
            self.total_length,
            self.ident,
            flags | self.fragment_offset,
            self.ttl,
            self.protocol,
            header_checksum,
            self.src,
            self.dst,
        )
        return fixed + self.options


def checksum(data: bytes) -> int:
    """Return the internet checksum of some bytes: 0 where a right checksum is among them.

    Source:
        RFC 1071.
    """
    if len(data) % 2:
        data += b"\x00"
    words: tuple[int, ...] = struct.unpack(f">{len(data) // 2}H", data)
    total = sum(words)
    while total > LONGEST_PACKET:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def checksum_wrong(header: bytes) -> bool:
    """Tell whether a header carries a checksum that is filled in and wrong.

    A checksum of 0 is one that the sending host left to its NIC: a capture on that host shows it
    before it is filled in.
    """
    return header[10:12] != b"\x00\x00" and checksum(header) != 0


def decode_ipv4(frame: bytes, offset: int) -> IPv4:
    """Decode the IPv4 header that begins at an offset.

    The total length is checked against the header only, not against the frame.

    Raises:
        ShortFrameError: The frame ends inside the header.
        FrameError: The version is not 4, or a length contradicts the header.
    """
    if len(frame) < offset + HEADER_LENGTH:
        raise ShortFrameError("ends inside the IPv4 header")
    first, tos, total, ident, flags, ttl, protocol, _, src, dst = _HEADER.unpack_from(frame, offset)
    options_end = offset + (first & 0xF) * 4
    if first >> 4 != _VERSION:
        raise FrameError("IPv4 version is not 4")
    if options_end < offset + HEADER_LENGTH or total < options_end - offset:
        raise FrameError("IPv4 lengths contradict each other")
    if len(frame) < options_end:
        raise ShortFrameError("ends inside the IPv4 options")
    return IPv4(
        src,
        dst,
        total,
        protocol,
        tos >> 2,
        tos & 3,
        ttl,
        ident,
        bool(flags & _DONT_FRAGMENT),
        bool(flags & _MORE_FRAGMENTS),
        flags & 0x1FFF,
        frame[offset + HEADER_LENGTH : options_end],
    )
