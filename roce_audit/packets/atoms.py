"""Boxes as tuples of bit masks over elementary segments: exact, and quick to cut.

For one question, each dimension that some line constrains is cut at every edge of every line.
Between two edges all values are alike, so a value set is a bit mask with one bit a segment, and
a box with value lists, groups or ``neq`` in it stays a single tuple of integers.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import and_  # pyright: ignore[reportUnknownVariableType]
from typing import TypeAlias

from roce_audit.packets.boxes import Box
from roce_audit.packets.fields import FIELDS, Dimension, Field
from roce_audit.packets.ranges import Range, Ranges

Masks: TypeAlias = tuple[int, ...]
"""One bit mask per dimension of a grid; never a zero among them."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The segments of one dimension.

    Attributes:
        field: What is cut.
        starts: First value of each segment, ascending.
        ends: Last value of each segment.
        gaps: Segments that do not begin where the one before ends; the first is none of them.
    """

    field: Field
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    gaps: tuple[int, ...]

    def mask(self, values: Ranges) -> int:
        """Return the segments inside ``values``, which must lie in the region and cut none."""
        found = 0
        for low, high in values:
            first = bisect_left(self.starts, low)
            last = bisect_right(self.ends, high)
            found |= (1 << last) - (1 << first)
        return found

    def values(self, mask: int) -> Ranges:
        """Return the values of the segments in ``mask``."""
        parts: list[Range] = []
        while mask:
            first = lowest(mask)
            behind = first + lowest(~(mask >> first))
            mask &= -1 << behind
            # Neighbouring segments touch unless the region has a gap between them.
            inner = self.gaps[bisect_right(self.gaps, first) : bisect_left(self.gaps, behind)]
            for start, stop in pairwise((first, *inner, behind)):
                parts.append((self.starts[start], self.ends[stop - 1]))
        return tuple(parts)


@dataclass(frozen=True, slots=True)
class Grid:
    """The dimensions of one question that some line constrains.

    Attributes:
        axes: In the order in which boxes are cut.
        region: The question; dimensions without an axis keep its values in every cell.
    """

    axes: tuple[Axis, ...]
    region: Box

    @property
    def everything(self) -> Masks:
        """The whole region."""
        return tuple((1 << len(axis.starts)) - 1 for axis in self.axes)

    def drawn(self, boxes: Iterable[Box]) -> Iterator[Masks]:
        """Yield each of ``boxes``, which must lie in the region and on the grid."""
        whole = self.everything
        # Lines share their value sets: a prefix or a port is drawn once, not once a line.
        known: list[dict[Ranges, int]] = [{} for _ in self.axes]
        for box in boxes:
            masks = list(whole)
            for at, axis in enumerate(self.axes):
                values = box.get(axis.field)
                if values is not None:
                    drawn = known[at].get(values)
                    if drawn is None:
                        drawn = known[at][values] = axis.mask(values)
                    masks[at] = drawn
            yield tuple(masks)

    def box(self, masks: Masks) -> Box:
        """Return the packets of ``masks`` as a box, the region's fixed values included."""
        cut: dict[Dimension, Ranges] = dict(self.region)
        for axis, mask in zip(self.axes, masks, strict=True):
            cut[axis.field] = axis.values(mask)
        return cut


def _axis(field: Field, sets: Iterable[Ranges], region: Ranges) -> Axis:
    cuts = {low for values in sets for low, _ in values}
    cuts |= {high + 1 for values in sets for _, high in values}
    starts: list[int] = []
    ends: list[int] = []
    gaps: list[int] = []
    edges = sorted(cuts)
    for low, high in region:
        inner = edges[bisect_right(edges, low) : bisect_right(edges, high)]
        gaps.append(len(starts))
        starts += [low, *inner]
        ends += [*(cut - 1 for cut in inner), high]
    return Axis(field, tuple(starts), tuple(ends), tuple(gaps[1:]))


def grid_of(region: Box, boxes: Iterable[Box]) -> Grid:
    """Return the grid on which ``region`` and every one of ``boxes`` can be drawn.

    Args:
        region: The packets asked about.
        boxes: What the lines match, already clipped to the region. Their doubts are not drawn.
    """
    sets: dict[Field, set[Ranges]] = {}
    for box in boxes:
        for dimension, values in box.items():
            if isinstance(dimension, Field) and region.get(dimension) != values:
                sets.setdefault(dimension, set()).add(values)
    return Grid(
        tuple(
            _axis(field, sets[field], region.get(field, ((0, field.top),)))
            for field in FIELDS
            if field in sets
        ),
        region,
    )


def meet(one: Masks, other: Masks) -> Masks | None:
    """Return the packets in both, or None if there are none."""
    # Most of the time of every question is spent here, and map() takes two thirds of the time
    # of a comprehension. The library's types leave operator.and_ open.
    common: Masks = tuple(map(and_, one, other))  # pyright: ignore[reportUnknownArgumentType]
    return common if all(common) else None


def lowest(mask: int) -> int:
    """Return the first segment of a mask that is not zero."""
    return (mask & -mask).bit_length() - 1


def subtract(masks: Masks, hole: Masks) -> list[Masks]:
    """Return ``masks`` without ``hole``, which must lie inside it, as disjoint boxes."""
    pieces: list[Masks] = []
    core = masks
    for axis, bits in enumerate(hole):
        rest = core[axis] & ~bits
        if rest:
            pieces.append((*core[:axis], rest, *core[axis + 1 :]))
            core = (*core[:axis], bits, *core[axis + 1 :])
    return pieces
