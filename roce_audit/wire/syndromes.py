"""What an acknowledgement says: the syndrome of the AETH in words."""

from types import MappingProxyType

_POSITIVE = 0x20
_RNR_END = 0x40
_NAK = 0x60
_NAK_END = 0x80
_NAK_CODES = MappingProxyType(
    {
        0: "PSN sequence error",
        1: "invalid request",
        2: "remote access error",
        3: "remote operational error",
        4: "invalid RD request",
    }
)


def is_refusal(syndrome: int) -> bool:
    """Tell whether a syndrome is anything but a plain acknowledgement."""
    return syndrome >= _POSITIVE


def syndrome_name(syndrome: int) -> str:
    """Return ``ACK``, ``RNR NAK``, or ``NAK`` with its reason.

    Source:
        The syndromes of the kernel's soft RoCE driver (rxe_hdr.h).
    """
    if syndrome < _POSITIVE:
        return "ACK"
    if syndrome < _RNR_END:
        return "RNR NAK"
    if _NAK <= syndrome < _NAK_END:
        reason = _NAK_CODES.get(syndrome - _NAK)
        return f"NAK {reason}" if reason else f"NAK code {syndrome - _NAK}"
    return f"reserved syndrome 0x{syndrome:02x}"
