"""Values of rule fields, read as the switch's own code reads them.

Source: ``validateAddMatch`` of ``aclorch.cpp`` and the number conversions it calls, which take
decimal, ``0x`` hexadecimal and, after a leading zero, octal digits.
"""

from __future__ import annotations

import re
from functools import lru_cache

from roce_audit.packets.ranges import Ranges, complement, single, wildcard
from roce_audit.packets.traffic import ETHERTYPE_ARP, ETHERTYPE_IPV4, ETHERTYPE_IPV6

_NUMBER = re.compile(r"\s*\+?(?:0[xX](?P<hex>[0-9a-fA-F]+)|0(?P<oct>[0-7]*)|(?P<dec>[1-9][0-9]*))")
_RANGE = re.compile(r"\s*([0-9]{1,9})-([0-9]{1,9})")
_MOST_DIGITS = 30
PORT_TOP = 65535
VLAN_TOP = 4095


class Inactive(Exception):  # noqa: N818 - what becomes of a rule, not a failure of ours
    """The switch does not make a rule or table; the text says why, as a phrase."""


@lru_cache(maxsize=65536)
def number(text: str, top: int, least: int = 0) -> int:
    """Return a number from ``least`` to ``top``.

    Raises:
        Inactive: Not such a number.
    """
    found = _NUMBER.fullmatch(text) if len(text) <= _MOST_DIGITS else None
    if found is None:
        raise Inactive(f"{text[:40]!r} is no number")
    if found["hex"] is not None:
        value = int(found["hex"], 16)
    elif found["dec"] is not None:
        value = int(found["dec"])
    else:
        value = int(found["oct"] or "0", 8)
    if not least <= value <= top:
        raise Inactive(f"{text} is not from {least} to {top}")
    return value


@lru_cache(maxsize=65536)
def exactly(text: str, top: int) -> Ranges:
    """Return the set of one number."""
    return single(number(text, top))


@lru_cache(maxsize=65536)
def port_range(text: str) -> Ranges:
    """Return the ports of ``LO-HI``.

    Raises:
        Inactive: Not such a range.
    """
    found = _RANGE.match(text)
    if found is None:
        raise Inactive(f"{text[:40]!r} is no range of ports")
    low, high = int(found[1]), int(found[2])
    if high > PORT_TOP or low > high:
        raise Inactive(f"{text[:40]!r} is no range of ports")
    return ((low, high),)


@lru_cache(maxsize=4096)
def masked(text: str, bits: int) -> Ranges:
    """Return the values of ``DATA`` or ``DATA/MASK``; one bits of the mask are compared."""
    data, slash, mask = text.partition("/")
    top = (1 << bits) - 1
    value = number(data, top)
    compared = number(mask, top) if slash else top
    found = wildcard(value & compared, top & ~compared, bits)
    return found if found is not None else ((0, top),)


_IP = ((ETHERTYPE_IPV4, ETHERTYPE_IPV4), (ETHERTYPE_IPV6, ETHERTYPE_IPV6))
_EVERY_TYPE = ((0, 0xFFFF),)
IP_TYPES: dict[str, Ranges] = {
    "ANY": _EVERY_TYPE,
    "IP": _IP,
    "NON_IP": complement(_IP, 0xFFFF),
    "IPV4ANY": single(ETHERTYPE_IPV4),
    "NON_IPV4": complement(single(ETHERTYPE_IPV4), 0xFFFF),
    "IPV6ANY": single(ETHERTYPE_IPV6),
    "NON_IPV6": complement(single(ETHERTYPE_IPV6), 0xFFFF),
    "ARP": single(ETHERTYPE_ARP),
    "ARP_REQUEST": single(ETHERTYPE_ARP),
    "ARP_REPLY": single(ETHERTYPE_ARP),
}
"""EtherTypes of the IP types that the code takes; all other words make a rule inactive."""
