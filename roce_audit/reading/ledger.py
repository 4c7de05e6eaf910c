"""Keeps the account of statements while a configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.ledger import Ledger, Uncertain

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class LedgerBook:
    """A ledger that is still being written.

    A statement that is replaced or removed later (``no``, a second value) stays as it was taken:
    the account is of statements, not of what is left of them.
    """

    read: int = 0
    no_effect: int = 0
    uncertain: list[Uncertain] = field(default_factory=list[Uncertain])

    def doubt(self, source: SourceRef, reason: str) -> None:
        """Enter a statement whose effect is not known."""
        self.uncertain.append(Uncertain(source, reason))

    def ignore(self, statement: Statement) -> None:
        """Enter a statement and all below it as known to have no effect."""
        self.no_effect += 1 + sum(1 for _ in below(statement))

    def close(self) -> Ledger:
        """Return the finished account."""
        return Ledger(self.read, self.no_effect, tuple(self.uncertain))


def below(statement: Statement) -> list[Statement]:
    """Return every statement under ``statement``, depth first."""
    found: list[Statement] = []
    for child in statement.children:
        found.append(child)
        found += below(child)
    return found
