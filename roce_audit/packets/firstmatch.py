"""What filters in series decide, for every packet of a region at once.

The walk keeps a stack of pieces (products of bit masks). Each piece is tried against the list it
is in: the first line that meets it either fills it (its effect is taken) or cuts it in two or
more. Nothing is sampled and nothing is approximated; a budget bounds the work, and what is left
when it is spent is said to be open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from roce_audit.packets.atoms import Grid, Masks, subtract
from roce_audit.packets.program import Back, Block, Enter, Entry, Take

T = TypeVar("T")

Live: TypeAlias = Sequence[tuple[Masks, Entry[T]]]
"""Entries that meet a piece, with what they have in common with it."""

DEFAULT_BUDGET = 2_000_000
"""Pieces looked at before a question is given up as too complex."""


@dataclass(frozen=True, slots=True)
class Cell(Generic[T]):
    """Packets that every filter treats as one.

    Attributes:
        masks: The packets, on the grid.
        permit: Whether they pass all filters; None if the budget was spent before.
        trail: The lines that took them, calls included, filter after filter. The last one
            decides; empty if only lists without a matching line were met.
    """

    masks: Masks
    permit: bool | None
    trail: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class _Frame(Generic[T]):
    """Where a packet goes on when it comes back from a list."""

    live: Live[T]
    outer: _Frame[T] | None


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    """One piece and where it stands."""

    piece: Masks
    live: Live[T]
    frame: _Frame[T] | None
    stage: int
    trail: tuple[T, ...]


def walk(grid: Grid, stages: Sequence[Block[T]], budget: int = DEFAULT_BUDGET) -> Iterator[Cell[T]]:
    """Yield disjoint cells that together fill the grid's region.

    Args:
        grid: See ``program.grid_for``.
        stages: The filters in series, drawn on the grid. A packet that no line of a stage takes
            passes it: defaults are lines.
        budget: Pieces to look at; what is left then comes out with ``permit`` None.
    """
    starts: list[Live[T]] = [[(entry.masks, entry) for entry in block] for block in stages]
    todo = [_Task(grid.everything, starts[0] if starts else (), None, 0, ())]
    while todo:
        task = todo.pop()
        budget -= 1
        if budget < 0:
            yield Cell(task.piece, None, task.trail)
            continue
        live = _live(task.piece, task.live)
        if not live:
            answer = _fell_off(task, starts)
        elif live[0][0] == task.piece:
            answer = _taken(task, live, starts)
        else:
            part = live[0][0]
            todo.append(_Task(part, live, task.frame, task.stage, task.trail))
            todo.extend(
                _Task(rest, live[1:], task.frame, task.stage, task.trail)
                for rest in subtract(task.piece, part)
            )
            continue
        if isinstance(answer, Cell):
            yield answer
        else:
            todo.append(answer)


def _live(piece: Masks, entries: Live[T]) -> list[tuple[Masks, Entry[T]]]:
    """Keep the entries that meet ``piece``, up to the first that no packet comes back from."""
    live: list[tuple[Masks, Entry[T]]] = []
    for masks, entry in entries:
        common: list[int] = []
        for left, right in zip(masks, piece, strict=True):
            both = left & right
            if not both:
                break
            common.append(both)
        else:
            part = tuple(common)
            live.append((part, entry))
            if part == piece and entry.final:
                break
    return live


def _fell_off(task: _Task[T], starts: Sequence[Live[T]]) -> _Task[T] | Cell[T]:
    frame = task.frame
    if frame is not None:
        return _Task(task.piece, frame.live, frame.outer, task.stage, task.trail)
    return _next_stage(task.piece, task.stage, task.trail, starts)


def _next_stage(
    piece: Masks, stage: int, trail: tuple[T, ...], starts: Sequence[Live[T]]
) -> _Task[T] | Cell[T]:
    if stage + 1 >= len(starts):
        return Cell(piece, permit=True, trail=trail)
    return _Task(piece, starts[stage + 1], None, stage + 1, trail)


def _taken(
    task: _Task[T], live: list[tuple[Masks, Entry[T]]], starts: Sequence[Live[T]]
) -> _Task[T] | Cell[T]:
    entry = live[0][1]
    effect = entry.step.effect
    line = entry.step.line
    trail = task.trail if line is None else (*task.trail, line)
    match effect:
        case Take(permit=True):
            return _next_stage(task.piece, task.stage, trail, starts)
        case Take():
            return Cell(task.piece, permit=False, trail=trail)
        case Back():
            return _fell_off(task, starts)
        case Enter(resume=resume):
            frame = _Frame(live[1:], task.frame) if resume else task.frame
            inner: Live[T] = [(each.masks, each) for each in entry.enter or ()]
            return _Task(task.piece, inner, frame, task.stage, trail)
