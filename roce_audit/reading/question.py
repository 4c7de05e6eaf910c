"""Words of a person about packets as value sets: addresses, MACs, ports, VLANs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import UsageError
from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    DSCP,
    ETHERTYPE,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    UNTAGGED,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, ROCE, Traffic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Field

_TRAFFIC: Mapping[str, tuple[Traffic, ...]] = {
    "": ROCE,
    "v1": (Traffic.V1,),
    "v2": (Traffic.V2_IPV4, Traffic.V2_IPV6),
    "v2-ipv4": (Traffic.V2_IPV4,),
    "v2-ipv6": (Traffic.V2_IPV6,),
}
_MAC_DIGITS = 12
_VLAN_TOP = 4094


def traffic_named(word: str) -> tuple[Traffic, ...]:
    """Return the kinds of traffic that ``word`` means; all RoCE for an empty word.

    Raises:
        UsageError: Not a kind of traffic.
    """
    try:
        return _TRAFFIC[word.strip().lower()]
    except KeyError:
        known = ", ".join(key for key in _TRAFFIC if key)
        raise UsageError(f"--traffic {word!r}: known are {known}") from None


def vlan_named(word: str) -> int | None:
    """Return the VLAN that ``word`` means: 1 to 4094, ``untagged``, or None if empty.

    Raises:
        UsageError: Not a VLAN.
    """
    if not word:
        return None
    if word.lower() == "untagged":
        return UNTAGGED
    if word.isascii() and word.isdecimal() and 1 <= int(word) <= _VLAN_TOP:
        return int(word)
    raise UsageError(f"--vlan {word!r}: give a number from 1 to 4094, or untagged")


def packets_described(words: Mapping[str, str]) -> Box:
    """Return the packets that options describe.

    Args:
        words: Option name (``src``, ``dst``, ``smac``, ``dmac``, ``sport``, ``dscp``) to its
            value; empty values say nothing.

    Raises:
        UsageError: A value does not fit; the text names option and value.
    """
    box: dict[Dimension, Ranges] = _ends(words)
    for name, field in (("smac", SMAC), ("dmac", DMAC)):
        if words.get(name):
            box[field] = single(_mac(name, words[name]))
    for name, field in (("sport", SOURCE_PORT), ("dscp", DSCP)):
        if words.get(name):
            box[field] = _numbers(name, words[name], field)
    return box


def _ends(words: Mapping[str, str]) -> dict[Dimension, Ranges]:
    box: dict[Dimension, Ranges] = {}
    families: set[int] = set()
    for name, field in (("src", SOURCE), ("dst", DESTINATION)):
        if words.get(name):
            box[field], family = _addresses(name, words[name])
            families.add(family)
    if len(families) > 1:
        raise UsageError("--src and --dst are of different IP versions: no packet has both")
    for family in families:
        box[ETHERTYPE] = single(family)
    return box


def _addresses(name: str, word: str) -> tuple[Ranges, int]:
    bits, family = (IPV6_BITS, ETHERTYPE_IPV6) if ":" in word else (IPV4_BITS, ETHERTYPE_IPV4)
    try:
        return prefix(word, bits), family
    except ValueError:
        raise UsageError(f"--{name} {word!r}: give an address or a prefix A/LEN") from None


def _mac(name: str, word: str) -> int:
    digits = "".join(sign for sign in word if sign not in ":.-")
    try:
        value = int(digits, 16)
    except ValueError:
        value = -1
    if len(digits) != _MAC_DIGITS or value < 0:
        raise UsageError(f"--{name} {word!r}: give a MAC address such as 02:00:00:00:00:01")
    return value


def _numbers(name: str, word: str, field: Field) -> Ranges:
    low, dash, high = word.partition("-")
    parts = (low, high) if dash else (low, low)
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise UsageError(f"--{name} {word!r}: give a number, or two with a dash")
    first, last = int(parts[0]), int(parts[1])
    if not first <= last <= field.top:
        raise UsageError(f"--{name} {word!r}: from 0 to {field.top}, the smaller one first")
    return ((first, last),)
