"""Reads JSON into a tree of words with lines, as far as it goes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from roce_audit.platforms.cumulus_linux.node import Node

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")\s*(:)?|([{}\[\],:])|([^\s"{}\[\],:]+)|(.))', re.ASCII
)
_LINE = re.compile(
    r'\s*(?:"([^"\\]*)"\s*:\s*(?:(\{\s*\})|"([^"\\]*)"|(\{))|(\}))\s*,?\s*', re.ASCII
)
"""A line as it is printed with indents: one key, or the end of a map."""
_DEEPEST = 64
_NOTHING = frozenset({"null"})


class JsonTree:
    """Takes lines until the first value of the text is complete.

    Attributes:
        root: What was read; members of a list of maps are called ``[0]``, ``[1]`` and so on.
        done: Whether the value is complete.
        broken: What is wrong with the text, "" if nothing is.
    """

    __slots__ = ("_closers", "_counts", "_key", "_open", "broken", "done", "root")

    def __init__(self, file: str) -> None:
        """Begin with nothing."""
        self.root = Node(file)
        self._open = [self.root]
        self._closers: list[str] = []
        self._counts: list[int] = []
        self._key: Node | None = None
        self.done = False
        self.broken = ""

    def feed(self, number: int, text: str) -> str:
        """Read one line; return what stands behind the end of the value."""
        plain = _LINE.fullmatch(text) if self._closers else None
        if plain is not None:
            self._plain_line(plain, number, text)
            return ""
        for token in _TOKEN.finditer(text):
            self._token(token, number, text)
            if self.done:
                return text[token.end() :]
        return ""

    def _token(self, token: re.Match[str], number: int, text: str) -> None:
        quoted, colon, sign, bare, odd = token.groups()
        if colon is not None:
            self._name(_plain(quoted), number, text)
        elif quoted is not None:
            self._value(_plain(quoted), number, text)
        elif sign is not None:
            self._sign(sign, number, text)
        elif bare is not None and bare not in _NOTHING:
            self._value(bare, number, text)
        elif odd is not None and not self.broken:
            self.broken = f"line {number} is no JSON"

    def _plain_line(self, plain: re.Match[str], number: int, text: str) -> None:
        word, empty, value, opens, closes = plain.groups()
        if closes is not None:
            self._end(closes, number)
            return
        node = self._open[-1].put(word, number, text)
        self._key = None
        if value is not None:
            node.put(value, number, text)
        elif opens is not None:
            self._key = node
            self._begin("{", number, text)
        del empty

    def _name(self, word: str, number: int, text: str) -> None:
        self._key = self._open[-1].put(word, number, text)

    def _value(self, word: str, number: int, text: str) -> None:
        target = self._open[-1] if self._key is None else self._key
        target.put(word, number, text)
        self._key = None
        if not self._closers:
            self.broken = f"line {number} is no JSON"

    def _sign(self, sign: str, number: int, text: str) -> None:
        if sign in "{[":
            self._begin(sign, number, text)
        elif sign in "}]":
            self._end(sign, number)
        else:
            self._key = None if sign == "," else self._key

    def _begin(self, sign: str, number: int, text: str) -> None:
        target = self._open[-1] if self._key is None else self._key
        if sign == "{" and self._closers and self._closers[-1] == "]" and self._key is None:
            target = target.put(f"[{self._counts[-1]}]", number, text)
            self._counts[-1] += 1
        self._key = None
        if len(self._open) > _DEEPEST:
            self.broken = f"line {number} is nested too deeply"
            self.done = True
            return
        self._open.append(target)
        self._closers.append("}" if sign == "{" else "]")
        self._counts.append(0)

    def _end(self, sign: str, number: int) -> None:
        if not self._closers or self._closers[-1] != sign:
            self.broken = self.broken or f"line {number} closes what is not open"
            if not self._closers:
                self.done = True
                return
        self._open.pop()
        self._closers.pop()
        self._counts.pop()
        self._key = None
        self.done = not self._closers


def _plain(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted[1:-1]
    try:
        return str(json.loads(quoted))
    except ValueError:
        return quoted[1:-1]


def parts_of(root: Node) -> Sequence[tuple[str, Node]]:
    """Return the parts of a document: ``set``, ``unset`` or ``header`` with their trees.

    A tree that is no list of such parts is one ``set``.
    """
    items = [node for word, node in root.children.items() if word.startswith("[")] or [root]
    found = [
        (word, item.children[word])
        for item in items
        for word in ("header", "set", "unset")
        if word in item.children
    ]
    return found or [("set", item) for item in items]
