"""The account of statements while they are read; one may turn out uncertain later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.ledger import Ledger, Uncertain

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.node import Node


@dataclass(slots=True)
class Claims:
    """Every statement of our sections, in the order met."""

    _count: int = 0
    _no_effect: int = 0
    _open: dict[int, Uncertain] = field(default_factory=dict[int, Uncertain])

    def read(self) -> int:
        """Enter a statement whose effect is in the model; return its number."""
        self._count += 1
        return self._count - 1

    def read_below(self, node: Node) -> None:
        """Enter every statement below ``node``."""
        for leaf in node.leaves():
            leaf.claim = self.read()

    def ignore(self, count: int = 1) -> None:
        """Enter statements that touch no verdict."""
        self._no_effect += count

    def doubt(self, source: SourceRef, reason: str, claim: int = -1) -> None:
        """Enter a statement whose effect is not known, or call one so that was entered."""
        number = self.read() if claim < 0 else claim
        self._open.setdefault(number, Uncertain(source, reason))

    def doubt_below(self, node: Node, reason: str) -> None:
        """Call every statement below ``node`` uncertain."""
        for leaf in node.leaves():
            self.doubt(leaf.source, reason, leaf.claim)

    def close(self) -> Ledger:
        """Return the finished account."""
        found = tuple(self._open[number] for number in sorted(self._open))
        return Ledger(self._count - len(found), self._no_effect, found)
