"""Reads a Linux machine from dumps, commands and settings, in any mixture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.finish import finish
from roce_audit.platforms.linux.hints import Hint, hint_in
from roce_audit.platforms.linux.scan import Scanner
from roce_audit.platforms.linux.state import State
from roce_audit.reading.document import Role
from roce_audit.reading.indented import clean_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.device import LinuxDevice
    from roce_audit.reading.document import Document
    from roce_audit.reading.platform import Assume


def read(name: str, documents: Sequence[Document], assume: Assume) -> LinuxDevice:
    """Return the machine that ``documents`` speak of, changes applied in order."""
    state = State()
    for document in documents:
        told = hint_in(document.command) or hint_in(document.name)
        if document.role is Role.CHANGE:
            told = None
        if document.command and told is not None:
            # An empty answer of a filter program says that there are no filters.
            state.seen = True
            state.dump += 1
            state.legacy_dumps |= {told.family} if told.legacy else set()
        hint = replace(told, table="filter") if told and not document.command else told or Hint()
        Scanner(state, document.name, list(clean_lines(document.text)), hint).read()
    return finish(name, state, assume, documents[0].name if documents else name)
