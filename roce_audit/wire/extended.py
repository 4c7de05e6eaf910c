"""The extension headers between BTH and payload: DETH, RETH, AETH and the smaller ones.

Each class builds its bytes and reads itself from them; ``LENGTH`` is its size in bytes. ``read``
expects the bytes to be there: ``decode_extended`` is the one that checks.
"""

import struct
from dataclasses import dataclass
from typing import ClassVar, Self

_ONE_WORD = struct.Struct(">I")
_TWO_WORDS = struct.Struct(">II")
_ONE_LONG = struct.Struct(">Q")
_REMOTE = struct.Struct(">QII")
_ATOMIC = struct.Struct(">QIQQ")
_BITS_24 = 0xFFFFFF


@dataclass(frozen=True, slots=True)
class Deth:
    """Datagram header of UD messages: queue key (32 bits) and source queue pair (24 bits)."""

    LENGTH: ClassVar[int] = 8
    qkey: int
    source_qp: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _TWO_WORDS.pack(self.qkey, self.source_qp)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset; the reserved byte is passed over."""
        qkey, source = _TWO_WORDS.unpack_from(data, offset)
        return cls(qkey, source & _BITS_24)


@dataclass(frozen=True, slots=True)
class Reth:
    """RDMA header: remote address (64 bits), remote key (32 bits) and bytes to move (32 bits)."""

    LENGTH: ClassVar[int] = 16
    virtual_address: int
    rkey: int
    dma_length: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _REMOTE.pack(self.virtual_address, self.rkey, self.dma_length)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        return cls(*_REMOTE.unpack_from(data, offset))


@dataclass(frozen=True, slots=True)
class Aeth:
    """Acknowledgement header: syndrome (8 bits) and message sequence number (24 bits)."""

    LENGTH: ClassVar[int] = 4
    syndrome: int
    msn: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _ONE_WORD.pack(self.syndrome << 24 | self.msn)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        (word,) = _ONE_WORD.unpack_from(data, offset)
        return cls(word >> 24, word & _BITS_24)


@dataclass(frozen=True, slots=True)
class ImmDt:
    """Immediate data, 32 bits."""

    LENGTH: ClassVar[int] = 4
    value: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _ONE_WORD.pack(self.value)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        return cls(*_ONE_WORD.unpack_from(data, offset))


@dataclass(frozen=True, slots=True)
class Ieth:
    """Remote key that the receiver is to invalidate, 32 bits."""

    LENGTH: ClassVar[int] = 4
    rkey: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _ONE_WORD.pack(self.rkey)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        return cls(*_ONE_WORD.unpack_from(data, offset))


@dataclass(frozen=True, slots=True)
class AtomicEth:
    """Request of an atomic operation: address, key, value to swap in or add, value to compare."""

    LENGTH: ClassVar[int] = 28
    virtual_address: int
    rkey: int
    swap: int
    compare: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _ATOMIC.pack(self.virtual_address, self.rkey, self.swap, self.compare)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        return cls(*_ATOMIC.unpack_from(data, offset))


@dataclass(frozen=True, slots=True)
class AtomicAckEth:
    """Answer to an atomic operation: what the memory held before, 64 bits."""

    LENGTH: ClassVar[int] = 8
    original: int

    def build(self) -> bytes:
        """Return the header's bytes."""
        return _ONE_LONG.pack(self.original)

    @classmethod
    def read(cls, data: bytes, offset: int) -> Self:
        """Read the header at an offset."""
        return cls(*_ONE_LONG.unpack_from(data, offset))


ExtendedHeader = Deth | Reth | Aeth | ImmDt | Ieth | AtomicEth | AtomicAckEth
