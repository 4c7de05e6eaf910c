"""Lists of lines written out as the flat code of a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from roce_audit.packets.atoms import grid_of
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import Doubt
from roce_audit.packets.program import (
    DEEPEST,
    DEFAULT_SIZE,
    NO,
    YES,
    Instruction,
    Needs,
    Program,
    TooLargeError,
)
from roce_audit.packets.steps import Back, Enter, Step, Take

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")

_TRIES = 4
"""Boxes clipped for each instruction allowed, most of which may come to nothing."""


def program_for(
    stages: Iterable[Iterable[Step[T]]], region: Box, size: int = DEFAULT_SIZE
) -> Program[T]:
    """Return filters in series as code for the packets of ``region``.

    Raises:
        TooLargeError: More than ``size`` instructions or calls deeper than ``DEEPEST``.
    """
    writer: _Writer[T] = _Writer(size)
    denied = writer.label()
    for steps in stages:
        writer.stage(steps, region, denied)
    writer.places[denied] = len(writer.drafts) + 1
    return _drawn(writer.drafts, writer.places, region)


@dataclass(frozen=True, slots=True)
class _Draft(Generic[T]):
    """One instruction while neither the grid nor the place of its target is known."""

    box: Box
    trail: tuple[T, ...]
    label: int


@dataclass(frozen=True, slots=True)
class _Place(Generic[T]):
    """What a list is written for.

    Attributes:
        box: The packets that its caller sends there.
        callers: The lines that call it.
        back: Label where packets go that come back from it.
        passed: Label of what is behind the filter.
        denied: Label of the end of dropped packets.
    """

    box: Box
    callers: tuple[T, ...]
    back: int
    passed: int
    denied: int


class _Writer(Generic[T]):
    """Writes lists out, one behind the other."""

    def __init__(self, size: int) -> None:
        self.drafts: list[_Draft[T]] = []
        self.places: dict[int, int] = {}
        """For each label that the writer has reached, where it is."""
        self._size = size
        self._tries = size * _TRIES
        self._labels = 0

    def label(self) -> int:
        """Return a new label, to be placed later."""
        self._labels += 1
        return self._labels

    def place(self, label: int) -> None:
        """Let ``label`` mean the next instruction."""
        self.places[label] = len(self.drafts)

    def stage(self, steps: Iterable[Step[T]], region: Box, denied: int) -> None:
        """Write one filter; what it permits goes on behind it."""
        behind = self.label()
        self._list(steps, _Place(region, (), behind, behind, denied))
        self.place(behind)

    def _list(self, steps: Iterable[Step[T]], here: _Place[T]) -> None:
        if len(here.callers) > DEEPEST or self._tries < 0:
            raise TooLargeError
        for step in steps:
            trail = here.callers if step.line is None else (*here.callers, step.line)
            self._tries -= len(step.boxes)
            for box in step.boxes:
                part = clip(box, here.box)
                if part is None:
                    continue
                self._step(step, part, trail, here)
                closed = not (isinstance(step.effect, Enter) and step.effect.resume)
                if closed and len(part) == len(here.box) and part == here.box:
                    return

    def _step(self, step: Step[T], part: Box, trail: tuple[T, ...], here: _Place[T]) -> None:
        effect = step.effect
        if isinstance(effect, Take):
            taken = () if step.line is None else trail
            self._write(part, taken, here.passed if effect.permit else here.denied)
        elif isinstance(effect, Back):
            self._write(part, (), here.back)
        elif effect.resume:
            back = self.label()
            self._list(effect.steps, _Place(part, trail, back, here.passed, here.denied))
            self.place(back)
        else:
            self._list(effect.steps, _Place(part, trail, here.back, here.passed, here.denied))
            self._write(part, (), here.back)

    def _write(self, box: Box, trail: tuple[T, ...], label: int) -> None:
        if len(self.drafts) >= self._size:
            raise TooLargeError
        self.drafts.append(_Draft(box, trail, label))


def _drawn(drafts: Sequence[_Draft[T]], places: dict[int, int], region: Box) -> Program[T]:
    grid = grid_of(region, [draft.box for draft in drafts])
    drawn = grid.drawn(draft.box for draft in drafts)
    code = tuple(
        Instruction(masks, _needs(draft.box, region), places[draft.label], draft.trail)
        for masks, draft in zip(drawn, drafts, strict=True)
    )
    return Program(grid, code)


def _needs(box: Box, region: Box) -> Needs:
    """Return what the box asks of doubts beyond what the question itself says of them."""
    asked: list[tuple[Doubt, bool]] = []
    for dimension, values in box.items():
        if isinstance(dimension, Doubt) and values in {YES, NO} and region.get(dimension) != values:
            asked.append((dimension, values == YES))
    return tuple(asked)
