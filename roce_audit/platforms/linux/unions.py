"""Conditions as unions of boxes: all that a rule can say about a packet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import (
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    UNTAGGED,
    VLAN,
    Doubt,
)
from roce_audit.packets.ranges import Ranges, complement, intersect, single
from roce_audit.packets.remainder import remainder
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Iterable

Union: TypeAlias = tuple[Box, ...]
"""Packets that lie in at least one of the boxes; no box: no packet."""

ALWAYS: Union = (EVERYTHING,)
NEVER: Union = ()

MOST_BOXES = 20_000
"""Boxes of one rule before it is given up as uncertain."""

TAGGED: Ranges = complement(single(UNTAGGED), VLAN.top)
"""Every value of VLAN but that of frames without a tag."""
ETHERTYPE_VLAN = 0x8100
V4: Box = {ETHERTYPE: single(ETHERTYPE_IPV4)}
V6: Box = {ETHERTYPE: single(ETHERTYPE_IPV6)}
IP_BOTH: Box = {ETHERTYPE: (*V4[ETHERTYPE], *V6[ETHERTYPE])}
YES: Ranges = single(1)
NO: Ranges = single(0)
WITH_PORTS: Ranges = ((0, 1),)
"""Values of FRAGMENT of packets that have a transport header."""


def both(one: Union, other: Union) -> Union:
    """Return the packets in both unions.

    Raises:
        ParseError: Too many boxes to hold.
    """
    if len(one) == 1 == len(other):
        box = _common(one[0], other[0])
        return NEVER if box is None else (box,)
    if len(one) * len(other) > MOST_BOXES:
        raise ParseError("combines too many alternatives to hold")
    return tuple(
        box for left in one for right in other if (box := _common(left, right)) is not None
    )


def _common(one: Box, other: Box) -> Box | None:
    """Return the packets in both boxes; most conditions look at different fields."""
    merged = {**one, **other}
    if len(merged) < len(one) + len(other):
        for dimension, values in one.items():
            more = other.get(dimension)
            if more is None or more == values:
                continue
            common = _both_ranges(values, more)
            if not common:
                return None
            merged[dimension] = common
    return merged


@lru_cache(maxsize=65536)
def _both_ranges(one: Ranges, other: Ranges) -> Ranges:
    return intersect(one, other)


def negated(union: Union) -> Union:
    """Return the packets in none of the boxes.

    Raises:
        ParseError: Too many boxes to hold.
    """
    if len(union) > MOST_BOXES // 100:
        raise ParseError("excludes too many alternatives to hold")
    return tuple(remainder(EVERYTHING, union))


def doubted(union: Union, doubt: Doubt) -> Union:
    """Return the packets, each only if the answer to ``doubt`` is yes."""
    return tuple({**box, doubt: YES} for box in union)


def joined(parts: Iterable[Union]) -> Union:
    """Return the packets in any of the unions."""
    return tuple(box for part in parts for box in part)


def ethernet_type(values: Ranges) -> Union:
    """Return the frames whose type field on the wire is one of ``values``.

    On a tagged frame that field holds the type of the tag.
    """
    found: list[Box] = [{ETHERTYPE: values, VLAN: single(UNTAGGED)}] if values else []
    if intersect(values, single(ETHERTYPE_VLAN)):
        found.append({VLAN: TAGGED})
    return tuple(found)


def transport(protocols: Ranges) -> Box:
    """Return packets of both IP versions with these protocols and a transport header."""
    return {**IP_BOTH, PROTOCOL: protocols, FRAGMENT: WITH_PORTS}
