"""Addresses, ports and comparisons as value sets."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, address, masked, prefix
from roce_audit.packets.ranges import Ranges, complement, normalise, single
from roce_audit.reading.comparisons import compared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.reading.statement import Words

PORT_TOP = 65535
_PORT_DIGITS = 5
MOST_PORTS = 10
"""Ports that the device takes behind one ``eq`` or ``neq``."""
_IPV4_TOP = (1 << IPV4_BITS) - 1


def address_set(words: Words, bits: int) -> Ranges:
    """Read ``host A``, ``A WILDCARD`` or, with 128 bits, ``A/LEN``.

    Raises:
        ParseError: None of these, or a wildcard mask with too many holes.
    """
    word = words.take("an address")
    try:
        if word == "host":
            return single(address(words.take("an address"), bits))
        if bits != IPV4_BITS and "/" in word:
            return prefix(word, bits)
        values = masked(word, words.take("a wildcard mask"), bits)
    except ValueError:
        raise ParseError(f"{word!r} and what follows is no address") from None
    if values is None:
        raise ParseError("its wildcard mask stands for too many ranges")
    return values


def port_number(word: str, names: Mapping[str, int]) -> int | None:
    """Return the port that a word means; None if it is none."""
    if word.isascii() and word.isdecimal():
        value = int(word) if len(word) <= _PORT_DIGITS else PORT_TOP + 1
        return value if value <= PORT_TOP else None
    return names.get(word)


def port_set(words: Words, names: Mapping[str, int]) -> Ranges:
    """Read ``eq P...``, ``neq P...``, ``lt P``, ``gt P`` or ``range P P``.

    Returns:
        The ports; empty for ``lt 0`` and ``gt 65535``.

    Raises:
        ParseError: A port is not known, or there are more than the device takes.
    """
    comparison = words.take()
    if comparison in ("eq", "neq"):
        listed = _port_list(words, names)
        return listed if comparison == "eq" else complement(listed, PORT_TOP)
    first = _one_port(words, names)
    last = _one_port(words, names) if comparison == "range" else first
    if comparison == "range" and first > last:
        raise ParseError(f"the range {first} {last} has the larger port first")
    return compared(comparison, first, last, PORT_TOP)


def _port_list(words: Words, names: Mapping[str, int]) -> Ranges:
    found = [_one_port(words, names)]
    while (port := port_number(words.peek(), names)) is not None:
        words.take()
        found.append(port)
    if len(found) > MOST_PORTS:
        raise ParseError(f"more than {MOST_PORTS} ports")
    if len(found) == 1:
        return ((found[0], found[0]),)
    return normalise((port, port) for port in found)


def _one_port(words: Words, names: Mapping[str, int]) -> int:
    word = words.take("a port")
    port = port_number(word, names)
    if port is None:
        raise ParseError(f"unknown port {word!r}")
    return port


@lru_cache(maxsize=8192)
def network(base: str, mask: str) -> Ranges:
    """Return the addresses of a base and a netmask (one bits must match), or a ``/LEN``.

    Raises:
        ParseError: Not an address, or no netmask: a wildcard mask, for instance.
    """
    try:
        if mask.startswith("/"):
            return prefix(base + mask, IPV4_BITS)
        low, bits = address(base, IPV4_BITS), address(mask, IPV4_BITS)
    except ValueError:
        raise ParseError(f"{base} {mask} is no address with a netmask") from None
    free = ~bits & _IPV4_TOP
    if free & (free + 1):
        raise ParseError(f"{mask} is not a netmask")
    return ((low & bits, low & bits | free),)
