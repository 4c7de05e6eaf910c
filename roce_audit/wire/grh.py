"""The Global Route Header: mandatory in RoCE v1, where it stands directly after EtherType 0x8915.

In RoCE v2 the IP and UDP headers take its place and it never appears on the wire.
"""

import struct
from dataclasses import dataclass

from roce_audit.errors import FrameError, ShortFrameError

HEADER_LENGTH = 40
NEXT_HEADER_BTH = 0x1B
_HEADER = struct.Struct(">IHBB16s16s")
_VERSION = 6


@dataclass(frozen=True, slots=True)
class Grh:
    """A Global Route Header.

    Attributes:
        sgid: Source GID, 16 bytes.
        dgid: Destination GID, 16 bytes.
        payload_length: Bytes after this header, the ICRC included.
        traffic_class: 8 bits; no switch takes them for an IP DSCP.
        flow_label: 20 bits.
        hop_limit: 0 to 255; nothing counts it down, since v1 is never routed.
        next_header: 0x1B: a Base Transport Header follows.
    """

    sgid: bytes
    dgid: bytes
    payload_length: int
    traffic_class: int = 0
    flow_label: int = 0
    hop_limit: int = 1
    next_header: int = NEXT_HEADER_BTH

    def build(self) -> bytes:
        """Return the 40 bytes of the header."""
        word = _VERSION << 28 | self.traffic_class << 20 | self.flow_label
        fixed = (word, self.payload_length, self.next_header, self.hop_limit)
        return _HEADER.pack(*fixed, self.sgid, self.dgid)


def decode_grh(frame: bytes, offset: int) -> Grh:
    """Decode the header that begins at an offset; its length field is not checked here.

    Raises:
        ShortFrameError: The frame ends inside the header.
        FrameError: The version is not 6, or no BTH follows.
    """
    if len(frame) < offset + HEADER_LENGTH:
        raise ShortFrameError("ends inside the GRH")
    word, length, following, hops, sgid, dgid = _HEADER.unpack_from(frame, offset)
    if word >> 28 != _VERSION:
        raise FrameError("GRH version is not 6")
    if following != NEXT_HEADER_BTH:
        raise FrameError("GRH next header is not 0x1b")
    return Grh(sgid, dgid, length, word >> 20 & 0xFF, word & 0xFFFFF, hops)
