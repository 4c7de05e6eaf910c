"""Sets of integers as sorted, disjoint, non-adjacent ranges."""

from collections.abc import Iterable
from typing import TypeAlias

Range: TypeAlias = tuple[int, int]
"""Lowest and highest value, both included."""

Ranges: TypeAlias = tuple[Range, ...]
"""Sorted, disjoint, non-adjacent. Empty means no value at all."""


def single(value: int) -> Ranges:
    """Return the set of one value."""
    return ((value, value),)


def normalise(parts: Iterable[Range]) -> Ranges:
    """Return the union of ``parts``, which may overlap and come in any order."""
    merged: list[Range] = []
    for low, high in sorted(parts):
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def intersect(one: Ranges, other: Ranges) -> Ranges:
    """Return the values in both sets."""
    found: list[Range] = []
    left = right = 0
    while left < len(one) and right < len(other):
        low = max(one[left][0], other[right][0])
        high = min(one[left][1], other[right][1])
        if low <= high:
            found.append((low, high))
        if one[left][1] < other[right][1]:
            left += 1
        else:
            right += 1
    return tuple(found)


def complement(values: Ranges, top: int) -> Ranges:
    """Return the values from 0 to ``top`` that are not in ``values``."""
    gaps: list[Range] = []
    floor = 0
    for low, high in values:
        if low > floor:
            gaps.append((floor, low - 1))
        floor = high + 1
    if floor <= top:
        gaps.append((floor, top))
    return tuple(gaps)


def without(values: Ranges, hole: Ranges) -> Ranges:
    """Return the values of the first set that are not in the second."""
    if not values:
        return ()
    return intersect(values, complement(hole, max(values[-1][1], hole[-1][1] if hole else 0)))


def holds(values: Ranges, value: int) -> bool:
    """Whether ``value`` is in the set."""
    return any(low <= value <= high for low, high in values)


def size(values: Ranges) -> int:
    """Return how many integers the set holds."""
    return sum(high - low + 1 for low, high in values)


def wildcard(value: int, dont_care: int, bits: int, limit: int = 4096) -> Ranges | None:
    """Return the values equal to ``value`` in every bit that ``dont_care`` leaves zero.

    Args:
        value: The pattern.
        dont_care: One bits are free, as in a wildcard mask.
        bits: Width of the field.
        limit: Largest number of ranges to expand to.

    Returns:
        The set, or None if it needs more than ``limit`` ranges.
    """
    dont_care &= (1 << bits) - 1
    low_free = 0
    while dont_care >> low_free & 1:
        low_free += 1
    holes = [bit for bit in range(low_free, bits) if dont_care >> bit & 1]
    if 1 << len(holes) > limit:
        return None
    base = value & ~dont_care & ((1 << bits) - 1)
    starts = [base]
    for bit in holes:
        starts += [start | 1 << bit for start in starts]
    span = (1 << low_free) - 1
    return normalise((start, start + span) for start in starts)
