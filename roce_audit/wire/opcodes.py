"""BTH opcodes: their names, and the extension headers that each one brings.

The upper three bits name the transport service, the lower five the operation. Extension headers
are known for RC, UC and UD. Messages of the rare RD and XRC services are named, and so are the
young RC FLUSH and ATOMIC WRITE; what follows their BTH is left alone.

Source:
    The opcode tables of the kernel (ib_pack.h and the soft RoCE driver); 0x81 is the congestion
    notification of annex A17; XRC as Wireshark dissects it.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from roce_audit.errors import ShortFrameError
from roce_audit.wire.extended import (
    Aeth,
    AtomicAckEth,
    AtomicEth,
    Deth,
    ExtendedHeader,
    Ieth,
    ImmDt,
    Reth,
)

RC_SEND_ONLY = 0x04
RC_RDMA_WRITE_ONLY = 0x0A
RC_ACKNOWLEDGE = 0x11
UC = 0x20
UD_SEND_ONLY = 0x64
CNP = 0x81
CNP_PAYLOAD_LENGTH = 16

_LOWEST_MANUFACTURER = 0xC0
_ENDS = ("FIRST", "MIDDLE", "LAST", "LAST WITH IMMEDIATE", "ONLY", "ONLY WITH IMMEDIATE")
_SEND_WRITE = tuple(f"{verb} {end}" for verb in ("SEND", "RDMA WRITE") for end in _ENDS)
_READ_ATOMIC = (
    "RDMA READ REQUEST",
    "RDMA READ RESPONSE FIRST",
    "RDMA READ RESPONSE MIDDLE",
    "RDMA READ RESPONSE LAST",
    "RDMA READ RESPONSE ONLY",
    "ACKNOWLEDGE",
    "ATOMIC ACKNOWLEDGE",
    "COMPARE SWAP",
    "FETCH ADD",
)
_RELIABLE = dict(enumerate(_SEND_WRITE + _READ_ATOMIC))
_INVALIDATE = {0x16: "SEND LAST WITH INVALIDATE", 0x17: "SEND ONLY WITH INVALIDATE"}
_SERVICES: tuple[tuple[str, int, Mapping[int, str]], ...] = (
    ("RC", 0x00, _RELIABLE | _INVALIDATE | {0x1C: "FLUSH", 0x1D: "ATOMIC WRITE"}),
    ("UC", UC, dict(enumerate(_SEND_WRITE))),
    ("RD", 0x40, _RELIABLE | {0x1C: "FLUSH"}),
    ("UD", 0x60, {4: "SEND ONLY", 5: "SEND ONLY WITH IMMEDIATE"}),
    ("XRC", 0xA0, _RELIABLE | _INVALIDATE),
)


def _named() -> Iterator[tuple[int, str]]:
    for service, base, operations in _SERVICES:
        for operation, name in operations.items():
            yield base | operation, f"{service} {name}"
    yield CNP, "CNP"


OPCODE_NAMES: Mapping[int, str] = MappingProxyType(dict(_named()))

HeaderKind = type[Deth | Reth | Aeth | ImmDt | Ieth | AtomicEth | AtomicAckEth]
_WRITES: dict[int, tuple[HeaderKind, ...]] = {
    0x03: (ImmDt,),
    0x05: (ImmDt,),
    0x06: (Reth,),
    0x09: (ImmDt,),
    0x0A: (Reth,),
    0x0B: (Reth, ImmDt),
}
EXTENSION_HEADERS: Mapping[int, tuple[HeaderKind, ...]] = MappingProxyType(
    {
        **_WRITES,
        **{UC | operation: kinds for operation, kinds in _WRITES.items()},
        0x0C: (Reth,),
        0x0D: (Aeth,),
        0x0F: (Aeth,),
        0x10: (Aeth,),
        0x11: (Aeth,),
        0x12: (Aeth, AtomicAckEth),
        0x13: (AtomicEth,),
        0x14: (AtomicEth,),
        0x16: (Ieth,),
        0x17: (Ieth,),
        0x64: (Deth,),
        0x65: (Deth, ImmDt),
    }
)


def opcode_name(opcode: int) -> str:
    """Return an opcode's name; for one without a name, its range and number."""
    name = OPCODE_NAMES.get(opcode)
    if name is not None:
        return name
    kind = "manufacturer" if opcode >= _LOWEST_MANUFACTURER else "reserved"
    return f"{kind} 0x{opcode:02x}"


def decode_extended(
    opcode: int, frame: bytes, offset: int
) -> tuple[tuple[ExtendedHeader, ...], int]:
    """Decode the extension headers that an opcode brings.

    Returns:
        The headers in their order, none where the opcode has none or is not known, and the offset
        of the payload.

    Raises:
        ShortFrameError: The frame ends inside one of them.
    """
    kinds = EXTENSION_HEADERS.get(opcode)
    if kinds is None:
        return (), offset
    headers: list[ExtendedHeader] = []
    for kind in kinds:
        if len(frame) < offset + kind.LENGTH:
            raise ShortFrameError(f"ends inside the {kind.__name__.upper()}")
        headers.append(kind.read(frame, offset))
        offset += kind.LENGTH
    return tuple(headers), offset
