"""Where the packets of a walk stand, and what they come to in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.packets.atoms import Masks
    from roce_audit.packets.fields import Doubt

T = TypeVar("T")

Live: TypeAlias = "Sequence[tuple[Masks, int]]"
"""What instructions take of a piece, and their places, in order."""

BOTH = frozenset({True, False})


@dataclass(frozen=True, slots=True)
class Cell(Generic[T]):
    """Packets that the filters treat alike, whatever the answers to the doubts.

    Attributes:
        masks: The packets, on the grid.
        permits: Whether they pass all filters; both if that hangs on ``doubts``.
        trail: The lines that took them in the reading in which every doubt is true, filter after
            filter, each behind the calls that led to it. The last one decides; empty if no line
            met them.
        doubts: Doubts whose answers, in some combination, permit and in another do not.
        spent: Whether the budget was spent before the answer was known.
    """

    masks: Masks
    permits: frozenset[bool]
    trail: tuple[T, ...]
    doubts: frozenset[Doubt] = frozenset()
    spent: bool = False

    @property
    def certain(self) -> bool:
        """Whether only one answer is possible, and these packets are known to get it."""
        return len(self.permits) == 1 and not self.spent


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """Where a piece stands under some answers to doubts.

    Attributes:
        live: What may still meet the piece, and perhaps more.
        place: Instructions before it are done with.
        answers: What is assumed.
        trail: See ``Cell``.
    """

    live: Live
    place: int
    answers: Mapping[Doubt, bool]
    trail: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class Piece(Generic[T]):
    """Packets on their way.

    Attributes:
        masks: The packets.
        readings: Those not yet at an end; the last one goes on first.
        permits: What readings at an end came to.
        trail: That of the reading in which every doubt is true; None until it is at an end.
        doubts: Those of readings at an end.
    """

    masks: Masks
    readings: tuple[Reading[T], ...]
    permits: frozenset[bool] = frozenset()
    trail: tuple[T, ...] | None = None
    doubts: frozenset[Doubt] = frozenset()
