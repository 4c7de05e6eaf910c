"""Masks with so many holes that their values are listed only among the packets asked about.

A wildcard mask such as ``0.255.255.254`` stands for millions of ranges. A line with one holds the
range that covers them, and an open question which the values themselves answer: exactly, as soon
as the packets asked about leave few enough of them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.fields import Dimension, Doubt, Field
from roce_audit.packets.ranges import Ranges, intersect, normalise, single, wildcard

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.packets.boxes import Box

MOST_RANGES = 1 << 16
"""Ranges of one mask that are listed."""
MOST_OF_ALL = 1 << 18
"""Ranges of all masks that are listed for one question."""
_STEPS_PER_RANGE = 16
_FEWEST_STEPS = 4096


@dataclass(frozen=True, slots=True)
class Holes(Doubt):
    """Whether a value agrees with a pattern in every bit that its mask compares.

    Attributes:
        field: What is compared.
        value: The pattern; zero where the mask is one.
        dont_care: The mask; one bits are free.
    """

    field: Field
    value: int
    dont_care: int


def agreeing(field: Field, value: int, dont_care: int) -> Box:
    """Return the packets whose field agrees with ``value`` in every bit not in ``dont_care``."""
    values = wildcard(value, dont_care, field.bits)
    return pierced(field, value, dont_care) if values is None else {field: values}


def pierced(field: Field, value: int, dont_care: int) -> Box:
    """Return the packets of a mask with too many holes: the cover of them, and the question."""
    dont_care &= field.top
    base = value & ~dont_care & field.top
    name = f"{field.title} like {base:#x} but for {dont_care:#x}"
    reason = (
        f"the mask for the {field.title} has too many holes to list what it stands for; "
        "a question about fewer values can be decided"
    )
    question = Holes(name, reason, field, base, dont_care)
    return {field: ((base, base | dont_care),), question: single(1)}


def has_holes(matches: Iterable[Box]) -> bool:
    """Whether a mask with too many holes is among the conditions."""
    return any(isinstance(each, Holes) for box in matches for each in box)


def listed(matches: Iterable[Box], region: Box, most: int = MOST_RANGES) -> tuple[Box, ...]:
    """Return ``matches`` with masks replaced by their values among the packets of ``region``.

    A mask that still stands for more than ``most`` ranges stays an open question.
    """
    return tuple(each for box in matches if (each := _listed(box, region, most)) is not None)


def _listed(box: Box, region: Box, most: int) -> Box | None:
    told: dict[Dimension, Ranges] = dict(box)
    for question in box:
        if not isinstance(question, Holes) or box[question] != single(1):
            continue
        field = question.field
        wanted = intersect(told[field], region.get(field, ((0, field.top),)))
        values = _values(question, wanted, most)
        if values is None:
            continue
        told[field] = intersect(values, wanted)
        del told[question]
        if not told[field]:
            return None
    return told


def _values(mask: Holes, wanted: Ranges, most: int) -> Ranges | None:
    """Return the values of ``mask`` that meet ``wanted``, or None if they are too many."""
    solid = (~mask.dont_care & (mask.dont_care + 1)).bit_length() - 1
    found: list[tuple[int, int]] = []
    todo = [(mask.field.bits, mask.value)]
    for _ in range(_FEWEST_STEPS + _STEPS_PER_RANGE * most):
        if not todo or len(found) > most:
            break
        bit, low = todo.pop()
        high = low | mask.dont_care & ((1 << bit) - 1)
        at = bisect_right(wanted, (high, high)) - 1
        below = at >= 0 and wanted[at][1] >= low
        above = at + 1 < len(wanted) and wanted[at + 1][0] <= high
        if not (below or above):
            continue
        if bit <= solid:
            found.append((low, high))
            continue
        todo.append((bit - 1, low))
        if mask.dont_care >> (bit - 1) & 1:
            todo.append((bit - 1, low | 1 << (bit - 1)))
    return None if todo or len(found) > most else normalise(found)
