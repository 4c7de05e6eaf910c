"""Finds the whole path of each statement, as ``show running-config formal`` writes it.

Indentation tells where there is any. Elsewhere a statement belongs to the innermost open mode that
knows its first word, and to the global mode if none does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xr.mode_words import KNOWN, kind_of
from roce_audit.platforms.cisco_xr.text import SUBMODE

if TYPE_CHECKING:
    from roce_audit.reading.statement import Statement

_DEEPEST = 64
"""Levels that are kept; no mode of the device is deeper."""


@dataclass(slots=True)
class Level:
    """A statement under which others may stand.

    Attributes:
        indent: Blanks before it.
        path: Its words and those of all above it.
        kind: Which mode it opens; "" if none that we know.
        nested: Whether statements under it are indented.
    """

    indent: int
    path: tuple[str, ...]
    kind: str
    nested: bool = False


class Levels:
    """The modes that are open while statements are met in order."""

    def __init__(self) -> None:
        self._open: list[Level] = []

    def leave(self) -> None:
        """Go back to the global mode."""
        self._open.clear()

    def close(self, statement: Statement) -> None:
        """Close what ``exit`` or ``!`` closes."""
        indent = statement.indent
        if indent == SUBMODE or (self._open and self._open[-1].indent in (indent, SUBMODE)):
            if self._open:
                self._open.pop()
            return
        while self._open and self._open[-1].indent >= indent:
            self._open.pop()

    def path_of(self, statement: Statement) -> tuple[tuple[str, ...], bool]:
        """Return all words of a statement and of those above it, and whether it is negated."""
        words = statement.words
        first = words[0]
        negated = first in ("no", "default") and len(words) > 1
        own = words[1:] if negated else words
        self._settle(statement.indent, own)
        parent = self._open[-1].path if self._open else ()
        path = (*parent, *own)
        if not negated and first != "encapsulation" and len(self._open) < _DEEPEST:
            kind = kind_of(path)
            flat = statement.indent == SUBMODE or (
                bool(self._open) and self._open[-1].indent >= statement.indent
            )
            if kind or not flat:
                self._open.append(Level(statement.indent, path, kind))
        return path, negated

    def list_path(self, indent: int) -> tuple[str, ...] | None:
        """Return the path of the list whose entries stand at ``indent``; None if there is none."""
        if self._open:
            level = self._open[-1]
            if level.kind == "list" and indent > level.indent:
                level.nested = True
                return level.path
        return None

    def _settle(self, indent: int, words: tuple[str, ...]) -> None:
        """Close the modes that the statement does not belong to."""
        levels = self._open
        if levels and indent > levels[-1].indent and levels[-1].indent != SUBMODE:
            levels[-1].nested = True
            return
        if levels and levels[-1].kind == "list" and _is_entry(words):
            # Wherever it stands: paging may have eaten its blanks, and it belongs nowhere else.
            return
        at = self._beside(indent, words)
        if at is not None:
            del levels[at + 1 :]
        elif indent != SUBMODE:
            while levels and (levels[-1].indent >= indent or levels[-1].indent == SUBMODE):
                levels.pop()

    def _beside(self, indent: int, words: tuple[str, ...]) -> int | None:
        """Return which open mode knows a statement that is not indented; None if none does."""
        for at in range(len(self._open) - 1, -1, -1):
            level = self._open[at]
            if indent == SUBMODE or level.indent in (indent, SUBMODE):
                if (not level.nested or indent == SUBMODE) and knows(level.kind, words):
                    return at
            elif level.indent < indent:
                return None
        return None


def _is_entry(words: tuple[str, ...]) -> bool:
    """Whether words can be those of an entry of a list only."""
    return words[0] in KNOWN["list"] or (
        words[0].isdecimal() and words[1:2] != () and words[1] in KNOWN["list"]
    )


def knows(kind: str, words: tuple[str, ...]) -> bool:
    """Whether a mode knows a statement although it is not indented."""
    if kind == "list" and words[0].isdecimal():
        return True
    if kind == "members" and words[0][:1].isalnum() and ("." in words[0] or ":" in words[0]):
        return True
    known = KNOWN.get(kind)
    return known is not None and (words[0] in known or " ".join(words[:2]) in known)
