"""The lines that decide some packet, each with an example, without listing every cell.

A filter of ten thousand lines may cut a question into hundreds of thousands of cells, but it has
at most ten thousand lines. For each line, one packet is searched that it decides; the bit-set
index names the few lines before it that may stand in the way. Where doubts matter, the walk looks
at the packets of that one line only.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from roce_audit.packets.atoms import Masks, meet
from roce_audit.packets.budget import Budget
from roce_audit.packets.cells import BOTH, Cell
from roce_audit.packets.escape import Obstacle, SpentError, escapes
from roce_audit.packets.firstmatch import walk
from roce_audit.packets.index import Index, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.program import Program

T = TypeVar("T")

SHARE = 20
"""No place may spend more than one part in so many of the budget."""

NOBODY = -1
"""Stands for the place of the line that decides where no line does."""


def deciders(program: Program[T], budget: Budget) -> list[Cell[T]]:
    """Return one cell for each line that decides some packet, and for each answer it comes to.

    The line is the last of the trail: the one that decides in the reading in which every doubt is
    true. A line that two calls reach counts twice. Its answer may be certain for some packets and
    hang on doubts for others.

    Args:
        program: The filters.
        budget: Counted down.

    Returns:
        Disjoint cells in the order of the program; the packets that no line meets come first. A
        ``spent`` cell says what its line may answer to these packets if it decides them at all.
    """
    search = _Search(program, budget)
    known: set[tuple[tuple[int, ...], frozenset[bool]]] = set()
    found: list[tuple[int, Cell[T]]] = []
    # Plain lines first: those that hang on doubts may spend the whole budget.
    for goal in sorted(search.goals(), key=lambda each: len(each.answers)):
        line = tuple(map(id, goal.trail))
        wanted = {permits for permits in goal.answers if (line, permits) not in known}
        for cell in search.decided(goal, wanted) if wanted else ():
            found.append((goal.at, cell))
            if not cell.spent:
                known.add((line, cell.permits))
    return [cell for _, cell in sorted(found, key=itemgetter(0))]


@dataclass(frozen=True, slots=True)
class _Goal(Generic[T]):
    """One place that may decide.

    Attributes:
        at: The place, or ``NOBODY``.
        box: The packets it takes.
        trail: The calls and the line there.
        answers: What they may come to: the place's own answer, and both if doubts can matter.
    """

    at: int
    box: Masks
    trail: tuple[T, ...]
    answers: tuple[frozenset[bool], ...]


class _Search(Generic[T]):
    """What is prepared once for all places."""

    def __init__(self, program: Program[T], budget: Budget) -> None:
        code = program.code
        self._program = program
        self._budget = budget
        self._share = budget.left // SHARE
        self._index = Index([each.masks for each in code], program.grid.everything)
        self._told = _bits(at for at, each in enumerate(code) if each.told)
        self._ends = self._told & _bits(at for at, e in enumerate(code) if program.decides(e))
        self._jumps = self._told & ~self._ends
        self._leaps = self._jumps & _bits(at for at, e in enumerate(code) if e.target > at + 1)
        # What can lead another reading of a packet away from the told one: a condition that
        # fails when the doubt is true, and a jump that is not taken when it is false.
        contrary = _bits(at for at, each in enumerate(code) if not each.told)
        self._astray = contrary | (self._jumps & _bits(a for a, e in enumerate(code) if e.needs))

    def goals(self) -> Iterator[_Goal[T]]:
        """Yield every place that may decide in the told reading, ``NOBODY`` first."""
        program = self._program
        yield self._goal(NOBODY, program.grid.everything, doubted=False)
        for at, each in enumerate(program.code):
            if each.told and (each.trail or each.target == program.denied):
                yield self._goal(at, each.masks, doubted=bool(each.needs))

    def _passed(self, at: int) -> int:
        """Return the places that packets decided at a place can visit before it and after."""
        whole = (1 << self._program.end) - 1
        if at == NOBODY:
            return whole
        target = self._program.code[at].target
        return whole >> target << target | (1 << at) - 1

    def _goal(self, at: int, box: Masks, *, doubted: bool) -> _Goal[T]:
        code = self._program.code
        suspects = self._astray and self._passed(at) & self._astray
        if suspects and not doubted:
            near = places(self._index.near(box) & suspects)
            doubted = any(meet(code[each].masks, box) is not None for each in near)
        own = frozenset({at == NOBODY or code[at].target != self._program.denied})
        trail = () if at == NOBODY else code[at].trail
        return _Goal(at, box, trail, (own, BOTH) if doubted else (own,))

    def decided(self, goal: _Goal[T], wanted: set[frozenset[bool]]) -> Iterator[Cell[T]]:
        """Yield one cell for each of the ``wanted`` answers that packets decided there have."""
        missing = set(wanted)
        spent = False
        try:
            for cell in self._cells(goal):
                spent = spent or cell.spent
                if cell.permits in missing and not cell.spent:
                    missing.discard(cell.permits)
                    yield cell
                if not missing:
                    return
        except SpentError:
            spent = True
        if spent:
            permits = frozenset(permit for each in missing for permit in each)
            yield Cell(goal.box, permits, goal.trail, spent=True)

    def _cells(self, goal: _Goal[T]) -> Iterator[Cell[T]]:
        budget = Budget(self._share, self._budget)
        if not budget.spend(0):
            raise SpentError
        near = self._index.near(goal.box) & self._told & self._passed(goal.at)
        if self._hidden(goal, near):
            return
        for piece in escapes(goal.box, self._obstacles(goal, near), budget):
            yield from walk(self._program, budget, piece, places(self._index.near(piece)))

    def _hidden(self, goal: _Goal[T], near: int) -> bool:
        """Whether one earlier place takes all packets of a goal: the quick way to most answers."""
        if near & self._leaps:
            return False
        code = self._program.code
        before = self._index.around(goal.box) & near & self._ends
        return any(meet(code[at].masks, goal.box) == goal.box for at in places(before))

    def _obstacles(self, goal: _Goal[T], near: int) -> list[Obstacle]:
        program = self._program
        found: list[Obstacle] = []
        for place in places(near):
            each = program.code[place]
            lost = each.target > goal.at if place < goal.at else bool(each.trail)
            lost = lost or each.target == program.denied
            found.append((each.masks, place, 0 if lost else each.target))
        return found


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
