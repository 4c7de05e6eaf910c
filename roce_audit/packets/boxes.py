"""Boxes: products of value sets, one per dimension that is constrained."""

from collections.abc import Mapping
from typing import TypeAlias

from roce_audit.packets.fields import Dimension
from roce_audit.packets.ranges import Ranges, intersect

Box: TypeAlias = Mapping[Dimension, Ranges]
"""The packets whose value lies in the set of every dimension named; others are free.

Never holds an empty set. A box that constrains an address names exactly one EtherType, because
``SOURCE`` and ``DESTINATION`` serve both IP versions.
"""

EVERYTHING: Box = {}
"""Every packet."""

NO_PACKETS: tuple[Box, ...] = ()
"""A union of no boxes: what a line matches that can never match."""


def clip(box: Box, region: Box) -> Box | None:
    """Return the packets in both boxes, or None if there are none."""
    merged: dict[Dimension, Ranges] = dict(region)
    for dimension, values in box.items():
        known = merged.get(dimension)
        if known is None:
            merged[dimension] = values
            continue
        common = intersect(values, known)
        if not common:
            return None
        merged[dimension] = common
    return merged
