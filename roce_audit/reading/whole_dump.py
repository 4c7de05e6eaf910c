"""Whether a captured configuration is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.reading.document import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.reading.document import Document


def gaps_of(documents: Sequence[Document], *, ended: bool, complete: bool) -> Iterator[Gap]:
    """Yield what is missing from a live capture; a file of a person may be a part.

    Args:
        documents: What was captured.
        ended: Whether the last configuration read ended with ``end``.
        complete: Whether a host name and interfaces were seen.
    """
    for document in documents:
        live = document.command.startswith("show running-config")
        if document.role is not Role.CONFIGURATION or not live:
            continue
        source = SourceRef(document.name, None, "")
        if not ended:
            yield Gap("the configuration has no 'end': the capture was cut short", source)
        if not complete:
            reason = (
                "the configuration lacks its host name or interfaces: the user may see a part only"
            )
            yield Gap(reason, source)
