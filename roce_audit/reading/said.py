"""One statement as the readers of a mode are given it, and how it was taken."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.reading.statement import Statement

READ = ""
"""The statement was understood."""
IGNORED = "no effect"
"""The statement is known to change no verdict."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and the words of it that are still to be read.

    Attributes:
        statement: As captured.
        words: Without a leading ``no`` or ``default``, and without what was read before.
        negated: Whether it begins with ``no`` or ``default``.
    """

    statement: Statement
    words: tuple[str, ...]
    negated: bool

    @classmethod
    def of(cls, statement: Statement) -> Said:
        """Return a statement with nothing read but a leading ``no`` or ``default``."""
        words = statement.words
        negated = words[0] in ("no", "default")
        return cls(statement, words[1:] if negated else words, negated)

    def behind(self, count: int) -> Said:
        """Return the same with ``count`` words more read."""
        return replace(self, words=self.words[count:])

    def begins(self, *words: str) -> bool:
        """Whether the words to be read begin with these."""
        return self.words[: len(words)] == words
