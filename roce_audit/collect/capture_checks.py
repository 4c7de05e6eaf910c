"""Whether a reply is what was asked for: an error message is not an empty configuration."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.collect.printable import printable
from roce_audit.reading.document import Role
from roce_audit.snapshot.status import CommandStatus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.reading.platform import Command, Session

_HEAD_LINES = 6
"""An error message is the whole of a short reply; a configuration may quote one further down."""


def judged(command: Command, output: str, session: Session) -> tuple[CommandStatus, str]:
    """Return how a command ended, and why it did not end well.

    Args:
        command: What was asked.
        output: The whole reply, without echo and prompt.
        session: The platform's words for errors and for the end.
    """
    head = _head(output)
    if not head and command.may_be_empty:
        return CommandStatus.OK, ""
    if not head:
        return CommandStatus.EMPTY, "the device printed nothing"
    told = printable(" ".join(head[-2:]))
    if _found(session.refusals, head):
        return CommandStatus.REFUSED, f"this login may not use it: {told}"
    if _found(session.unknown, head):
        return CommandStatus.UNKNOWN, f"the device does not know it: {told}"
    if command.role == Role.CONFIGURATION and command.required and not _ends(output, session):
        return CommandStatus.TRUNCATED, "its end is missing, so the rest may be missing too"
    return CommandStatus.OK, ""


def shows_interfaces(outputs: Iterable[str], session: Session) -> bool:
    """Return whether any of a switch's configurations speaks of an interface.

    One that does not was cut, or belongs to a login that may not see them. Where configurations
    never do, the answer is yes.
    """
    pattern = _compiled(session.interfaces)
    return not session.interfaces or any(pattern.search(output) for output in outputs)


def _ends(output: str, session: Session) -> bool:
    return not session.end_marker or _compiled(session.end_marker).search(output) is not None


def _head(output: str) -> list[str]:
    lines = (line.strip() for line in output.splitlines())
    filled = [line for line in lines if line]
    return filled if len(filled) <= _HEAD_LINES else filled[:2]


def _found(patterns: Iterable[str], lines: list[str]) -> bool:
    return any(_compiled(pattern).search(line) for pattern in patterns for line in lines)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)
