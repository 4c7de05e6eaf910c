"""Addresses, ports and comparisons as value sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.holes import pierced
from roce_audit.packets.prefixes import IPV4_BITS, address, masked, prefix
from roce_audit.packets.ranges import Range, Ranges, single

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.reading.statement import Words

PORT_TOP = 65535
_PORT_DIGITS = 5
COMPARISONS = ("eq", "neq", "lt", "gt", "range")


def address_set(words: Words, bits: int) -> Ranges | None:
    """Read ``host A``, ``A/LEN`` or ``A WILDCARD`` (IPv4 only).

    Returns:
        The addresses; None for a wildcard mask that needs too many ranges.

    Raises:
        ParseError: None of these.
    """
    word = words.take("an address")
    try:
        if word == "host":
            host = words.take("an address")
            if "/" in host:
                raise ParseError(f"{host!r} is not a single address")
            return prefix(host, bits)
        if "/" in word:
            return prefix(word, bits)
        if bits == IPV4_BITS:
            return masked(word, words.take("a wildcard mask"), bits)
    except ValueError:
        raise ParseError(f"{word!r} is not an address") from None
    raise ParseError(f"{word!r} is not a prefix")


def address_box(words: Words, field: Field, bits: int) -> Box:
    """Read an address as ``address_set`` does, as a condition on ``field``.

    Raises:
        ParseError: None of these.
    """
    base, mask = words.peek(), words.peek(1)
    values = address_set(words, bits)
    if values is not None:
        return {field: values}
    return pierced(field, address(base, bits), address(mask, bits))


def port_set(words: Words, names: Mapping[str, int]) -> Ranges:
    """Read ``eq P``, ``neq P``, ``lt P``, ``gt P`` or ``range P P``.

    Returns:
        The ports; empty for ``lt 0`` and ``gt 65535``.

    Raises:
        ParseError: Not a comparison, or a name that is not known.
    """
    comparison = words.take("a comparison")
    if comparison not in COMPARISONS:
        raise ParseError(f"unknown word {comparison!r}")
    first = _port(words, names)
    last = _port(words, names) if comparison == "range" else first
    return compared(comparison, first, last, PORT_TOP)


def compared(comparison: str, first: int, last: int, top: int) -> Ranges:
    """Return the numbers up to ``top`` that a comparison takes; reversed ranges are swapped."""
    parts: tuple[Range, ...]
    match comparison:
        case "eq":
            return single(first)
        case "neq":
            parts = ((0, first - 1), (first + 1, top))
        case "lt":
            parts = ((0, first - 1),)
        case "gt":
            parts = ((first + 1, top),)
        case _:
            parts = ((min(first, last), max(first, last)),)
    return tuple(part for part in parts if part[0] <= part[1])


def _port(words: Words, names: Mapping[str, int]) -> int:
    word = words.take("a port")
    known = names.get(word)
    if known is not None:
        return known
    if word.isascii() and word.isdecimal() and len(word) <= _PORT_DIGITS and int(word) <= PORT_TOP:
        return int(word)
    raise ParseError(f"unknown port {word!r}")
