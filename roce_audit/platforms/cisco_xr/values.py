"""Addresses, ports and comparisons as value sets."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, address, masked, prefix
from roce_audit.packets.ranges import Ranges, single
from roce_audit.reading.comparisons import COMPARISONS, compared, named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.reading.statement import Words

PORT_TOP = 65535
_PORT_DIGITS = 5


def address_set(words: Words, bits: int) -> Ranges:
    """Read ``host A``, ``A/LEN`` or ``A WILDCARD``.

    Raises:
        ParseError: None of these, or a wildcard mask with too many holes.
    """
    word = words.take("an address")
    try:
        if word == "host":
            return single(address(words.take("an address"), bits))
        if "/" in word:
            return prefix(word, bits)
        values = masked(word, words.take("a wildcard mask"), bits)
    except ValueError:
        raise ParseError(f"{word!r} and what follows is no address") from None
    if values is None:
        raise ParseError("its wildcard mask stands for too many ranges")
    return values


def address_range(words: Words, bits: int) -> Ranges:
    """Read two addresses, the smaller one first.

    Raises:
        ParseError: Not such a pair.
    """
    low, high = (_one_address(words.take("an address"), bits) for _ in range(2))
    if low > high:
        raise ParseError("a range with the larger address first")
    return ((low, high),)


def _one_address(word: str, bits: int) -> int:
    try:
        return address(word, bits)
    except ValueError:
        raise ParseError(f"{word!r} is no address") from None


def port_set(words: Words, names: Mapping[str, int]) -> Ranges:
    """Read ``eq P``, ``neq P``, ``lt P``, ``gt P`` or ``range P P``.

    Returns:
        The ports; empty for ``lt 0`` and ``gt 65535``.

    Raises:
        ParseError: A port is not known.
    """
    comparison = words.take("a comparison")
    if comparison not in COMPARISONS:
        raise ParseError(f"expected a comparison, got {comparison!r}")
    first = _port(words, names)
    if comparison == "eq":
        return ((first, first),)
    last = _port(words, names) if comparison == "range" else first
    if first > last:
        raise ParseError(f"the range {first} {last} has the larger port first")
    return compared(comparison, first, last, PORT_TOP)


def _port(words: Words, names: Mapping[str, int]) -> int:
    word = words.take("a port")
    if word.isascii() and word.isdecimal() and len(word) <= _PORT_DIGITS:
        port: int | None = int(word)
    else:
        port = names.get(word)
    if port is None or port > PORT_TOP:
        raise ParseError(f"unknown port {word!r}")
    return port


def comparison_of(
    words: Words, names: Mapping[str, int], top: int, *, bare: bool = False
) -> Ranges:
    """Read ``OP N`` or ``range N N``; with ``bare`` a value alone means ``eq``.

    Raises:
        ParseError: Neither.
    """
    comparison = words.skip(*COMPARISONS)
    if not comparison and not bare:
        raise ParseError(f"expected a comparison, got {words.peek()!r}")
    first = named(words, names, top)
    last = named(words, names, top) if comparison == "range" else first
    if first > last:
        raise ParseError(f"the range {first} {last} has the larger value first")
    return compared(comparison or "eq", first, last, top)


def ether_type(word: str) -> int | None:
    """Return an EtherType as the device writes it: hexadecimal without prefix; None if not one."""
    if 0 < len(word) <= _TYPE_DIGITS and _HEX.issuperset(word):
        return int(word, 16)
    return None


@lru_cache(maxsize=8192)
def interface_address(base: str, mask: str) -> str:
    """Return ``A/LEN`` for an address with a netmask.

    Raises:
        ParseError: Not an address, or no netmask.
    """
    try:
        address(base, IPV4_BITS)
        bits = address(mask, IPV4_BITS)
    except ValueError:
        raise ParseError(f"{base} {mask} is no address with a netmask") from None
    free = ~bits & ((1 << IPV4_BITS) - 1)
    if free & (free + 1):
        raise ParseError(f"{mask} is not a netmask")
    return f"{base}/{IPV4_BITS - free.bit_length()}"


_TYPE_DIGITS = 4
_HEX = frozenset("0123456789abcdefABCDEF")
