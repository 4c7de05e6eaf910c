"""From documents to a switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cumulus_linux.finish import finish
from roce_audit.platforms.cumulus_linux.missing import gaps_of, is_absent
from roce_audit.platforms.cumulus_linux.scan import Scanner
from roce_audit.platforms.cumulus_linux.state import State
from roce_audit.reading.document import Role
from roce_audit.reading.indented import clean_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.cumulus_linux.device import CumulusDevice
    from roce_audit.reading.document import Document
    from roce_audit.reading.platform import Assume


def read(name: str, documents: Sequence[Document], assume: Assume) -> CumulusDevice:
    """Return the switch that ``documents`` describe, changes applied in order; see ``Read``."""
    state = State()
    for document in sorted(documents, key=lambda each: each.role is Role.CHANGE):
        if document.role is Role.STATE or is_absent(document):
            continue
        Scanner(state, document.name).read(clean_lines(document.text))
    state.gaps += gaps_of(documents, state)
    return finish(name, state, assume)
