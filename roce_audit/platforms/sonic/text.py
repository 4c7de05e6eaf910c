"""Captured text cut into pieces: JSON values and runs of other lines, by the command before them.

Every piece knows the lines of the captured file, so that evidence points there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.dump import Place
from roce_audit.reading.indented import clean_lines
from roce_audit.reading.json_positions import read_json, read_members
from roce_audit.reading.json_values import JsonObject, Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.reading.document import Document
    from roce_audit.reading.json_values import JsonRead, JsonValue

_PROMPT = re.compile(
    r"^(?:\([\w.-]+\)\s*)?[\w.-]+@[\w.-]+:[^\s$#]*[$#](?:\s+(?P<command>\S.*))?\s*$", re.ASCII
)
_BARE_PROMPT = re.compile(
    r"^(?:[\w.-]*[$#>]\s*)"
    r"(?P<command>(?:sudo\s|show\s|sonic-|redis-|config\s|cat\s|acl-loader\s|aclshow).*)$",
    re.ASCII,
)
_VALUE_START = re.compile(r"\s*(?:\{\s*(?:[\"'}]|$)|\[\s*(?:[\"'{\]]|$))")
_MEMBER_START = re.compile(r"\s*\"[A-Z][A-Z0-9_]+(?:\|[^\"]*)?\"\s*:\s*\{")
_LEFT_OVER = re.compile(r"\s*[}\]{\[\",:]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a document.

    Attributes:
        command: The command that printed it; "" if unknown.
        value: A JSON value; None for a run of lines.
        lines: Number and text of each line that is no JSON.
        fault: What is wrong with the JSON, as a phrase; "" if nothing is.
        fault_line: Where.
    """

    command: str
    value: JsonValue = None
    lines: tuple[tuple[int, str], ...] = ()
    fault: str = ""
    fault_line: int = 0


def pieces_of(document: Document) -> tuple[Place, list[Piece]]:
    """Return the pieces of a document in order, and the place that their offsets mean."""
    text = document.text
    if text[:1] in ("{", "["):
        read = read_json(text)
        if not read.fault and not text[read.end :].strip():
            return Place(document.name, Lines(text)), [Piece(document.command, read.value)]
    cutter = _Cutter(document)
    return Place(document.name, cutter.finder), list(cutter.pieces())


class _Cutter:
    """Walks over the lines of a text."""

    def __init__(self, document: Document) -> None:
        lines = [line.replace("\ufeff", "") for _, line in clean_lines(document.text)]
        self._commands = {at: told for at, line in enumerate(lines) if (told := _typed(line))}
        for at in self._commands:
            lines[at] = ""
        self._lines = lines
        self._text = "\n".join(lines)
        self._starts: list[int] = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._command = document.command
        self._at = 0
        self.finder = Lines(self._text)

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces; JSON is read as far as it goes."""
        plain: list[tuple[int, str]] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            value = self._json(line)
            if (value or self._at in self._commands) and plain:
                yield Piece(self._command, lines=tuple(plain))
                plain = []
            if self._at in self._commands:
                self._command = self._commands[self._at].strip()
            if value is not None:
                yield self._piece(value)
                continue
            if line.strip():
                plain.append((self._at + 1, line))
            self._at += 1
        if plain:
            yield Piece(self._command, lines=tuple(plain))

    def _json(self, line: str) -> JsonRead | None:
        start = self._starts[self._at]
        if _VALUE_START.match(line):
            return read_json(self._text, start)
        if _MEMBER_START.match(line):
            return read_members(self._text, start)
        return None

    def _piece(self, read: JsonRead) -> Piece:
        """Return the piece of a JSON value and go on behind it."""
        last = bisect_right(self._starts, max(read.end - 1, 0)) - 1
        line_end = self._starts[last] + len(self._lines[last])
        rest = self._text[read.end : line_end]
        fault, fault_line = read.fault, self.finder.line(read.end)
        if fault or not _is_separator(rest):
            # What is left may belong to the value: it is skipped as a whole, and said so.
            fault = fault or f"{rest.strip()[:40]!r} follows its end"
            last = self._next_command() - 1
        self._at = last + 1
        value = read.value if read.value is not None else JsonObject(read.end)
        return Piece(self._command, value, fault=fault, fault_line=fault_line)

    def _next_command(self) -> int:
        return min((at for at in self._commands if at > self._at), default=len(self._lines))


def _is_separator(rest: str) -> bool:
    # A comma would say that the value goes on.
    return not rest.strip(" \t;")


def _typed(line: str) -> str:
    """Return the command typed on a line with a prompt, a blank if none; "" without a prompt."""
    found = _PROMPT.match(line) or _BARE_PROMPT.match(line)
    if found is None:
        return ""
    return found["command"] or " "


def left_over(piece: Piece) -> int:
    """Return the first line of a run that looks like a part of JSON; 0 if there is none."""
    for number, line in piece.lines:
        if _LEFT_OVER.match(line):
            return number
    return 0
