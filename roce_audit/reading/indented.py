"""Reads configurations where blanks at the line start show the level.

Accepts what people really have: CRLF line ends, a byte order mark, control characters of a
terminal, paging residue, prompts and echoed command lines (the caller names the prompt).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.reading.document import Document

_PAGING = re.compile(r"^\s*(?:<?-+\s*[Mm]ore\s*-+>?|--More--)\s*(?:\x08+\s*\x08*)*", re.ASCII)
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def clean_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (1-based number, line) without terminal residue; numbers are those of ``text``."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.rstrip()
        if "\r" in line:
            # A carriage return inside a line is a terminal overwriting itself: the last part shows.
            line = line.rpartition("\r")[2]
        line = _PAGING.sub("", line)
        yield number, _CONTROL.sub("", line) if _CONTROL.search(line) else line


def read_indented(document: Document, *, comments: tuple[str, ...] = ("!",)) -> Statement:
    """Return the statement tree of ``document``; the root has no words.

    Args:
        document: The text.
        comments: Beginnings of lines that carry no statement.
    """
    root = Statement(document.name, 0, "", ())
    root.indent = -1
    open_levels = [root]
    for number, line in clean_lines(document.text):
        text = line.strip()
        if not text or text.startswith(comments):
            continue
        indent = len(line) - len(line.lstrip())
        while open_levels[-1].indent >= indent:
            open_levels.pop()
        statement = Statement(document.name, number, text, tuple(text.split()), indent=indent)
        open_levels[-1].children.append(statement)
        open_levels.append(statement)
    return root
