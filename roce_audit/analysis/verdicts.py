"""What filters in series may do with every packet of a region, open questions included."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roce_audit.analysis.stages import Taken, steps_of
from roce_audit.model.acl import Action
from roce_audit.packets.atoms import Grid, Masks, subtract
from roce_audit.packets.fields import Doubt
from roce_audit.packets.firstmatch import DEFAULT_BUDGET, Cell, walk
from roce_audit.packets.program import block_of, clipped, grid_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roce_audit.model.path import Stage
    from roce_audit.packets.boxes import Box

TOO_COMPLEX = Doubt("budget", "the filters cut the question into too many pieces to finish")


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
        budget: Pieces to look at before the rest is given up as undecided.
    """
    programs = [clipped(steps_of(stage), region) for stage in stages]
    grid = grid_for(region, programs)
    cells = walk(grid, [block_of(steps, grid) for steps in programs], budget)
    return list(_settle(grid, cells))


def verdict_of(found: Iterable[Outcome]) -> Verdict:
    """Return the one word for all outcomes of a question."""
    outcomes_seen = list(found)
    sure = {action for each in outcomes_seen if each.certain for action in each.actions}
    if sure == {Action.PERMIT, Action.DENY}:
        return Verdict.PARTIAL
    if any(not each.certain for each in outcomes_seen):
        return Verdict.UNDECIDED
    return Verdict.PERMIT if Action.PERMIT in sure else Verdict.DENY


@dataclass(frozen=True, slots=True)
class _Open:
    """Packets whose action hangs on doubts: what may happen, and how it would come about."""

    masks: Masks
    cells: tuple[Cell[Taken], ...]


def _settle(grid: Grid, cells: Iterable[Cell[Taken]]) -> Iterator[Outcome]:
    """Turn cells over packets and doubts into outcomes over packets alone."""
    doubted = [at for at, axis in enumerate(grid.axes) if isinstance(axis.dimension, Doubt)]
    whole = grid.everything
    pending: list[Cell[Taken]] = []
    for cell in cells:
        if all(cell.masks[at] == whole[at] for at in doubted):
            yield Outcome(
                _packets(grid, cell.masks), _ACTIONS[cell.permit], cell.trail, _spent(cell)
            )
        else:
            pending.append(cell)
    for group in _overlaid(pending, doubted, whole):
        yield _outcome(grid, group, doubted, whole)


_YES = 0b10
"""The segment of a doubt's axis that stands for yes."""

_BOTH = frozenset({Action.PERMIT, Action.DENY})
_ACTIONS = {True: frozenset({Action.PERMIT}), False: frozenset({Action.DENY}), None: _BOTH}


def _spent(cell: Cell[Taken]) -> tuple[Doubt, ...]:
    return (TOO_COMPLEX,) if cell.permit is None else ()


def _packets(grid: Grid, masks: Masks) -> Box:
    box = grid.box(masks)
    return {field: values for field, values in box.items() if not isinstance(field, Doubt)}


def _overlaid(
    cells: Sequence[Cell[Taken]], doubted: Sequence[int], whole: Masks
) -> Iterator[_Open]:
    """Cut cells that differ only in doubts until equal packets lie in one group."""
    groups: list[_Open] = []
    for cell in cells:
        spread = tuple(whole[at] if at in doubted else mask for at, mask in enumerate(cell.masks))
        groups = _lay(groups, spread, cell)
    yield from groups


def _lay(groups: list[_Open], masks: Masks, cell: Cell[Taken]) -> list[_Open]:
    laid: list[_Open] = []
    fresh = [masks]
    for group in groups:
        common = tuple(a & b for a, b in zip(group.masks, masks, strict=True))
        if not all(common):
            laid.append(group)
            continue
        laid.append(_Open(common, (*group.cells, cell)))
        laid.extend(_Open(rest, group.cells) for rest in subtract(group.masks, common))
        fresh = [rest for piece in fresh for rest in _outside(piece, common)]
    laid.extend(_Open(piece, (cell,)) for piece in fresh)
    return laid


def _outside(piece: Masks, hole: Masks) -> list[Masks]:
    common = tuple(a & b for a, b in zip(piece, hole, strict=True))
    return subtract(piece, common) if all(common) else [piece]


def _outcome(grid: Grid, group: _Open, doubted: Sequence[int], whole: Masks) -> Outcome:
    actions = frozenset(action for cell in group.cells for action in _ACTIONS[cell.permit])
    # The reading in which most doubts are true names the statement that is not understood.
    told = max(group.cells, key=lambda cell: sum(cell.masks[at] == _YES for at in doubted))
    if len(actions) == 1:
        return Outcome(_packets(grid, group.masks), actions, told.trail)
    open_questions = {
        axis.dimension
        for cell in group.cells
        for at, axis in enumerate(grid.axes)
        if at in doubted and cell.masks[at] != whole[at] and isinstance(axis.dimension, Doubt)
    }.union(*(_spent(cell) for cell in group.cells))
    return Outcome(
        _packets(grid, group.masks),
        actions,
        told.trail,
        tuple(sorted(open_questions, key=lambda doubt: doubt.key)),
    )
