"""The lines that decide some packet, each with an example, without listing every cell.

A filter of ten thousand lines may cut a question into hundreds of thousands of cells, but it has
at most ten thousand lines. For each line, one packet is searched that it decides; the bit-set
index names the few lines before it that may stand in the way. Where doubts matter, the walk looks
at the packets of that one line only.
"""

from __future__ import annotations

from operator import and_, itemgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from roce_audit.packets.budget import Budget
from roce_audit.packets.escape import Obstacle, SpentError, escapes
from roce_audit.packets.firstmatch import BOTH, Cell, walk
from roce_audit.packets.index import Index, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.atoms import Masks
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
    for at in sorted(search.goals(), key=search.doubtful):
        line = tuple(map(id, search.trail(at)))
        wanted = {permits for permits in search.answers(at) if (line, permits) not in known}
        for cell in search.decided(at, wanted) if wanted else ():
            found.append((at, cell))
            if not cell.spent:
                known.add((line, cell.permits))
    return [cell for _, cell in sorted(found, key=itemgetter(0))]


class _Search(Generic[T]):
    """What is prepared once for all lines."""

    def __init__(self, program: Program[T], budget: Budget) -> None:
        self._program = program
        self._budget = budget
        self._share = budget.left // SHARE
        self._index = Index([each.masks for each in program.code], program.grid.everything)
        self._told = _bits(at for at, each in enumerate(program.code) if each.told)
        # What can make another reading of a packet leave the path of the told one: a condition
        # that fails when the doubt is true, and a jump that is not taken when it is false.
        self._astray = _bits(
            at
            for at, each in enumerate(program.code)
            if not each.told or (each.needs and not program.decides(each))
        )

    def goals(self) -> Iterator[int]:
        """Yield every place that may decide in the told reading, ``NOBODY`` first."""
        yield NOBODY
        for at, each in enumerate(self._program.code):
            if each.told and (each.trail or each.target == self._program.denied):
                yield at

    def trail(self, at: int) -> tuple[T, ...]:
        """Return the calls and the line at a place."""
        return () if at == NOBODY else self._program.code[at].trail

    def doubtful(self, at: int) -> bool:
        """Whether packets decided at a place may fare otherwise in another reading."""
        if at != NOBODY and self._program.code[at].needs:
            return True
        if not self._astray:
            return False
        box = self._box(at)
        suspects = self._index.near(box) & self._astray & self._passed(at)
        code = self._program.code
        return any(all(map(and_, code[each].masks, box)) for each in places(suspects))

    def answers(self, at: int) -> list[frozenset[bool]]:
        """Return the answers to look for: the place's own, and both if doubts can matter."""
        own = frozenset({at == NOBODY or self._program.code[at].target != self._program.denied})
        return [own, BOTH] if self.doubtful(at) else [own]

    def decided(self, at: int, wanted: set[frozenset[bool]]) -> Iterator[Cell[T]]:
        """Yield one cell for each of the ``wanted`` answers that packets decided there have."""
        missing = set(wanted)
        spent = False
        try:
            for cell in self._cells(at, Budget(self._share, self._budget)):
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
            yield Cell(self._box(at), permits, self.trail(at), spent=True)

    def _cells(self, at: int, budget: Budget) -> Iterator[Cell[T]]:
        box = self._box(at)
        for piece in escapes(box, self._obstacles(at, box), budget):
            yield from walk(self._program, budget, piece, places(self._index.near(piece)))

    def _box(self, at: int) -> Masks:
        return self._program.grid.everything if at == NOBODY else self._program.code[at].masks

    def _passed(self, at: int) -> int:
        """Return the places that packets decided at a place can visit, itself not among them."""
        if at == NOBODY:
            return (1 << self._program.end) - 1
        target = self._program.code[at].target
        behind = (1 << self._program.end) - (1 << target) if target < self._program.end else 0
        return behind | ((1 << at) - 1)

    def _obstacles(self, at: int, box: Masks) -> list[Obstacle]:
        program = self._program
        found: list[Obstacle] = []
        for place in places(self._index.near(box) & self._told & self._passed(at)):
            each = program.code[place]
            lost = each.target > at if place < at else bool(each.trail)
            lost = lost or each.target == program.denied
            found.append((each.masks, place, 0 if lost else each.target))
        return found


def _bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
