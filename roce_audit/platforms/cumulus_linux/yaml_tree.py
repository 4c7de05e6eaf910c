"""Reads the YAML that NVUE prints into a tree of words with lines; no word gets a type."""

from __future__ import annotations

import re

from roce_audit.platforms.cumulus_linux.node import Node

_KEY = re.compile(r'("(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|[^\s#"\'{}\[\]].*?)\s*:(?:\s+(.*))?$')
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_BLOCK = re.compile(r"[|>][+-]?[0-9]?")
_FLOW_PART = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|[^,{}\[\]]+')


class YamlTree:
    """Takes the lines of one block.

    Attributes:
        root: What was read; members of a list of maps are called ``[0]``, ``[1]`` and so on.
        broken: What is wrong with the text, "" if nothing is.
    """

    __slots__ = ("_block", "_counts", "_levels", "broken", "root")

    def __init__(self, file: str) -> None:
        """Begin with nothing."""
        self.root = Node(file)
        self._levels: list[tuple[int, Node]] = [(-1, self.root)]
        self._counts: dict[int, int] = {}
        self._block: int | None = None
        self.broken = ""

    def feed(self, number: int, raw: str) -> None:
        """Read one line."""
        text = raw.strip()
        if not text or text.startswith("#") or text == "---":
            return
        indent = len(raw) - len(raw.lstrip())
        if self._block is not None:
            if indent > self._block:
                return
            self._block = None
        self._item(number, indent, text, raw)

    def _item(self, number: int, indent: int, text: str, raw: str) -> None:
        while text.startswith("- ") or text == "-":
            node = self._parent(indent, dashed=True)
            rest = text[1:].lstrip()
            if _KEY.match(rest) is None and rest and not rest.startswith("- "):
                node.put(_plain(rest), number, raw)
                return
            count = self._counts.get(id(node), 0)
            self._counts[id(node)] = count + 1
            self._levels.append((indent, node.put(f"[{count}]", number, raw)))
            indent += len(text) - len(rest)
            text = rest
        if text:
            self._pair(number, indent, text, raw)

    def _parent(self, indent: int, *, dashed: bool = False) -> Node:
        # The members of a list may stand under the first letter of its key.
        while len(self._levels) > 1 and (
            self._levels[-1][0] > indent
            or (self._levels[-1][0] == indent and not (dashed and self._is_key()))
        ):
            self._levels.pop()
        return self._levels[-1][1]

    def _is_key(self) -> bool:
        node = self._levels[-1][1]
        words = self._levels[-2][1].children
        name = next((word for word, child in reversed(words.items()) if child is node), "")
        return not name.startswith("[")

    def _pair(self, number: int, indent: int, text: str, raw: str) -> None:
        found = _KEY.match(text)
        if found is None:
            self.broken = self.broken or f"line {number} is no YAML of this form"
            return
        node = self._parent(indent).put(_plain(found[1]), number, raw)
        value = (found[2] or "").strip()
        if value and not value.startswith(("#", '"', "'")):
            value = _COMMENT.sub("", value).strip()
        self._levels.append((indent, node))
        if _BLOCK.fullmatch(value):
            self._block = indent
        elif value.startswith(("{", "[")):
            self._flow(node, number, value, raw)
        elif value and value not in {"null", "~"}:
            node.put(_plain(value), number, raw)

    def _flow(self, node: Node, number: int, value: str, raw: str) -> None:
        closer = "}" if value[0] == "{" else "]"
        inner = value[1:-1].strip()
        if not value.endswith(closer) or any(sign in inner for sign in "{}[]"):
            inner = _simple(inner)
            if not inner:
                self.broken = self.broken or f"line {number} has nested braces"
                return
        for part in _FLOW_PART.findall(inner) if inner else ():
            word, colon, rest = part.partition(": ")
            name = word.strip().removesuffix(":")
            if not name:
                continue
            child = node.put(_plain(name), number, raw)
            if colon and rest.strip():
                child.put(_plain(rest.strip()), number, raw)


def _simple(inner: str) -> str:
    """Return ``a: {}, b: {}`` as ``a, b``; "" if it is nested more deeply."""
    flat = re.sub(r":\s*\{\s*\}", "", inner)
    return "" if any(sign in flat for sign in "{}[]") else flat


def _plain(word: str) -> str:
    if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'":
        inner = word[1:-1]
        return inner.replace("''", "'") if word[0] == "'" else re.sub(r"\\(.)", r"\1", inner)
    return word
