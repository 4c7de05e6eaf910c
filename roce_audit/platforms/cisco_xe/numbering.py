"""Free sequence numbers for new entries, before the entry that must not come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.lists import NUMBER_TOP, STEP

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Numbers that become free when a list is renumbered.

    Attributes:
        step: New first number and distance.
        numbers: Of the new entries, once the list is renumbered.
        start: First number before.
        distance: Distance between numbers before.
    """

    step: int
    numbers: tuple[int, ...]
    start: int
    distance: int


def free_numbers(
    taken: Sequence[int], before: int | None, count: int, top: int = NUMBER_TOP
) -> tuple[int, ...] | None:
    """Return ``count`` unused numbers, rising.

    Args:
        taken: Numbers in use, rising.
        before: What they must be smaller than; None: they go behind the last.
        count: How many.
        top: Largest number that the device takes.

    Returns:
        Numbers right before ``before`` if there is room, spread evenly; else the largest free
        ones below it; None if there are too few.
    """
    if before is None:
        last = taken[-1] if taken else 0
        numbers = tuple(last + STEP * each for each in range(1, count + 1))
        return numbers if not numbers or numbers[-1] <= top else None
    previous = max((number for number in taken if number < before), default=0)
    step = (before - previous) // (count + 1)
    if step:
        return tuple(previous + step * each for each in range(1, count + 1))
    used = set(taken)
    found: list[int] = []
    for number in range(before - 1, 0, -1):
        if number not in used:
            found.append(number)
            if len(found) == count:
                return tuple(reversed(found))
    return None


def renumbered(taken: Sequence[int], before: int, count: int) -> Renumbering | None:
    """Return how to renumber a list so that ``count`` numbers before ``before`` are free.

    Returns:
        None if the present numbers follow no rule, so that no rollback could restore them.
    """
    distance = taken[1] - taken[0] if len(taken) > 1 else STEP
    regular = all(number == taken[0] + distance * at for at, number in enumerate(taken))
    if not regular or before not in taken:
        return None
    step = STEP * (1 + count // STEP)
    place = step * (1 + taken.index(before))
    gap = step // (count + 1)
    numbers = tuple(place - step + gap * each for each in range(1, count + 1))
    return Renumbering(step, numbers, taken[0], distance)
