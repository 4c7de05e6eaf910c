"""The list of read-only commands, enforced before anything is sent.

Two locks. The platform's list: a command is sent only if one of its expressions matches the whole
of it. And what no list can permit, because it chains, redirects, or pipes into more than a filter
of the output: a second command on the line, a file to write, a shell.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.collect.reasons import Ended, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.reading.platform import Session

_LONGEST = 400
_ACTIVE = re.compile(r"[^ -~]|[;<>`$&\\]")
_FORBIDDEN_WORDS = frozenset({"sudo", "su", "doas"})
PIPES = frozenset(
    {
        "json",
        "no-more",
        "display set",
        "display json",
        "display inheritance",
        "display inheritance no-comments",
        "as json",
    }
)
"""What may follow ``|``: forms of output on a terminal, none of which writes or runs anything."""


def refusal(session: Session, command: str) -> str:
    """Return why a command may not be sent, as a phrase; "" if it may."""
    if told := _unsafe(command):
        return told
    if not _matches(session.allowed, command):
        return "it is not on the platform's list"
    return ""


def check(session: Session, command: str) -> None:
    """Check a command before it is sent.

    Raises:
        Ended: It may not be sent.
    """
    if told := refusal(session, command):
        raise Ended(Reason.NOT_ALLOWED, f"{command[:80]!r}: {told}")


def is_manner(session: Session, text: str) -> bool:
    """Return whether a line only sets up or leaves the terminal of this session."""
    return not _unsafe(text) and _matches(session.terminal, text)


def _unsafe(command: str) -> str:
    if not command.strip() or command != command.strip() or len(command) > _LONGEST:
        return "it is empty, too long or has blanks around it"
    if found := _ACTIVE.search(command):
        return f"it holds {found[0]!r}"
    first, *pipes = (part.strip() for part in command.split("|"))
    if not set(pipes) <= PIPES:
        return "it pipes into more than a form of output"
    if _FORBIDDEN_WORDS & set(first.lower().split()):
        return "it asks for another user's rights"
    return ""


def _matches(patterns: Iterable[str], text: str) -> bool:
    return any(_compiled(pattern).fullmatch(text) for pattern in patterns)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
