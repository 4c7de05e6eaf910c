"""Values of iptables and ebtables options, read into sets of numbers."""

from __future__ import annotations

from functools import lru_cache

from roce_audit.errors import ParseError
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address
from roce_audit.packets.ranges import Ranges, normalise, single, wildcard
from roce_audit.platforms.linux import names
from roce_audit.platforms.linux.values import ipv4, ipv6, number, numbers, span

PORT_TOP = 0xFFFF
BYTE_TOP = 0xFF
PORTED: Ranges = normalise((n, n) for n in (6, 17, 33, 132, 136))
"""Protocols whose packets have ports."""
_BITS = {"ip": IPV4_BITS, "ip6": IPV6_BITS}
_DOTS = 3
_PORT = numbers(PORT_TOP, names.SERVICES)


@lru_cache(maxsize=65536)
def ports(text: str) -> Ranges:
    """Return the ports of ``N``, ``LOW:HIGH``, ``:HIGH`` or ``LOW:``; names are understood."""
    low, colon, high = text.partition(":")
    if not colon:
        return _PORT(text)
    first = _PORT(low)[0][0] if low else 0
    return span(first, _PORT(high)[0][0] if high else PORT_TOP)


def port_list(text: str) -> Ranges:
    """Return the ports of several, with commas between."""
    return normalise(pair for part in text.split(",") for pair in ports(part))


def addresses(text: str, family: str) -> Ranges:
    """Return the addresses of ``A``, ``A/LEN``, ``A/MASK``, ``A-B`` or several, commas between.

    IPv4 bytes left out at the end are 0, as iptables reads them: ``0/0``, ``10.5/16``.

    Raises:
        ParseError: Not addresses, or a mask of too many parts.
    """
    if "," not in text:
        return _addresses(text, family)
    return normalise(pair for part in text.split(",") for pair in _addresses(part, family))


def _addresses(text: str, family: str) -> Ranges:
    base, slash, mask = text.partition("/")
    if family == "ip" and base.replace(".", "").isdecimal():
        base += ".0" * (_DOTS - base.count("."))
        text = f"{base}{slash}{mask}"
    if not slash or not ("." in mask or ":" in mask):
        return ipv4(text) if family == "ip" else ipv6(text)
    bits = _BITS[family]
    try:
        free = ~address(mask, bits) & ((1 << bits) - 1)
        found = wildcard(address(base, bits), free, bits)
    except ValueError as problem:
        raise ParseError(f"unknown address {text!r}") from problem
    if found is None:
        raise ParseError(f"has a mask of too many parts: {text!r}")
    return found


def between(text: str) -> Ranges:
    """Return the lengths of ``N``, ``LOW:HIGH``, ``:HIGH`` or ``LOW:``."""
    low, colon, high = text.partition(":")
    first = number(low, PORT_TOP) if low else 0
    if not colon:
        return single(first)
    return span(first, number(high, PORT_TOP) if high else PORT_TOP)


def less(text: str) -> Ranges:
    """Return the bytes below a number."""
    bound = number(text, BYTE_TOP)
    return ((0, bound - 1),) if bound else ()


def more(text: str) -> Ranges:
    """Return the bytes above a number."""
    bound = number(text, BYTE_TOP)
    return ((bound + 1, BYTE_TOP),) if bound < BYTE_TOP else ()
