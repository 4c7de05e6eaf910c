"""Lists of lines in the words of this package: what a line matches, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step(Generic[T]):
    """One line of a list.

    Attributes:
        boxes: What it matches.
        line: The caller's line, given back in trails; None for a step that is no line.
        effect: What happens to a packet it takes.
    """

    boxes: tuple[Box, ...]
    line: T | None
    effect: Effect[T]


@dataclass(frozen=True, slots=True)
class Take:
    """The packet leaves the whole filter with this answer."""

    permit: bool


@dataclass(frozen=True, slots=True)
class Back:
    """The packet goes back to the caller of the list."""


@dataclass(frozen=True, slots=True)
class Enter(Generic[T]):
    """The packet goes through another list; ``resume`` as in a jump, else as in a goto."""

    steps: tuple[Step[T], ...]
    resume: bool


Effect: TypeAlias = Take | Back | Enter[T]
