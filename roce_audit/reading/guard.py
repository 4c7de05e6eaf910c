"""Statements that may drop or limit packets in a way that cannot be evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Direction, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.packets.program import YES

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.reading.statement import Statement

INWARD = (Direction.IN,)
OUTWARD = (Direction.OUT,)
BOTH = (Direction.IN, Direction.OUT)


@dataclass(frozen=True, slots=True)
class Guard:
    """A statement that may drop or limit packets of an interface in a way we cannot evaluate.

    Attributes:
        reason: Why packets may not pass, a phrase.
        statement: The statement.
        sees: Which packets.
        routed: True if only routed packets meet it.
        directions: Ways of the packets.
    """

    reason: str
    statement: Statement
    sees: tuple[Box, ...] = (EVERYTHING,)
    routed: bool = False
    directions: tuple[Direction, ...] = INWARD


def guard_filter(name: str, guard: Guard) -> Filter:
    """Return a filter that may drop what a guard looks at."""
    source = guard.statement.source
    doubt = Doubt(f"{source.file} line {source.line}", guard.reason)
    boxes = tuple({**box, doubt: YES} for box in guard.sees)
    line = Line(Action.DENY, boxes, source)
    return Filter(Family.MIXED, name, (line,), Action.PERMIT, source, kind="guard")
