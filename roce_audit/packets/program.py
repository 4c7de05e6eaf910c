"""Filters made ready for one question: flat code in which every jump goes forward.

A called list is written out where it is called, cut down to what the caller sends there; "return",
"goto", "permit" and "on to the next filter" all become jumps to a later place. So one loop without
a stack of callers answers every question, and what lies behind the current place is done with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from roce_audit.packets.atoms import Grid, Masks, grid_of
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.steps import Back, Enter, Step, Take

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")

DEFAULT_SIZE = 500_000
"""Instructions of a program before a question is given up as too complex."""

DEEPEST = 64
"""Calls inside calls before a question is given up as too complex."""

_TRIES = 4
"""Boxes clipped for each instruction allowed, most of which may come to nothing."""

YES: Ranges = single(1)
NO: Ranges = single(0)

Needs: TypeAlias = tuple[tuple[Doubt, bool], ...]
"""Answers to doubts, all of which must hold."""


@dataclass(frozen=True, slots=True)
class Instruction(Generic[T]):
    """One box of one step.

    Attributes:
        masks: The packets it takes.
        needs: When it takes them.
        target: Where they go on, always a later place; see ``Program``.
        trail: The calls that led to the line, and the line; empty if it is no line that answers.
    """

    masks: Masks
    needs: Needs
    target: int
    trail: tuple[T, ...]

    @property
    def told(self) -> bool:
        """Whether it acts in the reading in which every doubt is true."""
        return all(wanted for _, wanted in self.needs)


@dataclass(frozen=True, slots=True)
class Program(Generic[T]):
    """Filters in series as one piece of code.

    Attributes:
        grid: What the masks mean.
        code: Tried from place 0 on. A packet at place ``end`` passes, one at place ``denied`` is
            dropped. A packet that nothing takes any more reaches ``end``: defaults are lines.
    """

    grid: Grid
    code: tuple[Instruction[T], ...]

    @property
    def end(self) -> int:
        """The place of packets that pass."""
        return len(self.code)

    @property
    def denied(self) -> int:
        """The place of packets that are dropped."""
        return len(self.code) + 1

    def decides(self, instruction: Instruction[T]) -> bool:
        """Whether the packets that an instruction takes have met the last line of their trail."""
        if instruction.target == self.denied:
            return True
        return instruction.target == self.end and bool(instruction.trail)


class TooLargeError(Exception):
    """The filters with every called list written out exceed ``DEFAULT_SIZE`` or ``DEEPEST``."""


@dataclass(frozen=True, slots=True)
class _Draft(Generic[T]):
    """One instruction while neither the grid nor the place of its target is known."""

    box: Box
    trail: tuple[T, ...]
    label: int


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
        match step.effect:
            case Take(permit=permit):
                taken = () if step.line is None else trail
                self._write(part, taken, here.passed if permit else here.denied)
            case Back():
                self._write(part, (), here.back)
            case Enter(steps=inner, resume=True):
                back = self.label()
                self._list(inner, _Place(part, trail, back, here.passed, here.denied))
                self.place(back)
            case Enter(steps=inner):
                self._list(inner, _Place(part, trail, here.back, here.passed, here.denied))
                self._write(part, (), here.back)

    def _write(self, box: Box, trail: tuple[T, ...], label: int) -> None:
        if len(self.drafts) >= self._size:
            raise TooLargeError
        self.drafts.append(_Draft(box, trail, label))


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
