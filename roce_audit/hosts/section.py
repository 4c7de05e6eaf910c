"""One part of a capture, and how far it may be believed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roce_audit.model.facts import Unknown
from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from collections.abc import Sequence


class State(StrEnum):
    """How far a section may be believed."""

    OK = "ok"
    """Read whole: what it does not list is not there."""
    MISSING = "tool not installed"
    UNLOADED = "module not loaded"
    """The kernel part that would hold the fact is not loaded: there is nothing to read."""
    SKIPPED = "skipped"
    REFUSED = "not permitted"
    TIMED_OUT = "timed out"
    TRUNCATED = "cut short"
    FAILED = "command failed"
    NOT_COLLECTED = "not in the capture"


LONGEST_EVIDENCE = 300


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a capture.

    Attributes:
        name: Kind and keys, separated by blanks: ``gids mlx5_0 1``.
        state: See ``State``.
        lines: The text, without control characters.
        first_line: 1-based line of ``lines[0]`` in the file; 0 if there is no section.
        reason: Why the state is not OK, as a phrase; "" if it is.
        unreadable: Files of the section that exist and may not be read.
        file: Name of the document.
    """

    name: str
    state: State
    lines: tuple[str, ...] = ()
    first_line: int = 0
    reason: str = ""
    unreadable: frozenset[str] = frozenset()
    file: str = ""

    @property
    def text(self) -> str:
        """The lines as one string."""
        return "\n".join(self.lines)

    @property
    def ok(self) -> bool:
        """Whether the section was read whole."""
        return self.state is State.OK

    @property
    def unknown(self) -> Unknown:
        """What a fact of this section is while the section does not hold it."""
        return Unknown(self.reason or "not shown by the host")

    def source(self, at: int = 0, text: str | None = None) -> SourceRef:
        """Return line ``at`` (from 0) as evidence; ``text`` instead of a line too long to show."""
        line = self.lines[at] if at < len(self.lines) else ""
        shown = (line if text is None else text).replace("\t", " ").strip()
        return SourceRef(self.file, self.first_line + at, shown[:LONGEST_EVIDENCE])


_REFUSED = re.compile(
    r"permission denied|not permitted|must be root|password is required|not allowed|"
    r"requires? root|run as root|no new privileges",
    re.IGNORECASE,
)
_TIMED_OUT_CODES = (124, 137, 143)
_NOT_EXECUTABLE, _NOT_FOUND = 126, 127


def state_of(word: str, code: int | None, said: Sequence[str]) -> tuple[State, str]:
    """Return how far a section may be believed, and why not further.

    Args:
        word: What the collector wrote at its end; "" if the end is missing.
        code: Exit code of the command, if the collector still got to write it.
        said: What the command said last, complaints first.
    """
    first, _, detail = word.partition(" ")
    match first:
        case "listed":
            return State.OK, ""
        case "missing":
            return State.MISSING, "the tool is not installed"
        case "unloaded":
            return State.UNLOADED, f"kernel module {detail} is not loaded"
        case "skipped":
            return State.SKIPPED, detail or "skipped"
        case "ran" | "read" if code is not None:
            return (State.OK, "") if first == "read" else _command_state(code, said)
        case _:
            return State.TRUNCATED, "the output was cut short"


def _command_state(code: int, said: Sequence[str]) -> tuple[State, str]:
    complaint = next((each.strip() for each in said if each.strip()), "")[:200]
    if code == 0:
        return State.OK, ""
    if code in _TIMED_OUT_CODES:
        return State.TIMED_OUT, "the command did not end in time"
    if code == _NOT_FOUND:
        return State.MISSING, "the tool is not installed"
    if code == _NOT_EXECUTABLE or any(_REFUSED.search(each) for each in said):
        return State.REFUSED, complaint or "not permitted"
    return State.FAILED, complaint or f"exit code {code}"
