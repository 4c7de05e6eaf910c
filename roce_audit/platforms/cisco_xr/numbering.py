"""Sequence numbers for new entries, before the entry that must not come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xr.lists import NUMBER_TOP, STEP

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

MOST_MOVED = 200
"""Entries that a repair moves at most to make room."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where new entries go.

    Attributes:
        numbers: Theirs, rising.
        moved: Old and new numbers of entries that make room, rising.
    """

    numbers: tuple[int, ...]
    moved: tuple[tuple[int, int], ...] = ()


def room_behind(taken: Collection[int], count: int) -> Room | None:
    """Return numbers behind all that are taken; None if they would be too large."""
    last = max(taken, default=0)
    numbers = tuple(last + STEP * each for each in range(1, count + 1))
    return Room(numbers) if not numbers or numbers[-1] <= NUMBER_TOP else None


def room_before(
    before: int, floor: int, taken: Collection[int], count: int, *, late: bool = False
) -> Room | None:
    """Return unused numbers smaller than ``before`` and larger than ``floor``.

    Args:
        before: Number of the entry that must come later.
        floor: Number of the nearest entry that must come earlier; 0 if none.
        taken: Numbers in use.
        count: How many are needed.
        late: Whether to take the largest ones; else those right in the gap, spread evenly.

    Returns:
        None if there are too few.
    """
    previous = max((number for number in taken if number < before), default=0)
    step = (before - previous) // (count + 1)
    if step and not late:
        return Room(tuple(previous + step * each for each in range(1, count + 1)))
    found: list[int] = []
    for number in range(before - 1, floor, -1):
        if number not in taken:
            found.append(number)
            if len(found) == count:
                return Room(tuple(reversed(found)))
    return None


def room_by_moving(
    before: int, entries: Sequence[int], remarks: Collection[int], count: int
) -> Room | None:
    """Return the numbers of ``before`` and behind, with the entries there moved down.

    Args:
        before: Number of the entry that must come later.
        entries: Numbers of all entries, rising.
        remarks: Numbers that no entry may take.
        count: How many new entries there are.

    Returns:
        None if too many entries would have to move.
    """
    behind = [number for number in entries if number >= before]
    new: list[int] = []
    moved: list[tuple[int, int]] = []
    place = before
    while len(new) < count:
        if place not in remarks:
            new.append(place)
        place += 1
    for number in behind:
        if number >= place:
            return Room(tuple(new), tuple(moved))
        while place in remarks:
            place += 1
        moved.append((number, place))
        place += 1
        if len(moved) > MOST_MOVED or place > NUMBER_TOP:
            return None
    return Room(tuple(new), tuple(moved))
