"""Reads text whose blocks stand in braces, token by token, so that its layout cannot matter.

Comments (``/* */`` over any number of lines, ``#`` to the end of the line) carry no words. A string
in double quotes is one word, braces inside it are text. ``[ a b ]`` at the end of a statement gives
one statement for each member.
"""

from __future__ import annotations

import re
from typing import Protocol

_SIMPLE = re.compile(r'([^"#\[\]{};]*)([;{])|\}')
_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|/\*.*?\*/|/\*.*|\#.*"
    r"|[{};\[\]]"
    r'|[^\s{};\[\]"]+(?:\[[^\s\[\]]*\][^\s{};\[\]"]*)*'
    r'|".*'
)


_SHORTEST = len("/**/")


class Sink(Protocol):
    """Takes the statements of a text as they end."""

    def open(self, words: list[str], line: int, text: str) -> None:
        """Take the head of a block."""
        ...

    def leaf(self, words: list[str], line: int, text: str) -> None:
        """Take a statement without a block."""
        ...

    def close(self, _line: int, /) -> None:
        """Take the end of a block, also where none is open."""
        ...


class BraceReader:
    """Cuts lines into statements.

    Attributes:
        pending: Words read that no ``;`` and no brace has ended yet.
        commented: Whether a comment is open.
    """

    __slots__ = (
        "_at",
        "_behind",
        "_listing",
        "_members",
        "_newlines",
        "_sink",
        "_text",
        "commented",
        "pending",
    )

    def __init__(self, sink: Sink, *, newlines: bool = False) -> None:
        """Hand statements to ``sink``; with ``newlines`` the end of a line ends one too."""
        self._sink = sink
        self._newlines = newlines
        self._members: list[str] = []
        self._behind: list[str] = []
        self._listing = False
        self._at = 0
        self._text = ""
        self.pending: list[str] = []
        self.commented = False

    def feed(self, line: int, text: str) -> None:
        """Read one line, stripped of blanks at both ends.

        Args:
            line: Its 1-based number.
            text: The line.
        """
        if not self.pending and not self.commented and "/*" not in text:
            simple = _SIMPLE.fullmatch(text)
            if simple is not None:
                self._simple(simple, line, text)
                return
        self._tokens(line, text)
        if self._newlines and not self._listing and self.pending:
            self._leaf()

    def drop(self) -> None:
        """Forget words that turned out to be no statement."""
        self.pending = []
        self._members = []
        self._behind = []
        self._listing = False

    def _simple(self, simple: re.Match[str], line: int, text: str) -> None:
        end = simple[2]
        if end is None:
            self._sink.close(line)
            return
        words = simple[1].split()
        if end == "{":
            self._sink.open(words, line, text)
        elif words:
            self._sink.leaf(words, line, text)

    def _tokens(self, line: int, text: str) -> None:
        if self.commented:
            _, end, text = text.partition("*/")
            if not end:
                return
            self.commented = False
        for token in _TOKEN.findall(text):
            if token.startswith("/*"):
                self.commented = len(token) < _SHORTEST or not token.endswith("*/")
            elif not token.startswith("#"):
                self._token(token, line, text)

    def _token(self, token: str, line: int, text: str) -> None:
        match token:
            case ";":
                self._leaf()
            case "{":
                words = self._joined()
                self._sink.open(words, self._at or line, self._text or text)
            case "}":
                self._leaf()
                self._sink.close(line)
            case "[":
                self._listing = True
            case "]":
                self._listing = False
            case _:
                self._word(unquoted(token), line, text)

    def _word(self, word: str, line: int, text: str) -> None:
        if not self.pending:
            self._at, self._text = line, text
        if self._listing:
            self._members.append(word)
        elif self._members:
            self._behind.append(word)
        else:
            self.pending.append(word)

    def _joined(self) -> list[str]:
        words = [*self.pending, *self._members, *self._behind]
        self.drop()
        return words

    def _leaf(self) -> None:
        words, members, behind = self.pending, self._members, self._behind
        self.drop()
        if not (words or members):
            return
        for each in [[member] for member in members] if members else [[]]:
            self._sink.leaf([*words, *each, *behind], self._at, self._text)


def unquoted(token: str) -> str:
    r"""Return a word without its quotes; one whose closing quote is missing keeps the first.

    ``\"`` inside a string is a quote, ``\\`` a backslash.
    """
    if len(token) > 1 and token[0] == token[-1] == '"':
        inner = token[1:-1]
        return re.sub(r"\\(.)", r"\1", inner) if "\\" in inner else inner
    return token
