"""A filter entry while it is read, with what its words may refer to, and limited rates."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.acl import Action, Line
from roce_audit.packets.fields import FRAGMENT
from roce_audit.platforms.cisco_xr.settings import YES
from roce_audit.reading.doubts import line_doubt
from roce_audit.reading.entry_draft import EntryDraft
from roce_audit.reading.later_fragments import LATER, WITH_HEADER

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xr.extents import Groups
    from roce_audit.reading.statement import Statement, Words


class Draft(EntryDraft):
    """What is understood of an entry so far.

    Attributes:
        groups: Object groups, read to the end.
        limit: Why a permitted packet may be dropped after all: a limited rate; "" if it may not.
    """

    __slots__ = ("groups", "limit")

    def __init__(self, statement: Statement, scope: Box, groups: Groups) -> None:
        super().__init__(statement, scope)
        self.groups = groups
        self.limit = ""

    def beside_later(self, *, whole: bool) -> None:
        """Add a condition on the offset of later fragments, which no field stands for.

        Args:
            whole: Whether packets that are not fragments match too.
        """
        later: Box = {FRAGMENT: LATER, line_doubt(self.statement, "offsets are not compared"): YES}
        self.factors.append(({FRAGMENT: WITH_HEADER}, later) if whole else (later,))

    def lines(self, action: Action, label: str) -> tuple[Line, ...]:
        """Return the filter lines that do what the entry does."""
        permitted = super().lines(action, label)
        if not self.limit or action is Action.DENY:
            return permitted
        over = line_doubt(self.statement, self.limit)
        dropped = tuple({**box, over: YES} for line in permitted for box in line.matches)
        return (Line(Action.DENY, dropped, self.statement.source, label), *permitted)


Grammar: TypeAlias = "Callable[[Words, Draft], None]"
"""Reads the words behind the action into a draft."""
