"""Filters made ready for one question: lines clipped to the region and drawn on its grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from roce_audit.packets.atoms import Grid, Masks, grid_of
from roce_audit.packets.boxes import Box, clip

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """One line of a list, as the walk wants it.

    Attributes:
        boxes: What it matches.
        line: The caller's line, given back in trails; None for a step that is no line.
        effect: What happens to a packet it takes.
    """

    boxes: tuple[Box, ...]
    line: T | None
    effect: Effect[T]


@dataclass(frozen=True, slots=True)
class Take(Generic[T]):
    """The packet leaves the whole list with this answer."""

    permit: bool


@dataclass(frozen=True, slots=True)
class Back(Generic[T]):
    """The packet goes back to the caller of the list."""


@dataclass(frozen=True, slots=True)
class Enter(Generic[T]):
    """The packet goes through another list; ``resume`` as in a jump, else as in a goto."""

    steps: tuple[Step[T], ...]
    resume: bool


Effect: TypeAlias = Take[T] | Back[T] | Enter[T]


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One box of one step on the grid."""

    masks: Masks
    step: Step[T]
    enter: Block[T] | None

    @property
    def final(self) -> bool:
        """Whether no packet that it takes comes back to the list."""
        effect = self.step.effect
        return not (isinstance(effect, Enter) and effect.resume)


Block: TypeAlias = Sequence[Entry[T]]


def boxes_of(steps: Iterable[Step[T]]) -> Iterator[Box]:
    """Yield what every step matches, called lists included."""
    for step in steps:
        yield from step.boxes
        if isinstance(step.effect, Enter):
            yield from boxes_of(step.effect.steps)


def clipped(steps: Iterable[Step[T]], region: Box) -> tuple[Step[T], ...]:
    """Keep the steps that can take a packet of ``region``, clipped to it."""
    kept: list[Step[T]] = []
    for step in steps:
        boxes = tuple(box for match in step.boxes if (box := clip(match, region)) is not None)
        if not boxes:
            continue
        effect = step.effect
        if isinstance(effect, Enter):
            effect = Enter(clipped(effect.steps, region), effect.resume)
        kept.append(Step(boxes, step.line, effect))
    return tuple(kept)


def block_of(steps: Iterable[Step[T]], grid: Grid) -> Block[T]:
    """Draw clipped steps on ``grid``."""
    entries: list[Entry[T]] = []
    for step in steps:
        effect = step.effect
        inner = block_of(effect.steps, grid) if isinstance(effect, Enter) else None
        entries.extend(Entry(grid.masks(box), step, inner) for box in step.boxes)
    return entries


def grid_for(region: Box, programs: Iterable[Sequence[Step[T]]]) -> Grid:
    """Return the grid on which all clipped ``programs`` can be drawn."""
    return grid_of(region, [box for steps in programs for box in boxes_of(steps)])
