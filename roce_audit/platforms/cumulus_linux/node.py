"""The configuration as a tree of words, each with the line it came from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PAIR = re.compile(
    r"""\s*(?:"[^"]*"|'[^']*'|[\w./-]+)\s*:\s*(?:"[^"]*"|'[^']*'|[^\s"'{}\[\],#]+)\s*,?\s*""",
    re.ASCII,
)
"""A line that says by itself what it sets: a key and its value."""


@dataclass(slots=True)
class Node:
    """One word of a path and what follows it.

    Attributes:
        file: Name of the document.
        line: 1-based line.
        text: The line as captured.
        children: By word.
        claim: Number of the statement in the account, -1 if it is not the end of one.
    """

    file: str = ""
    line: int = 0
    text: str = ""
    children: dict[str, Node] = field(default_factory=dict[str, "Node"])
    claim: int = -1

    @property
    def source(self) -> SourceRef:
        """Where the word was captured."""
        return SourceRef(self.file, self.line or None, self.text.strip())

    def at(self, *path: str) -> Node | None:
        """Return the node of a path below this one, or None."""
        node: Node | None = self
        for word in path:
            node = node.children.get(word) if node is not None else None
        return node

    def values(self, *path: str) -> list[str]:
        """Return the words below a path."""
        node = self.at(*path)
        return list(node.children) if node is not None else []

    def value(self, *path: str) -> str:
        """Return the one word below a path, "" if there is none."""
        found = self.values(*path)
        return found[-1] if found else ""

    def put(self, word: str, line: int, text: str) -> Node:
        """Return the child for ``word``, made if it is new."""
        child = self.children.get(word)
        if child is None:
            child = self.children[word] = Node(self.file, line, text)
        return child

    def copy(self) -> Node:
        """Return the tree again."""
        children = {word: child.copy() for word, child in self.children.items()}
        return Node(self.file, self.line, self.text, children, self.claim)

    def leaves(self) -> Iterator[Node]:
        """Yield the ends of all paths; the node itself if nothing is below it."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            if node.children:
                waiting += node.children.values()
            else:
                yield node


def remove(root: Node, path: Sequence[str], kept: int) -> None:
    """Remove a path and the words above it that lead nowhere any more.

    Args:
        root: The tree.
        path: Words from the root.
        kept: Words at the beginning that stay even if they lead nowhere.
    """
    nodes = [root]
    for word in path:
        child = nodes[-1].children.get(word)
        if child is None:
            return
        nodes.append(child)
    for depth in range(len(path), 0, -1):
        target = nodes[depth]
        if depth < len(path) and (target.children or depth <= kept):
            return
        del nodes[depth - 1].children[path[depth - 1]]


def name_bare_lines(root: Node) -> None:
    """Let nodes of lines that say nothing alone, such as ``"20": {``, quote their path instead.

    The path is written as in NVUE's interface for programs, so that it is no command: commands
    are searched for the list that they name, and a line of a tree stands below its list.
    """
    waiting: list[tuple[Node, str]] = [(root, "")]
    while waiting:
        parent, path = waiting.pop()
        for word, child in parent.children.items():
            here = f"{path}/{word}" if path else word
            if not _PAIR.fullmatch(child.text):
                child.text = here
            waiting.append((child, here))
