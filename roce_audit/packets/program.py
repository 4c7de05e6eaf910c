"""Filters made ready for one question: flat code in which every jump goes forward.

A called list is written out where it is called, cut down to what the caller sends there; "return",
"goto", "permit" and "on to the next filter" all become jumps to a later place. So one loop without
a stack of callers answers every question, and what lies behind the current place is done with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import Ranges, single

if TYPE_CHECKING:
    from roce_audit.packets.atoms import Grid, Masks

T = TypeVar("T")

DEFAULT_SIZE = 500_000
"""Instructions of a program before a question is given up as too complex."""

DEEPEST = 64
"""Calls inside calls before a question is given up as too complex."""

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
