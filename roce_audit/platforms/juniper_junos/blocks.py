"""Statements in braces on their way into the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.fragments import UNPLACED
from roce_audit.platforms.juniper_junos.sections import TOP

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.edit import Editor
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.tree import Tree

CUT = "the text ends inside it"
_TAGS = frozenset(
    {"inactive:", "active:", "replace:", "delete:", "protect:", "unprotect:", "merge:"}
)
_INNER = frozenset({"term", "from", "then", "filter", "unit", "family"})
"""Words that never stand at the top: where they do, the block around them is lost."""
_AT_HOME = {"family": ["firewall"], "filter": ["firewall", "family", UNPLACED]}
"""Where a block that stands at the top of a fragment belongs."""


class Blocks:
    """The open blocks of a dump.

    Attributes:
        file: Name of the document that is read.
        base: Path of what the dump shows; empty for a whole configuration.
        cut: Whether a text ended inside a block.
    """

    def __init__(self, tree: Tree, editor: Editor) -> None:
        self.file = ""
        self.base: list[str] = []
        self.cut = False
        self._tree = tree
        self._editor = editor
        self._open: list[Node | None] = []
        self._replace = False
        self._strays = 0

    @property
    def depth(self) -> int:
        """How many blocks are open."""
        return len(self._open)

    def rebase(self, base: list[str], *, replace: bool) -> None:
        """Prepare for a dump of what is at ``base``; with ``replace`` it is all that is there."""
        self.base = base
        self._replace = replace

    def begin(self) -> None:
        """Forget what earlier dumps showed at the base, once a new dump has its first statement."""
        if self._replace:
            self._tree.delete(self.base)
            self._replace = False

    def end(self) -> None:
        """Close every block: the text has ended."""
        for node in self._open:
            self.cut = True
            if node is not None:
                node.odd = node.odd or CUT
        self._open = []

    def open(self, words: list[str], line: int, text: str) -> None:
        """Enter the head of a block."""
        self._open.append(self._enter(words, line, text))

    def leaf(self, words: list[str], line: int, text: str) -> None:
        """Enter a statement."""
        self._enter(words, line, text)

    def close(self, _line: int) -> None:
        """Leave a block; one that was never opened belongs to a fragment."""
        if self._open:
            self._open.pop()

    def _enter(self, words: list[str], line: int, text: str) -> Node | None:
        self.begin()
        if words and words[0] in _TAGS:
            return self._tagged(words, line, text)
        if self._open:
            above = self._open[-1]
            return self._tree.under(above, words, (self.file, line, text)) if above else None
        return self._outermost(words, line, text)

    def _outermost(self, words: list[str], line: int, text: str) -> Node | None:
        base = self.base
        if not base:
            words = _from_keyword(words)
            first = words[0] if words else ""
            base = _AT_HOME.get(first, [])
            if first in _INNER and not base:
                place = (self.file, line, text)
                self._editor.troubles.append((place, "the block that it belongs to is not shown"))
                return None
        return self._tree.set([*base, *words], (self.file, line, text))

    def _tagged(self, words: list[str], line: int, text: str) -> Node | None:
        """Enter a statement with ``inactive:``, ``replace:`` or the like before it."""
        tags: list[str] = []
        while words and words[0] in _TAGS:
            tags.append(words[0])
            words = words[1:]
        if "replace:" in tags or "delete:" in tags:
            self._remove(words)
        if "delete:" in tags:
            return None
        node = self._enter(words, line, text)
        if node is not None and "inactive:" in tags:
            node.inactive = self._tree.deactivated = True
        if node is not None and "active:" in tags:
            node.inactive = False
        return node

    def _remove(self, words: list[str]) -> None:
        above = self._open[-1] if self._open else self._tree.root.get(*self.base)
        parent = above.get(*words[:-1]) if above is not None and words else None
        if parent is not None and words[-1] in parent.children:
            parent.remove(words[-1])


def _from_keyword(words: list[str]) -> list[str]:
    """Return the words from the last one on that can begin a statement, if any can."""
    for at in range(len(words) - 1, -1, -1):
        if words[at] in TOP and (at == 0 or words[0] not in TOP):
            return words[at:]
    return words
