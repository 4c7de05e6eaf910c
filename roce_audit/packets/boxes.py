"""Boxes: products of value sets, one per dimension that is constrained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    PROTOCOL,
    SOURCE,
    Dimension,
)
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


class Matching(Protocol):
    """Whatever matches the packets of some boxes."""

    @property
    def matches(self) -> tuple[Box, ...]:
        """Those packets, all alternatives together."""
        ...


M = TypeVar("M", bound=Matching)


@dataclass(frozen=True, slots=True)
class Sieve:
    """A quick test that lets nothing through that is far from a region.

    Attributes:
        bounds: Lowest and highest value of the region in some dimensions.
    """

    bounds: tuple[tuple[Dimension, int, int], ...]

    @classmethod
    def of(cls, region: Box) -> Sieve:
        """Return the sieve of ``region``: addresses and ports first, they refuse the most."""
        bounds = [
            (field, region[field][0][0], region[field][-1][1])
            for field in (DESTINATION, SOURCE, DESTINATION_PORT, PROTOCOL, ETHERTYPE)
            if field in region
        ]
        return cls(tuple(bounds))

    def passed(self, lines: Iterable[M]) -> Iterator[M]:
        """Yield the lines that may match a packet of the region, in order."""
        bounds = self.bounds
        for line in lines:
            for box in line.matches:
                for field, low, high in bounds:
                    values = box.get(field)
                    if values is not None and (values[-1][1] < low or values[0][0] > high):
                        break
                else:
                    yield line
                    break
