"""Sequence numbers for new lines: before a line, without renumbering if that can be avoided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.arista_eos.acl_store import NUMBER_TOP, STEP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.acl import Filter, Line

MOST_LOOKED_AT = 256
"""Free numbers that are looked for before a line."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where new lines go.

    Attributes:
        numbers: Ascending, one for each new line.
        step: The list is first renumbered from ``step`` in steps of ``step``; 0 if it is not.
        start: With ``restored``, what renumbers the list as it was; 0 if nothing does.
        restored: The step of the numbers as they were.
    """

    numbers: tuple[int, ...]
    step: int = 0
    start: int = 0
    restored: int = 0


def standard(acl: Filter) -> bool:
    """Whether the list knows sources only."""
    return acl.tag.startswith("standard")


def numbers_in_use(acl: Filter) -> list[int]:
    """Return the numbers of lines and remarks, ascending."""
    remarks = acl.tag.removeprefix("standard").strip()
    taken = {int(line.label) for line in acl.lines if line.label}
    taken |= {int(number) for number in remarks.split(",") if number}
    return sorted(taken)


def places(acl: Filter, before: Line | None, count: int, skip: int = 0) -> Places | None:
    """Return places for ``count`` lines before a line, or behind all if it is None.

    Args:
        acl: The list.
        before: The line that the new ones must precede.
        count: How many.
        skip: Free numbers to leave to other repairs of the same list, if there are enough.

    Returns:
        The places, or None if the numbers do not suffice.
    """
    taken = numbers_in_use(acl)
    if before is None:
        first = (taken[-1] if taken else 0) + STEP * (1 + skip)
        last = first + STEP * (count - 1)
        return Places(tuple(range(first, last + 1, STEP))) if last <= NUMBER_TOP else None
    if not before.label:
        return None
    free = list(_free_before(acl, int(before.label), frozenset(taken), count + skip))
    if len(free) >= count:
        left = min(skip, len(free) - count)
        return Places(tuple(sorted(free[left : left + count])))
    return _renumbered(taken, int(before.label), count)


def _free_before(acl: Filter, number: int, taken: frozenset[int], most: int) -> Iterator[int]:
    """Yield free numbers, the one next to the line first; never across a line that may drop."""
    floor = 0
    for line in acl.lines:
        if line.label and int(line.label) < number and not _surely_permits(line):
            floor = max(floor, int(line.label))
    found = 0
    bottom = max(floor, number - MOST_LOOKED_AT - len(taken))
    for candidate in range(number - 1, bottom, -1):
        if candidate not in taken:
            yield candidate
            found += 1
            if found == most:
                return


def _surely_permits(line: Line) -> bool:
    open_question = any(isinstance(each, Doubt) for box in line.matches for each in box)
    return line.action is Action.PERMIT and not open_question


def _renumbered(taken: list[int], number: int, count: int) -> Places | None:
    """Return places in the list renumbered with room for ``count`` lines everywhere."""
    step = STEP * -(-(count + 1) // STEP)
    if step * (len(taken) + 1) > NUMBER_TOP:
        return None
    # Behind the line before it: the new numbers are multiples of the step.
    floor = step * taken.index(number)
    numbers = tuple(floor + at for at in range(step - count, step))
    start = taken[0]
    was = taken[1] - taken[0] if len(taken) > 1 else STEP
    regular = all(n == start + was * at for at, n in enumerate(taken))
    return Places(numbers, step, *((start, was) if regular else (0, 0)))
