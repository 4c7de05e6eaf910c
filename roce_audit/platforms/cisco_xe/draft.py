"""A filter entry while it is read, with what its words may refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.reading.entry_draft import EntryDraft

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xe.extents import Groups
    from roce_audit.platforms.cisco_xe.settings import Settings
    from roce_audit.reading.statement import Statement, Words


class Draft(EntryDraft):
    """What is understood of an entry so far.

    Attributes:
        settings: The platform's switches.
        groups: Object groups, read to the end.
    """

    __slots__ = ("groups", "settings")

    def __init__(
        self, statement: Statement, scope: Box, settings: Settings, groups: Groups
    ) -> None:
        super().__init__(statement, scope)
        self.settings = settings
        self.groups = groups


Grammar: TypeAlias = "Callable[[Words, Draft], None]"
"""Reads the words behind the action into a draft."""
