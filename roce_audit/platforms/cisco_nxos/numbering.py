"""Free sequence numbers for entries that must stand before another one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.groups import STEP, TOP_NUMBER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@dataclass(frozen=True, slots=True)
class Share:
    """The numbers that one of several repairs of a list may use, so that none takes another's.

    Attributes:
        rank: 0 to ``of - 1``; the numbers that leave this remainder.
        of: How many repairs may share the list.
        top: Largest number allowed.
    """

    rank: int = 0
    of: int = 1
    top: int = TOP_NUMBER

    def above(self, number: int) -> int:
        """Return the smallest number of the share above ``number``."""
        return number + 1 + (self.rank - number - 1) % self.of


WHOLE = Share()


def free_numbers(
    used: Collection[int], before: int | None, count: int, share: Share = WHOLE
) -> tuple[int, ...] | None:
    """Return ``count`` ascending free numbers for new entries.

    Args:
        used: Numbers of all entries and remarks.
        before: The entry that they must stand before; None to stand behind all.
        count: How many; at least one.
        share: Which numbers may be used.

    Returns:
        Numbers directly before ``before`` if there is room, else any free ones below it; None if
        there are not enough. Entries that stand before the one that drops a packet do not drop
        it, so that it does not matter where among them the new ones stand.
    """
    near = near_numbers(used, before, count, share)
    if near is not None or before is None:
        return near
    taken = set(used)
    found: list[int] = []
    for number in range(before - 1, 0, -1):
        if number not in taken and number % share.of == share.rank:
            found.append(number)
            if len(found) == count:
                return tuple(reversed(found))
    return None


def near_numbers(
    used: Collection[int], before: int | None, count: int, share: Share = WHOLE
) -> tuple[int, ...] | None:
    """Return numbers as ``free_numbers`` does, but none that stand before other entries."""
    if before is None:
        last = max(used, default=0)
        numbers = tuple(share.above(last + STEP * at - 1) for at in range(1, count + 1))
        return numbers if numbers[-1] <= share.top else None
    first = share.above(max((number for number in used if number < before), default=0))
    room = (before - first + share.of - 1) // share.of
    if room < count:
        return None
    middles = (room * (2 * at + 1) // (2 * count) for at in range(count))
    return tuple(first + share.of * middle for middle in middles)


@dataclass(frozen=True, slots=True)
class Renumbering:
    """New numbers for a list that has no free ones where they are needed.

    Attributes:
        start: Number of the first entry.
        step: Distance of the entries.
        numbers: For the new entries.
        old_start: What ``resequence`` needs to restore the present numbers; None if they are not
            regular.
        old_step: See ``old_start``.
    """

    start: int
    step: int
    numbers: tuple[int, ...]
    old_start: int | None
    old_step: int | None


def renumbering(used: Sequence[int], before: int, count: int) -> Renumbering | None:
    """Return new numbers that leave room for ``count`` entries; None if there are none.

    Args:
        used: Numbers of all entries and remarks, ascending.
        before: The entry, one of ``used``, that the new ones must stand before.
        count: How many new ones.
    """
    step = STEP * (1 + (count + 1) // STEP)
    if step * (len(used) + 1) > TOP_NUMBER:
        return None
    place = step * (1 + used.index(before))
    numbers = tuple(range(place - count, place))
    steps = {later - earlier for earlier, later in pairwise(used)} or {STEP}
    regular = len(steps) == 1
    return Renumbering(
        step,
        step,
        numbers,
        used[0] if regular else None,
        steps.pop() if regular else None,
    )
