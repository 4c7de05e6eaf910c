"""Values as filters write them, read into sets of numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, prefix

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.ranges import Ranges

ReadValue: TypeAlias = "Callable[[str], Ranges]"
"""Reads one word; raises ParseError on what it does not know."""

MAC_BITS = 48
_MAC_PARTS = 6


def number(text: str, top: int) -> int:
    """Return a decimal, octal (0o is not used) or hexadecimal number up to ``top``."""
    try:
        value = int(text, 16 if text[:2] in {"0x", "0X"} else 10) if text.isascii() else -1
    except ValueError:
        value = -1
    if not 0 <= value <= top or "_" in text or text[:1] in {"+", "-"}:
        raise ParseError(f"expected a number up to {top}, got {text!r}")
    return value


def numbers(top: int, names: Mapping[str, int] | None = None) -> ReadValue:
    """Return a reader of ``N``, ``LOW-HIGH`` and names."""
    known = names or {}

    def one(text: str) -> int:
        found = known.get(text.strip('"').lower())
        if found is not None:
            return found
        if not text[:1].isdecimal():
            raise ParseError(f"unknown value {text!r}")
        return number(text, top)

    def read(text: str) -> Ranges:
        low, dash, high = text.partition("-")
        if dash and low[:1].isdecimal():
            return span(one(low), one(high))
        value = one(text)
        return ((value, value),)

    return read


def span(low: int, high: int) -> Ranges:
    """Return the numbers from ``low`` to ``high``, which may not be smaller."""
    if low > high:
        raise ParseError("is a range from high to low")
    return ((low, high),)


@lru_cache(maxsize=65536)
def ipv4(text: str) -> Ranges:
    """Return the addresses of ``A``, ``A/LEN``, ``A/MASK`` or ``A-B``."""
    return _addresses(text, IPV4_BITS)


@lru_cache(maxsize=65536)
def ipv6(text: str) -> Ranges:
    """Return the addresses of ``A``, ``A/LEN``, ``A/MASK`` or ``A-B``."""
    return _addresses(text, IPV6_BITS)


def _addresses(text: str, bits: int) -> Ranges:
    try:
        if "-" in text:
            low, _, high = text.partition("-")
            return span(address(low, bits), address(high, bits))
        return prefix(text, bits)
    except ValueError as problem:
        raise ParseError(f"unknown address {text!r}") from problem


def mac_number(text: str) -> int:
    """Return a MAC address as a number; parts of one digit are understood."""
    parts = text.split(":")
    try:
        values = [int(part, 16) for part in parts]
    except ValueError:
        values = []
    good = len(values) == _MAC_PARTS and all(0 <= value <= 0xFF for value in values)  # noqa: PLR2004 - a byte
    if not good:
        raise ParseError(f"unknown MAC address {text!r}")
    return int.from_bytes(bytes(values), "big")


def mac(text: str) -> Ranges:
    """Return the addresses of ``M``, ``M/LEN`` or ``M-M``."""
    base, slash, length = text.partition("/")
    if slash:
        free = (1 << (MAC_BITS - number(length, MAC_BITS))) - 1
        low_end = mac_number(base) & ~free
        return span(low_end, low_end | free)
    low, dash, high = text.partition("-")
    return span(mac_number(low), mac_number(high if dash else low))
