"""Statements of a captured text, with what is not configuration left out."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from roce_audit.reading.indented import clean_lines
from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.reading.document import Document

_PROMPT = re.compile(r"((?:\w+/)*[\w.\-:+]{1,64})(\([\w\-]{1,40}\))?[#>] ?(.*)", re.ASCII)
_EXEC = re.compile(
    r"(?:sh|sho|show|ter|term|terminal|conf|config|configure|exit|end|copy|ping|dir|do|clear|debug"
    r"|admin|commit|resequence|no)\b",
    re.ASCII,
)
_TIMESTAMP = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w{3} +\d{1,2} [\d:.]+(?: \d{4})?(?: \S+)?", re.ASCII
)
_CONFIGURATION = re.compile(r"sh\w*\s+(?:run|configuration\s+run)", re.ASCII)
_LISTS = re.compile(r"sh\w*\s+(?:ipv4\s+|ipv6\s+|ethernet-services\s+)?access-l", re.ASCII)
_LEAST_BANNER_WORDS = 3
SUBMODE = -1
"""Indent of a statement typed in a mode below the global one: its place follows from its words."""


class Turn(Enum):
    """What the statements that follow are."""

    DUMP = "a new dump"
    """What the device prints; it replaces what an earlier dump showed."""
    TYPED = "commands"
    """What a person types; it edits what is there."""


def statements(document: Document) -> Iterator[Statement | Turn]:
    """Yield the statements of a text in order, and where they begin to be of another kind.

    Prompts, time stamps, banners and the output of commands that hold no configuration are left
    out; a bare ``!`` is kept, it closes a block. What is typed at a prompt of a configuration mode
    is a statement.
    """
    return _Text(document).read()


class _Text:
    """Goes through the lines of one document."""

    def __init__(self, document: Document) -> None:
        self._file = document.name
        self._lines = list(clean_lines(document.text))
        self._raw = document.text.split("\n")
        self._skipping = document.command != "" and not _is_read(document.command)
        self._at = 0

    def read(self) -> Iterator[Statement | Turn]:
        base = self._base_indent()
        while self._at < len(self._lines):
            number, line = self._lines[self._at]
            self._at += 1
            text = line.strip()
            if not text or (text[0] in "!#" and text != "!"):
                if text.startswith("!! IOS XR"):
                    yield Turn.DUMP
                continue
            indent = len(line) - len(line.lstrip()) - base
            if indent <= 0:
                yield from self._at_margin(number, text)
            elif not self._skipping:
                yield Statement(self._file, number, text, tuple(text.split()), indent=indent)

    def _at_margin(self, number: int, text: str) -> Iterator[Statement | Turn]:
        """Yield what a line says that is not indented: prompts and headers stand there."""
        if "#" in text or ">" in text:
            found = _PROMPT.fullmatch(text)
            if found is not None and (found[2] or not found[3] or _EXEC.match(found[3])):
                yield from self._typed(number, found[2] or "", found[3].strip())
                return
        if self._skipping:
            return
        if text.startswith("Building configuration") or _TIMESTAMP.fullmatch(text):
            yield Turn.DUMP
            return
        words = tuple(text.split())
        if words[0] != "banner" or not self._skip_banner(number, words):
            yield Statement(self._file, number, text, words)

    def _typed(self, number: int, mode: str, text: str) -> Iterator[Statement | Turn]:
        """Yield what a line with a prompt says."""
        if mode:
            self._skipping = text.startswith(("show", "sh ", "do "))
            if text and not self._skipping and (text == "!" or text[0] != "!"):
                yield Turn.TYPED
                indent = 0 if mode == "(config)" else SUBMODE
                yield Statement(self._file, number, text, tuple(text.split()), indent=indent)
            return
        if not text:
            return
        if _CONFIGURATION.match(text) or _is_read(text):
            self._skipping = False
            yield Turn.DUMP
        elif text.startswith(("conf", "resequence")):
            self._skipping = False
            yield Turn.TYPED
            yield Statement(self._file, number, text, tuple(text.split()))
        else:
            self._skipping = True

    def _base_indent(self) -> int:
        """Return how far the whole text is shifted to the right."""
        least = 80
        for _, line in self._lines:
            text = line.lstrip()
            if text and text[0] not in "!#":
                least = min(least, len(line) - len(text))
                if not least:
                    break
        return least

    def _skip_banner(self, number: int, words: tuple[str, ...]) -> bool:
        """Step over a banner; False if its end is not found."""
        if len(words) < _LEAST_BANNER_WORDS:
            return True
        raw = self._raw[number - 1]
        rest = raw.split(None, 2)[2]
        mark = rest[:2] if rest[0] == "^" else rest[0]
        if mark in rest[len(mark) :]:
            return True
        for at in range(self._at, len(self._raw)):
            if mark in self._raw[at]:
                self._at = at + 1
                return True
        return False


def _is_read(command: str) -> bool:
    return bool(_CONFIGURATION.match(command) or _LISTS.match(command))
