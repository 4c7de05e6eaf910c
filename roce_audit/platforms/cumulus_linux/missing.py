"""What a live capture lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.cumulus_linux.commands import SESSION
from roce_audit.reading.document import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.platforms.cumulus_linux.state import State
    from roce_audit.reading.document import Document

_HEAD = 400


def is_absent(document: Document) -> bool:
    """Whether a command was refused or does not exist, so that its output says nothing."""
    return bool(document.command) and bool(_refusal(document))


def _refusal(document: Document) -> str:
    patterns = (*SESSION.refusals, *SESSION.unknown)
    for line in document.text[:_HEAD].splitlines():
        if any(re.search(pattern, line) for pattern in patterns):
            return line.strip()
    return ""


def gaps_of(documents: Sequence[Document], state: State) -> Iterator[Gap]:
    """Yield what is missing from a live capture; a file may hold whatever it holds."""
    live = [each for each in documents if each.command and each.role is Role.CONFIGURATION]
    for document in live:
        line = _refusal(document)
        if line:
            source = SourceRef(document.name, None, line)
            yield Gap(f"the device did not show {document.command!r}: {line}", source)
    if live and not state.tree.children and not any(map(_refusal, live)):
        source = SourceRef(live[0].name, None, live[0].command)
        yield Gap("the capture holds no configuration", source)
