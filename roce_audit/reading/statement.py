"""A configuration statement and the cursor that reads its words."""

from __future__ import annotations

from dataclasses import dataclass, field

from roce_audit.errors import ParseError
from roce_audit.model.source import SourceRef

_MOST_DIGITS = 40
"""Python refuses to read numbers of thousands of digits; no field needs more than these."""


@dataclass(slots=True)
class Statement:
    """One statement of a configuration and the statements under it.

    Attributes:
        file: Name of the document.
        line: 1-based line in it; 0 for the root.
        text: The statement as captured, blanks at both ends cut.
        words: The statement split at blanks.
        children: Statements one level down, in order.
        indent: Blanks before it.
    """

    file: str
    line: int
    text: str
    words: tuple[str, ...]
    children: list[Statement] = field(default_factory=list["Statement"])
    indent: int = 0

    @property
    def source(self) -> SourceRef:
        """Where this statement was captured."""
        return SourceRef(self.file, self.line or None, self.text)


class Words:
    """Reads the words of one statement from left to right."""

    __slots__ = ("_at", "_words")

    def __init__(self, words: tuple[str, ...], start: int = 0) -> None:
        self._words = words
        self._at = start

    def peek(self, ahead: int = 0) -> str:
        """Return the next word (or the one ``ahead`` places later), or "" at the end."""
        at = self._at + ahead
        return self._words[at] if at < len(self._words) else ""

    def take(self, what: str = "a word") -> str:
        """Return the next word and step over it.

        Raises:
            ParseError: The statement ends; ``what`` says what was expected.
        """
        if self._at >= len(self._words):
            raise ParseError(f"ends where {what} should follow")
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, *choices: str) -> str:
        """Step over the next word if it is one of ``choices``; return it or an empty string."""
        word = self.peek()
        if word and word in choices:
            self._at += 1
            return word
        return ""

    def choice(self, *choices: str) -> str:
        """Return the next word, which must be one of ``choices``."""
        word = self.take(" or ".join(choices))
        if word not in choices:
            raise ParseError(f"expected one of {', '.join(choices)}, got {word!r}")
        return word

    def number(self, top: int, least: int = 0) -> int:
        """Return the next word as a decimal number from ``least`` to ``top``."""
        word = self.take("a number")
        digits = word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS
        if not digits or not least <= int(word) <= top:
            raise ParseError(f"expected a number from {least} to {top}, got {word!r}")
        return int(word)

    def rest(self) -> tuple[str, ...]:
        """Return all words not yet read and step over them."""
        left = self._words[self._at :]
        self._at = len(self._words)
        return left

    def end(self) -> None:
        """Check that every word was read.

        Raises:
            ParseError: A word is left over: it is never ignored.
        """
        if self._at < len(self._words):
            raise ParseError(f"unknown word {self._words[self._at]!r}")
