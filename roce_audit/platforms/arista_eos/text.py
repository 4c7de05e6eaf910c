"""Captured text made ready: prompts, banners, scripts and log lines taken out, line by line.

Every line keeps its number, so that evidence points into the captured file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.reading.indented import clean_lines, read_indented
from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.reading.document import Document

_PROMPT = re.compile(
    r"^[A-Za-z0-9][\w.:-]*(?P<tags>(?:\([\w.:/-]+\))*)[>#]\s?(?P<command>.*)$", re.ASCII
)
_UNTIL_EOF = re.compile(
    r"^\s*(?:banner\s+(?:login|motd|exec)|comment|action\s+bash|code(?:\s+unit\s+\S+)?)\s*$"
)
_LOG = re.compile(r"%[A-Z][A-Z0-9_]*-\d-[A-Z0-9_]+:")
_SHOW = re.compile(r"^(?:show|sho|sh)\s")
_HEADER = re.compile(r"^!\s*Command:")
MOST_LEVELS = 12
"""Levels of indentation; EOS has six."""
_MARKS = (">", "#", "%", "banner", "comment", "bash", "code", "Command:", "show")
"""A text without any of these needs no such care."""


@dataclass(frozen=True, slots=True)
class Text:
    """A document as statements.

    Attributes:
        root: Holds the statements; has no words.
        starts: Lines where a dump begins, ascending.
        typed: Lines that were typed at a configuration prompt.
        prompted: Whether the text keeps prompts.
    """

    root: Statement
    starts: Sequence[int] = ()
    typed: frozenset[int] = frozenset()

    def dump(self, statement: Statement) -> int:
        """Return the number of the dump that a statement is part of; 0 if it was typed."""
        if statement.line in self.typed:
            return 0
        return 1 + bisect_right(self.starts, statement.line)


def read_text(document: Document) -> Text:
    """Return the statements of ``document``; comments begin with ``!``."""
    if "\ufeff" in document.text:
        # Files joined together keep the byte order mark of each.
        document = replace(document, text=document.text.replace("\ufeff", ""))
    if not any(mark in document.text for mark in _MARKS):
        return Text(_levelled(read_indented(document)))
    lines = [line for _, line in clean_lines(document.text)]
    starts: list[int] = []
    typed: set[int] = set()
    ends = [at for at, line in enumerate(lines) if line.strip() == "EOF"]
    at = 0
    while at < len(lines):
        last = _end_of_text(lines, at, ends)
        if last > at:
            lines[at : last + 1] = [""] * (last + 1 - at)
            at = last + 1
            continue
        lines[at] = _line(lines[at], at + 1, starts, typed)
        at += 1
    root = read_indented(replace(document, text="\n".join(lines)))
    return Text(_levelled(root), starts, frozenset(typed))


def _levelled(root: Statement) -> Statement:
    """Flatten what is deeper than any configuration: hostile text must not exhaust the stack."""
    level = [root]
    for _ in range(MOST_LEVELS):
        level = [child for statement in level for child in statement.children]
    for statement in level:
        todo, flat = statement.children[::-1], list[Statement]()
        while todo:
            last = todo.pop()
            flat.append(last)
            todo += last.children[::-1]
            last.children = []
        statement.children = flat
    return root


def _end_of_text(lines: Sequence[str], at: int, ends: Sequence[int]) -> int:
    """Return the index of the line ``EOF`` that ends free text begun at ``at``; ``at`` if none.

    Args:
        lines: The text.
        at: Index of the line that may begin free text.
        ends: Indices of the lines ``EOF``, ascending.
    """
    line = lines[at]
    if ("b" not in line and "co" not in line) or not _UNTIL_EOF.match(line):
        return at
    after = bisect_right(ends, at)
    return ends[after] if after < len(ends) else at


def _line(line: str, number: int, starts: list[int], typed: set[int]) -> str:
    """Return one line without its prompt, "" if it holds no configuration."""
    if _HEADER.match(line):
        starts.append(number)
        return ""
    if "%" in line and _LOG.search(line):
        return ""
    text = line
    if "#" in line or ">" in line:
        found = _PROMPT.match(line)
        if found is not None:
            text = found["command"].strip()
            if "(config" in found["tags"]:
                typed.add(number)
            else:
                starts.append(number)
                return ""
    if _SHOW.match(text):
        starts.append(number)
        return ""
    return text
