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

_PROMPT = re.compile(r"([A-Za-z][\w.\-/:+]{0,63})(\([\w\-]{1,40}\))?[#>] ?(.*)", re.ASCII)
_EXEC = re.compile(
    r"(?:sh|sho|show|more|ter|term|terminal|conf|config|configure|en|enable|exit|end|wr|write|copy"
    r"|ping|dir|disable|do|no|clear|debug)\b",
    re.ASCII,
)
_CONFIGURATION = re.compile(
    r"sh\w*\s+(?:run|start|conf|derived|archive)|more\s+(?:system:running|nvram:startup)",
    re.ASCII,
)
_LISTS = re.compile(
    r"sh\w*\s+(?:(?:ip\s+|ipv6\s+|mac\s+)?access-l|object-g|vlan\s+(?:acc|fil))", re.ASCII
)
_DUMPS = ("Building configuration", "Current configuration", "Using ", "Derived configuration")
_MODELS = re.compile(
    r"^!.*?(?:Chassis type|Image: Software|PID): *([\w\-]+)|^cisco ([\w\-]+)[^\n]* processor",
    re.ASCII | re.MULTILINE | re.IGNORECASE,
)
_LEAST_BANNER_WORDS = 3


class Turn(Enum):
    """What the statements that follow are."""

    DUMP = "a new dump"
    """What the device prints; it replaces what an earlier dump showed."""
    TYPED = "commands"
    """What a person types; it edits what is there."""


def models_in(text: str) -> list[str]:
    """Return words of comments and version output that tell the model, in lower case."""
    return [(one or other).lower() for one, other in _MODELS.findall(text)[:64]]


def statements(document: Document) -> Iterator[Statement | Turn]:
    """Yield the statements of a text in order, and where they begin to be of another kind.

    Prompts, banners, macros and the output of commands that hold no configuration are left out.
    What is typed at a prompt of a configuration mode is a statement, indented by its mode.
    """
    return _Text(document).read()


class _Text:
    """Goes through the lines of one document."""

    def __init__(self, document: Document) -> None:
        self._file = document.name
        self._raw = document.text.split("\n")
        self._lines = list(clean_lines(document.text))
        self._skipping = document.command != "" and not _is_read(document.command)
        self._at = 0

    def read(self) -> Iterator[Statement | Turn]:
        base = self._base_indent()
        while self._at < len(self._lines):
            number, line = self._lines[self._at]
            self._at += 1
            text = line.strip()
            if not text or text[0] == "!":
                continue
            indent = len(line) - len(line.lstrip()) - base
            if indent <= 0:
                yield from self._at_margin(number, text)
            elif not self._skipping:
                yield Statement(self._file, number, text, _words(text), indent=indent)

    def _at_margin(self, number: int, text: str) -> Iterator[Statement | Turn]:
        """Yield what a line says that is not indented: prompts and headers stand there."""
        if "#" in text or ">" in text:
            found = _PROMPT.fullmatch(text)
            if found is not None and (found[2] or not found[3] or _EXEC.match(found[3])):
                yield from self._typed(number, found[2] or "", found[3].strip())
                return
        if self._skipping:
            return
        if text.startswith(_DUMPS):
            if not text.startswith("Current") or not self._follows_building():
                yield Turn.DUMP
            return
        words = _words(text)
        if words[0] not in ("banner", "macro") or not self._skip_block(number, words):
            yield Statement(self._file, number, text, words)

    def _typed(self, number: int, mode: str, text: str) -> Iterator[Statement | Turn]:
        """Yield what a line with a prompt says."""
        if mode:
            self._skipping = False
            if text and text[0] != "!" and not text.startswith("do "):
                indent = 0 if mode == "(config)" else 1
                yield Turn.TYPED
                yield Statement(self._file, number, text, tuple(text.split()), indent=indent)
            return
        if not text:
            return
        if _CONFIGURATION.match(text):
            self._skipping = False
            if "|" not in text:
                yield Turn.DUMP
        else:
            self._skipping = not (text.startswith("conf") or _is_read(text))

    def _base_indent(self) -> int:
        """Return how far the whole text is shifted to the right."""
        least = 80
        for _, line in self._lines:
            text = line.lstrip()
            if text and text[0] != "!":
                least = min(least, len(line) - len(text))
                if not least:
                    break
        return least

    def _follows_building(self) -> bool:
        """Whether the lines just before announce the same dump."""
        before = [line for _, line in self._lines[max(0, self._at - 4) : self._at - 1]]
        return any(line.strip().startswith("Building") for line in before)

    def _skip_block(self, number: int, words: tuple[str, ...]) -> bool:
        """Step over a banner or macro; False if its end is not found."""
        if words[0] == "macro":
            return words[1:2] == ("name",) and self._skip_to("@", self._at, whole=True)
        raw = self._raw[number - 1]
        if "\x03" in raw:
            # Captured as the control character that it is on the device.
            return raw.count("\x03") > 1 or self._skip_raw("\x03")
        if len(words) < _LEAST_BANNER_WORDS:
            return True
        rest = raw.split(None, 2)[2]
        mark = rest[:2] if rest[0] == "^" else rest[0]
        return mark in rest[len(mark) :] or self._skip_to(mark, self._at)

    def _skip_to(self, mark: str, start: int, *, whole: bool = False) -> bool:
        for at in range(start, len(self._lines)):
            line = self._lines[at][1]
            if line.strip() == mark if whole else mark in line:
                self._at = at + 1
                return True
        return False

    def _skip_raw(self, mark: str) -> bool:
        for at in range(self._at, len(self._raw)):
            if mark in self._raw[at]:
                self._at = at + 1
                return True
        return False


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a statement; people comment entries in files behind a lone ``!``."""
    words = tuple(text.split())
    if "!" in words and _FREE_TEXT.isdisjoint(words):
        return words[: words.index("!")] or words
    return words


_FREE_TEXT = frozenset({"description", "remark", "name", "banner", "Description"})
"""Words of statements whose text is free."""


def _is_read(command: str) -> bool:
    return bool(_CONFIGURATION.match(command) or _LISTS.match(command))
