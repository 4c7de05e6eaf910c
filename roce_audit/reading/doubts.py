"""What a statement does that is not understood: an open question for the packets it could touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.fields import Doubt
from roce_audit.packets.program import YES

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.reading.statement import Statement


def line_doubt(place: Statement | SourceRef, reason: str) -> Doubt:
    """Return the doubt about one statement."""
    text = f"line {place.line} is not understood: {reason}"
    return Doubt(f"{place.file} line {place.line}", text)


def on_side(doubt: Doubt, side: Field) -> Doubt:
    """Return the same question about one end of the packets.

    What is not known of a group may hold the source of a packet and not its destination.
    """
    return Doubt(f"{doubt.key} as {side.title}", doubt.reason)


def either_way(statement: Statement, scope: Box, reason: str, label: str = "") -> tuple[Line, ...]:
    """Return what a statement may do whose action is not known: permit, deny or nothing."""
    doubt = line_doubt(statement, reason)
    drops = Doubt(f"{doubt.key}, as deny", doubt.reason)
    source = statement.source
    return (
        Line(Action.PERMIT, ({**scope, doubt: YES},), source, label),
        Line(Action.DENY, ({**scope, drops: YES},), source, label),
    )
