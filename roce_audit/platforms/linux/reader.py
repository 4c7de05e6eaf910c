"""Reads a Linux machine from dumps, commands and settings, in any mixture."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.finish import finish
from roce_audit.platforms.linux.hints import Hint, hint_in
from roce_audit.platforms.linux.nft_bytecode import read_codes
from roce_audit.platforms.linux.scan import Scanner
from roce_audit.platforms.linux.state import State
from roce_audit.reading.document import Document, Role
from roce_audit.reading.indented import clean_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.device import LinuxDevice
    from roce_audit.reading.platform import Assume

_NOT_THERE = re.compile(r"command not found|: not found|No such file or directory")


def read(name: str, documents: Sequence[Document], assume: Assume) -> LinuxDevice:
    """Return the machine that ``documents`` speak of, changes applied in order."""
    state = State()
    for document in documents:
        lines = list(clean_lines(document.text))
        if "--debug" in document.command:
            # The listing below the bytecode comes again, from the command that is made for it.
            read_codes(state, lines)
            continue
        hint = _hint(state, document)
        live = bool(document.command)
        Scanner.of(state, document.name, lines, hint, live=live).read()
    return finish(name, state, assume, documents[0].name if documents else name)


def _hint(state: State, document: Document) -> Hint:
    """Return what name and command of a document say of what printed it."""
    if document.role is Role.CHANGE:
        return Hint()
    told = hint_in(document.command)
    if told is None:
        named = hint_in(document.name.replace("_", " "))
        return replace(named, table="filter") if named else Hint()
    state.dump += 1
    if not _NOT_THERE.search(document.text):
        # An empty answer of a filter program says that there are no filters.
        state.seen = True
        state.legacy_dumps |= {told.family} if told.legacy else set()
    return told
