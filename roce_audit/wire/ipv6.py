"""The IPv6 header (RFC 8200) with the extension headers that may stand before UDP."""

import struct
from dataclasses import dataclass

from roce_audit.errors import FrameError, ShortFrameError
from roce_audit.wire.ipv4 import PROTOCOL_UDP

HEADER_LENGTH = 40
MOST_EXTENSIONS = 8
FRAGMENT = 44
_EXTENSIONS = frozenset((0, 43, FRAGMENT, 60))  # hop-by-hop, routing, fragment, destination
_EXTENSION_LENGTH = 8
_HEADER = struct.Struct(">IHBB16s16s")
_SHORT = struct.Struct(">H")
_VERSION = 6


@dataclass(frozen=True, slots=True)
class Extensions:
    """The extension headers of an IPv6 packet, read as far as RoCE needs them.

    Attributes:
        kinds: Header numbers in the order they stand.
        length: Bytes of all of them.
        more_fragments: A fragment header says that others follow.
        fragment_offset: In units of eight bytes; not 0 in a later fragment.
    """

    kinds: tuple[int, ...] = ()
    length: int = 0
    more_fragments: bool = False
    fragment_offset: int = 0


NO_EXTENSIONS = Extensions()


@dataclass(frozen=True, slots=True)
class IPv6:
    """An IPv6 header.

    Attributes:
        src: Source address, 16 bytes.
        dst: Destination address, 16 bytes.
        payload_length: Bytes after the 40 of this header, extension headers included.
        next_header: What follows the last extension header; 17 for UDP.
        dscp: Differentiated services code point, 0 to 63.
        ecn: Congestion bits, 0 to 3.
        flow_label: 20 bits.
        hop_limit: Hops left, 0 to 255.
        extensions: Extension headers; decoded, never built.
    """

    src: bytes
    dst: bytes
    payload_length: int
    next_header: int = PROTOCOL_UDP
    dscp: int = 0
    ecn: int = 0
    flow_label: int = 0
    hop_limit: int = 64
    extensions: Extensions = NO_EXTENSIONS

    @property
    def header_length(self) -> int:
        """Bytes of this header and its extension headers."""
        return HEADER_LENGTH + self.extensions.length

    def build(self) -> bytes:
        """Return the 40 bytes of the header.

        Raises:
            FrameError: Extension headers are given: these are read only.
        """
        if self.extensions.kinds:
            raise FrameError("IPv6 extension headers are decoded, not built")
        word = _VERSION << 28 | self.dscp << 22 | self.ecn << 20 | self.flow_label
        fixed = (word, self.payload_length, self.next_header, self.hop_limit)
        return _HEADER.pack(*fixed, self.src, self.dst)


def decode_ipv6(frame: bytes, offset: int) -> IPv6:
    """Decode the IPv6 header and the extension headers that begin at an offset.

    Raises:
        ShortFrameError: The frame ends inside a header.
        FrameError: The version is not 6, or there are too many extension headers.
    """
    if len(frame) < offset + HEADER_LENGTH:
        raise ShortFrameError("ends inside the IPv6 header")
    word, length, following, hops, src, dst = _HEADER.unpack_from(frame, offset)
    if word >> 28 != _VERSION:
        raise FrameError("IPv6 version is not 6")
    extensions = NO_EXTENSIONS
    if following in _EXTENSIONS:
        extensions, following = _decode_extensions(frame, offset + HEADER_LENGTH, following)
    traffic_class = word >> 20 & 0xFF
    fields = (traffic_class >> 2, traffic_class & 3, word & 0xFFFFF, hops)
    return IPv6(src, dst, length, following, *fields, extensions)


def _decode_extensions(frame: bytes, start: int, following: int) -> tuple[Extensions, int]:
    kinds: list[int] = []
    offset, fragment = start, 0
    while following in _EXTENSIONS:
        if len(kinds) == MOST_EXTENSIONS:
            raise FrameError(f"more than {MOST_EXTENSIONS} IPv6 extension headers")
        if len(frame) < offset + _EXTENSION_LENGTH:
            raise ShortFrameError("ends inside an IPv6 extension header")
        kinds.append(following)
        if following == FRAGMENT:
            (fragment,) = _SHORT.unpack_from(frame, offset + 2)
            following, offset = frame[offset], offset + _EXTENSION_LENGTH
            if fragment >> 3:
                break  # a later fragment: what follows is the middle of something
        else:
            length = (frame[offset + 1] + 1) * _EXTENSION_LENGTH
            following, offset = frame[offset], offset + length
    return Extensions(tuple(kinds), offset - start, bool(fragment & 1), fragment >> 3), following
