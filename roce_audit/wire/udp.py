"""The UDP header (RFC 768): RoCE v2 always goes to port 4791, in both directions."""

import struct
from dataclasses import dataclass

from roce_audit.errors import ShortFrameError

HEADER_LENGTH = 8
ROCE_PORT = 4791
LOWEST_ROCE_SPORT = 0xC000
_HEADER = struct.Struct(">HHHH")


@dataclass(frozen=True, slots=True)
class Udp:
    """A UDP header.

    Attributes:
        sport: Source port: entropy for ECMP, never a RoCE mark; 0 occurs in real CNPs.
        dport: Destination port; 4791 is RoCE v2.
        length: Bytes of header and payload.
        checksum: 0 where none was made, which is usual and allowed.
    """

    sport: int
    dport: int
    length: int
    checksum: int = 0

    def build(self) -> bytes:
        """Return the eight bytes of the header."""
        return _HEADER.pack(self.sport, self.dport, self.length, self.checksum)


def decode_udp(frame: bytes, offset: int) -> Udp:
    """Decode the header that begins at an offset; its length field is not checked here.

    Raises:
        ShortFrameError: The frame ends inside the header.
    """
    if len(frame) < offset + HEADER_LENGTH:
        raise ShortFrameError("ends inside the UDP header")
    return Udp(*_HEADER.unpack_from(frame, offset))
