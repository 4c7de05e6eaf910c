"""The configuration as a tree of words: the same for braces and for ``set`` commands.

``term T { from { protocol udp; } }`` and ``set ... term T from protocol udp`` are one path.
Which of them are keywords, names or values is for those to know who read the tree.
"""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.source import SourceRef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Place: TypeAlias = tuple[str, int, str]
"""File, 1-based line and text of a statement."""

NOWHERE: Place = ("", 0, "")
_NOTHING: Mapping[str, Node] = MappingProxyType({})


class Claim(IntEnum):
    """How a statement was taken; where two readers disagree the larger one stands."""

    NONE = 0
    NO_EFFECT = 1
    READ = 2
    UNCERTAIN = 3


class Node:
    """One word and what may follow it.

    Attributes:
        word: The word, without quotes.
        place: Of the statement that first named it.
        children: By word, in the device's order; changed through ``add`` and ``remove``.
        said: Whether a statement ends here, or a block begins.
        inactive: Whether it was deactivated.
        stamp: Grows with each statement: of two values of one setting the later one counts.
        rank: 0 for what is configured here, else how far behind its group stands.
        odd: Why it is not certain that it was inherited; "" if it is, or is configured here.
        origin: The node of a group that this one was inherited from.
        group: Name of that group; "" for what is configured here.
        claim: How it was taken, and all under it that is not claimed itself.
        reason: Why it is uncertain.
    """

    __slots__ = (
        "children",
        "claim",
        "group",
        "inactive",
        "odd",
        "origin",
        "place",
        "rank",
        "reason",
        "said",
        "stamp",
        "word",
    )

    def __init__(self, word: str, place: Place, stamp: int = 0) -> None:
        self.word = word
        self.place = place
        self.stamp = stamp
        self.children: Mapping[str, Node] = _NOTHING
        self.said = False
        self.inactive = False
        self.rank = 0
        self.odd = ""
        self.origin: Node | None = None
        self.group = ""
        self.claim = Claim.NONE
        self.reason = ""

    def add(self, node: Node) -> Node:
        """Put ``node`` behind the other children, in place of one of the same word; return it."""
        if isinstance(self.children, dict):
            self.children[node.word] = node
        else:
            self.children = {node.word: node}
        return node

    def remove(self, word: str) -> Node:
        """Take out the child ``word``, which must be there, and return it."""
        taken = self.children[word]
        self.children = {each: node for each, node in self.children.items() if each != word}
        return taken

    @property
    def source(self) -> SourceRef:
        """Where it was captured."""
        file, line, text = self.place
        return SourceRef(file, line or None, text)

    def get(self, *words: str) -> Node | None:
        """Return the node at a path below, or None."""
        node: Node | None = self
        for word in words:
            if node is None:
                return None
            node = node.children.get(word)
        return node

    def child(self, word: str, like: Node) -> Node:
        """Return the child ``word``, made at the place of ``like`` if there is none."""
        found = self.children.get(word)
        return self.add(Node(word, like.place, like.stamp)) if found is None else found

    def at(self, *words: str) -> Iterator[Node]:
        """Yield the nodes right under the node at a path below, in order."""
        node = self.get(*words)
        if node is not None:
            yield from node.children.values()

    def value(self, *words: str) -> Node | None:
        """Return the one value of the setting at a path below, or None.

        What is configured here beats what is inherited, a later statement an earlier one.
        """
        return pick(self.at(*words))

    def read(self, claim: Claim = Claim.READ, reason: str = "") -> None:
        """Claim this node and all under it that is not claimed itself."""
        target = self.origin or self
        if claim > target.claim:
            target.claim, target.reason = claim, reason

    def doubt(self, reason: str) -> None:
        """Claim it as not understood."""
        self.read(Claim.UNCERTAIN, reason)

    def walk(self) -> Iterator[Node]:
        """Yield this node and every node below it, depth first."""
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed([*node.children.values()]))


def pick(nodes: Iterator[Node]) -> Node | None:
    """Return the node that counts where only one can."""
    return min(nodes, key=lambda node: (node.rank, -node.stamp), default=None)


def fresh_copy(node: Node) -> Node:
    """Return ``node`` and all below it as new nodes that are not claimed."""
    top = Node(node.word, node.place, node.stamp)
    todo = [(node, top)]
    while todo:
        old, new = todo.pop()
        new.said, new.inactive = old.said, old.inactive
        todo += [
            (child, new.add(Node(word, child.place, child.stamp)))
            for word, child in old.children.items()
        ]
    return top
