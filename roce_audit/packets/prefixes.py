"""IP addresses and prefixes as value sets, and back."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING

from roce_audit.packets.ranges import Ranges, wildcard

if TYPE_CHECKING:
    from collections.abc import Iterator

IPV4_BITS = 32
IPV6_BITS = 128


@lru_cache(maxsize=65536)
def address(text: str, bits: int) -> int:
    """Return an address as a number.

    Args:
        text: Dotted or colon form, no prefix length.
        bits: 32 or 128.

    Raises:
        ValueError: Not an address of that version.
    """
    return int(IPv4Address(text)) if bits == IPV4_BITS else int(IPv6Address(text))


@lru_cache(maxsize=65536)
def prefix(text: str, bits: int) -> Ranges:
    """Return the addresses of ``A/LEN`` (host bits may be set) or of the single address ``A``.

    Raises:
        ValueError: Not a prefix of that version.
    """
    base, slash, length = text.partition("/")
    if slash and not (length.isascii() and length.isdecimal() and int(length) <= bits):
        raise ValueError(f"not a prefix length: {length!r}")
    free = bits - int(length) if slash else 0
    low = address(base, bits) >> free << free
    return ((low, low + (1 << free) - 1),)


@lru_cache(maxsize=65536)
def masked(base: str, dont_care: str, bits: int) -> Ranges | None:
    """Return the addresses of a base and a wildcard mask (one bits are free).

    Returns:
        The set, or None if it needs too many ranges to be held.

    Raises:
        ValueError: Either is not an address of that version.
    """
    return wildcard(address(base, bits), address(dont_care, bits), bits)


def prefixes(values: Ranges, bits: int) -> Iterator[str]:
    """Yield the fewest prefixes that together are exactly ``values``, ``A/LEN`` each."""
    for low, high in values:
        yield from _cover(low, high, bits)


def _cover(low: int, high: int, bits: int) -> Iterator[str]:
    while low <= high:
        free = (low & -low).bit_length() - 1 if low else bits
        free = min(free, (high - low + 1).bit_length() - 1)
        yield f"{address_text(low, bits)}/{bits - free}"
        low += 1 << free


def address_text(value: int, bits: int) -> str:
    """Return an address in its usual form."""
    return str(IPv4Address(value) if bits == IPV4_BITS else IPv6Address(value))
