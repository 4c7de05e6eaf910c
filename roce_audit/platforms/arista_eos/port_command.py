"""One command of interface mode, taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class Command:
    """A command of interface mode.

    Attributes:
        words: Without ``no`` or ``default``.
        negative: Whether one of them stood in front.
        statement: As captured.
    """

    words: tuple[str, ...]
    negative: bool
    statement: Statement

    def cursor(self, start: int = 1) -> Words:
        """Return a cursor behind the first ``start`` words."""
        return Words(self.words, start)


def command_of(statement: Statement) -> Command:
    """Return ``statement`` as a command."""
    words = statement.words
    negative = words[0] in ("no", "default") and len(words) > 1
    return Command(words[1:] if negative else words, negative, statement)
