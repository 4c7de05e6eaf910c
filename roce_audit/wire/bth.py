"""The Base Transport Header: twelve bytes at the head of every RoCE message."""

import struct
from dataclasses import dataclass

from roce_audit.errors import FrameError, ShortFrameError

HEADER_LENGTH = 12
DEFAULT_PKEY = 0xFFFF
_HEADER = struct.Struct(">BBHII")
_BITS_24 = 0xFFFFFF


@dataclass(frozen=True, slots=True)
class Bth:
    """A Base Transport Header.

    Attributes:
        opcode: 8 bits: transport service and operation, see ``opcode_name``.
        dest_qp: Destination queue pair, 24 bits; 1 is the connection manager's.
        psn: Packet sequence number, 24 bits.
        solicited: The receiver is asked to raise an event.
        migrated: Path migration state (MigReq).
        pad_count: Bytes, 0 to 3, that fill the payload to a multiple of four.
        pkey: Partition key; 0xffff by default on RoCE.
        fecn: Forward congestion notification.
        becn: Backward congestion notification; set in a CNP.
        ack_request: The sender wants an acknowledgement.
    """

    opcode: int
    dest_qp: int
    psn: int = 0
    solicited: bool = False
    migrated: bool = False
    pad_count: int = 0
    pkey: int = DEFAULT_PKEY
    fecn: bool = False
    becn: bool = False
    ack_request: bool = False

    def build(self) -> bytes:
        """Return the twelve bytes of the header; reserved bits are 0."""
        return _HEADER.pack(
            self.opcode,
            self.solicited << 7 | self.migrated << 6 | self.pad_count << 4,
            self.pkey,
            self.fecn << 31 | self.becn << 30 | self.dest_qp,
            self.ack_request << 31 | self.psn,
        )


def decode_bth(frame: bytes, offset: int) -> Bth:
    """Decode the header that begins at an offset; reserved bits are passed over.

    Raises:
        ShortFrameError: The frame ends inside the header.
        FrameError: The transport header version is not 0.
    """
    if len(frame) < offset + HEADER_LENGTH:
        raise ShortFrameError("ends inside the BTH")
    opcode, flags, pkey, qp_word, psn_word = _HEADER.unpack_from(frame, offset)
    if flags & 0xF:
        raise FrameError("BTH version is not 0")
    return Bth(
        opcode,
        qp_word & _BITS_24,
        psn_word & _BITS_24,
        bool(flags & 0x80),
        bool(flags & 0x40),
        flags >> 4 & 3,
        pkey,
        bool(qp_word & 0x80000000),
        bool(qp_word & 0x40000000),
        bool(psn_word & 0x80000000),
    )
