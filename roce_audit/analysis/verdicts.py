"""What filters in series may do with every packet of a region, open questions included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import TYPE_CHECKING

from roce_audit.analysis.stages import Taken, steps_of
from roce_audit.model.acl import Action
from roce_audit.packets.budget import DEFAULT_BUDGET, Budget
from roce_audit.packets.deciders import deciders
from roce_audit.packets.fields import Doubt
from roce_audit.packets.firstmatch import walk
from roce_audit.packets.program import TooLargeError
from roce_audit.packets.writer import program_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roce_audit.model.path import Stage
    from roce_audit.packets.atoms import Grid
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.cells import Cell
    from roce_audit.packets.program import Program

TOO_COMPLEX = Doubt("budget", "the filters cut the question into too many pieces to finish")


FEW = 200
"""Outcomes that a person may still want to see one by one."""

_UNITS_PER_CELL = 25


class Verdict(StrEnum):
    """The answer to a question about packets."""

    PERMIT = "permit"
    DENY = "deny"
    PARTIAL = "partial"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may happen to the packets of one box.

    Attributes:
        box: The packets; disjoint from the boxes of all other outcomes of the same question.
        actions: PERMIT, DENY, or both if that hangs on ``doubts``.
        trail: The lines that take them, filter after filter; if the outcome is open, those of
            the reading in which every doubt is true as far as one exists.
        doubts: The open questions on which the action hangs.
    """

    box: Box
    actions: frozenset[Action]
    trail: tuple[Taken, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether only one action is possible."""
        return len(self.actions) == 1


def outcomes(stages: Sequence[Stage], region: Box, budget: int = DEFAULT_BUDGET) -> list[Outcome]:
    """Return outcomes whose disjoint boxes fill ``region``.

    Args:
        stages: Filters in series; every one must permit.
        region: The packets asked about.
        budget: Units of work before the rest is given up as undecided.
    """
    try:
        program = program_for((steps_of(stage, region) for stage in stages), region)
    except TooLargeError:
        return [Outcome(region, _BOTH, (), (TOO_COMPLEX,))]
    cells = walk(program, Budget(budget), program.grid.everything, range(program.end))
    return [_outcome(program.grid, cell) for cell in cells]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Who decides what, without every cell.

    Attributes:
        verdict: The one word.
        found: For each line that decides some packet of the question, and for each answer it
            comes to, at least one outcome. Their boxes are disjoint.
        fills: Whether ``found`` holds every packet of the question; else the boxes are examples,
            one for each line and answer, in the order of the filters.
        complete: Whether every line that decides some packet is in ``found``.
    """

    verdict: Verdict
    found: tuple[Outcome, ...]
    fills: bool
    complete: bool


def decisions(
    stages: Sequence[Stage], region: Box, budget: int = DEFAULT_BUDGET, few: int = FEW
) -> Decisions:
    """Return the verdict and the lines behind it, quickly for filters of any size.

    Args:
        stages: Filters in series; every one must permit.
        region: The packets asked about.
        budget: Units of work before the rest is given up: the verdict is then ``undecided``
            unless what was found settles it.
        few: Outcomes up to which all are listed.
    """
    try:
        program = program_for((steps_of(stage, region) for stage in stages), region)
    except TooLargeError:
        lost = (Outcome(region, _BOTH, (), (TOO_COMPLEX,)),)
        return Decisions(Verdict.UNDECIDED, lost, fills=True, complete=False)
    listed = _listed(program, few)
    cells = deciders(program, Budget(budget)) if listed is None else listed
    sure = {permit for each in cells if each.certain for permit in each.permits}
    # That a line may decide something changes nothing if its answer is known to occur anyway.
    found = tuple(
        _outcome(program.grid, each) for each in cells if not (each.spent and each.permits <= sure)
    )
    complete = not any(each.spent for each in cells)
    return Decisions(verdict_of(found), found, listed is not None, complete)


def _listed(program: Program[Taken], few: int) -> list[Cell[Taken]] | None:
    """Return all cells, or None if there are more than a few."""
    cells: list[Cell[Taken]] = []
    budget = Budget(few * _UNITS_PER_CELL)
    for cell in walk(program, budget, program.grid.everything, range(program.end)):
        if cell.spent or len(cells) == few:
            return None
        cells.append(cell)
    return cells


def verdict_of(found: Iterable[Outcome]) -> Verdict:
    """Return the one word for all outcomes of a question."""
    outcomes_seen = list(found)
    sure = {action for each in outcomes_seen if each.certain for action in each.actions}
    if sure == {Action.PERMIT, Action.DENY}:
        return Verdict.PARTIAL
    if any(not each.certain for each in outcomes_seen):
        return Verdict.UNDECIDED
    return Verdict.PERMIT if Action.PERMIT in sure else Verdict.DENY


_BOTH = frozenset({Action.PERMIT, Action.DENY})
_ACTIONS = {True: Action.PERMIT, False: Action.DENY}


def _outcome(grid: Grid, cell: Cell[Taken]) -> Outcome:
    box = grid.box(cell.masks)
    packets: Box = {field: values for field, values in box.items() if not isinstance(field, Doubt)}
    actions = frozenset(_ACTIONS[permit] for permit in cell.permits)
    doubts = sorted(cell.doubts, key=attrgetter("key"))
    if cell.spent:
        actions = _BOTH
        doubts.append(TOO_COMPLEX)
    return Outcome(packets, actions, cell.trail, tuple(doubts))
