"""Narrows the match of an NVUE rule, field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import normalise
from roce_audit.platforms.cumulus_linux.values import macs, ports

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.fields import Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.match import Match
    from roce_audit.platforms.cumulus_linux.node import Node

_ANY = "any"


class RuleMatch:
    """Reads the conditions of one rule.

    Attributes:
        doubts: Nodes whose meaning is open, each with the reason.
    """

    __slots__ = ("_key", "_masks", "_match", "doubts")

    def __init__(self, match: Match, key: str) -> None:
        """Narrow ``match``; ``key`` tells the open questions of the rule from others."""
        self._match = match
        self._key = key
        self._masks: dict[Field, str] = {}
        self.doubts: list[tuple[Node, str]] = []

    def open(self, node: Node, reason: str) -> None:
        """Make the match hang on a question."""
        where = f"line {node.line}" if node.line else self._key
        self._match.used = True
        question = Doubt(f"{self._key} q{len(self._match.doubts)}", f"{where} {reason}")
        self._match.doubts.append(question)
        self.doubts.append((node, reason))

    def mask(self, field: Field, text: str) -> None:
        """Take the mask of a MAC address before the address itself is read."""
        self._masks[field] = text

    def values(self, node: Node, field: Field, read: Callable[[str], Ranges]) -> None:
        """Narrow a field to the values below ``node``."""
        words = list(node.children)
        if not words:
            self.open(node, "has no value")
        elif _ANY not in {word.lower() for word in words}:
            found = normalise(part for word in words for part in read(word))
            self._match.narrow(field, found)

    def ports(self, node: Node, field: Field) -> None:
        """Narrow a port."""
        self.values(node, field, ports)
        known = self._match.box.get(field, ())
        self._match.ranged |= any(":" in word or "-" in word for word in node.children) and any(
            low < high for low, high in known
        )

    def narrow(self, field: Field, values: Ranges) -> None:
        """Narrow a field."""
        self._match.narrow(field, values)

    def masked(self, node: Node, field: Field) -> None:
        """Narrow a MAC address, with the mask that stands beside it."""
        word = (list(node.children) or [""])[-1]
        if word.lower() == _ANY:
            return
        mask = self._masks.get(field)
        if mask is not None and "/" not in word:
            word = f"{word}/{mask}"
        self._match.narrow(field, macs(word))
