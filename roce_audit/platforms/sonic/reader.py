"""Reads SONiC databases and what is printed of them, changes applied in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.assemble import assemble
from roce_audit.platforms.sonic.state import State
from roce_audit.platforms.sonic.taking import load_waiting, take
from roce_audit.reading.document import Document, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.sonic.device import SonicDevice
    from roce_audit.reading.platform import Assume


def read(name: str, documents: Sequence[Document], assume: Assume) -> SonicDevice:
    """Return the switch that ``documents`` speak of.

    Args:
        name: Inventory name, or the file's.
        documents: Configuration and state, then changes.
        assume: Switches as set, checked before.
    """
    state = State()
    for document in documents:
        if document.role is Role.CHANGE:
            load_waiting(state)
        state.order.setdefault(document.name, len(state.order))
        take(state, document)
    load_waiting(state)
    return assemble(name, state, assume)
