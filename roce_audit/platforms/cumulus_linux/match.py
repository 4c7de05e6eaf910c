"""What a rule matches, while it is read, and what it does."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.fields import DESTINATION_PORT, PROTOCOL, SOURCE_PORT, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension

_WITH_PORTS = ((6, 6), (17, 17), (33, 33), (132, 132), (136, 136))


class Effect(Enum):
    """What a rule does with the packets that it takes."""

    PERMIT = auto()
    DENY = auto()
    GO_ON = auto()
    """Marks, counts or logs them; the next rule is tried."""
    MAY_END = auto()
    """Mirrors them; they pass, or the next rule is tried."""
    LIMIT = auto()
    """Drops what exceeds a rate; the next rule is tried with the rest."""
    UNKNOWN = auto()
    """Not understood."""


@dataclass(slots=True)
class Match:
    """The packets of a rule that is being read.

    Attributes:
        box: What was understood so far.
        doubts: Open questions on which the match hangs.
        never: Whether no packet fits.
        ranged: Whether it has a range of ports.
        used: Whether it has any condition.
    """

    box: dict[Dimension, Ranges] = field(default_factory=dict["Dimension", Ranges])
    doubts: list[Doubt] = field(default_factory=list[Doubt])
    never: bool = False
    ranged: bool = False
    used: bool = False

    def narrow(self, dimension: Dimension, values: Ranges) -> None:
        """Keep only packets whose value is in ``values``."""
        self.used = True
        known = self.box.get(dimension)
        both = values if known is None else intersect(known, values)
        self.never = self.never or not both
        self.box[dimension] = both

    def ports(self, dimension: Dimension, values: Ranges) -> None:
        """Keep only packets of some ports."""
        self.ranged = self.ranged or any(low < high for low, high in values)
        self.narrow(dimension, values)

    def settle(self, key: str, where: str) -> None:
        """Check what only the whole rule tells: ports need a protocol that has them."""
        if SOURCE_PORT not in self.box and DESTINATION_PORT not in self.box:
            return
        if PROTOCOL not in self.box:
            self.doubts.append(Doubt(key, f"{where} names ports without a protocol"))
        self.narrow(PROTOCOL, _WITH_PORTS)

    def boxes(self, *more: Doubt) -> tuple[Box, ...]:
        """Return what matches if every question, those given too, is answered yes."""
        if self.never:
            return ()
        return ({**self.box, **{each: single(1) for each in (*self.doubts, *more)}},)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a filter with what the hardware needs to know of it.

    Attributes:
        line: What is tried.
        ends: Whether a packet that it takes meets no later rule.
        ranged: Whether it has a range of ports.
        inward: Interfaces that packets enter at, as written; empty for any.
        outward: Interfaces that packets leave at, as written; empty for any.
    """

    line: Line
    ends: bool = True
    ranged: bool = False
    inward: tuple[str, ...] = ()
    outward: tuple[str, ...] = ()


CERTAIN = Doubt("", "")
"""Stands for the question of an effect that has none."""


def lines_of(
    match: Match, effect: Effect, source: SourceRef, label: str, question: Doubt = CERTAIN
) -> list[tuple[Line, bool]]:
    """Return the lines of a rule, each with whether it ends the search.

    Args:
        match: What it takes.
        effect: What it does.
        source: Where it stands.
        label: Its number or place.
        question: The open question of its effect, where that is not certain.
    """

    def line(action: Action, *doubts: Doubt) -> Line:
        return Line(action, match.boxes(*doubts), source, label)

    match effect:
        case Effect.PERMIT:
            return [(line(Action.PERMIT), True)]
        case Effect.DENY:
            return [(line(Action.DENY), True)]
        case Effect.GO_ON:
            return []
        case Effect.MAY_END:
            return [(line(Action.PERMIT, question), True)]
        case Effect.LIMIT:
            return [(line(Action.DENY, question), False)]
        case Effect.UNKNOWN:
            other = Doubt(f"{question.key} action", question.reason)
            return [(line(Action.DENY, question), True), (line(Action.PERMIT, other), True)]
