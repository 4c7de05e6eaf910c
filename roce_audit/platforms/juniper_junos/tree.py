"""What configuration commands do to the tree."""

from __future__ import annotations

from roce_audit.platforms.juniper_junos.node import NOWHERE, Node, Place, fresh_copy

_LIST_WORDS = (
    "bridge-domains family filter groups interface-range interfaces policer prefix-list "
    "routing-instances term unit vlans"
)
_LISTS = frozenset(_LIST_WORDS.split())
"""Words whose followers are names of things: those stay when the last thing in them goes."""


class Tree:
    """A configuration under edit.

    Attributes:
        root: Its top.
        deactivated: Whether a statement was ever deactivated.
        applying: Whether a group was ever applied.
    """

    def __init__(self) -> None:
        self.root = Node("", NOWHERE)
        self.deactivated = False
        self.applying = False
        self._clock = 0
        self._trail: list[Node] = [self.root]
        self._last: list[str] = []

    def clear(self) -> None:
        """Forget everything."""
        self.root.children = {}
        self._forget()

    def _forget(self) -> None:
        self._trail, self._last = [self.root], []

    def set(self, words: list[str], place: Place) -> Node:
        """Enter a statement by its whole path; return its last node."""
        trail, last = self._trail, self._last
        same = 0
        for one, other in zip(words, last, strict=False):
            if one != other:
                break
            same += 1
        del trail[same + 1 :]
        node = trail[same]
        self._clock += 1
        for word in words[same:]:
            node = self._step(node, word, place)
            trail.append(node)
        self._last = words
        node.said = True
        return node

    def under(self, node: Node, words: list[str], place: Place) -> Node:
        """Enter a statement below ``node``; return its last node."""
        self._clock += 1
        for word in words:
            node = self._step(node, word, place)
        node.said = True
        return node

    def _step(self, node: Node, word: str, place: Place) -> Node:
        child = node.children.get(word)
        if child is not None:
            child.stamp = self._clock
            return child
        if word == "apply-groups":
            self.applying = True
        return node.add(Node(word, place, self._clock))

    def path(self, words: list[str]) -> list[Node] | None:
        """Return the nodes of a path, the root first, or None if it is not there."""
        nodes = [self.root]
        for word in words:
            child = nodes[-1].children.get(word)
            if child is None:
                return None
            nodes.append(child)
        return nodes

    def delete(self, words: list[str]) -> bool:
        """Remove a path and all below it; return whether it was there."""
        nodes = self.path(words)
        self._forget()
        if nodes is None:
            return False
        if not words:
            self.clear()
            return True
        nodes[-2].remove(words[-1])
        self._prune(nodes[:-1])
        return True

    def _prune(self, nodes: list[Node]) -> None:
        while len(nodes) > 1:
            node, above = nodes[-1], nodes[-2]
            if node.children or node.said or above.word in _LISTS:
                return
            above.remove(node.word)
            nodes = nodes[:-1]

    def mark(self, words: list[str], *, inactive: bool) -> bool:
        """Deactivate or activate a path; return whether it is there."""
        nodes = self.path(words)
        if nodes is None:
            return False
        nodes[-1].inactive = inactive
        self.deactivated = self.deactivated or inactive
        return True

    def insert(self, words: list[str]) -> bool:
        """Move ``P name before|after P name``; return whether both are there."""
        at = max((i for i, word in enumerate(words) if word in ("before", "after")), default=0)
        if not 1 < at < len(words) - 1:
            return False
        mark = words[-1]
        nodes = self.path(words[:at])
        if nodes is None or mark not in nodes[-2].children:
            return False
        self._forget()
        _move(nodes[-2], words[at - 1], mark, after=words[at] == "after")
        return True

    def rename(self, words: list[str], *, keep: bool = False) -> bool:
        """Give ``P name to P name`` its new name, or with ``keep`` a twin of that name."""
        at = max((i for i, word in enumerate(words) if word == "to"), default=0)
        if not 1 < at < len(words) - 1:
            return False
        new = words[-1]
        nodes = self.path(words[:at])
        if nodes is None or new in nodes[-2].children:
            return False
        self._forget()
        _rename(nodes[-2], nodes[-1], new, keep=keep)
        return True


def _move(parent: Node, name: str, mark: str, *, after: bool) -> None:
    order = [word for word in parent.children if word != name]
    if mark not in order:
        return
    order.insert(order.index(mark) + after, name)
    parent.children = {word: parent.children[word] for word in order}


def _rename(parent: Node, node: Node, new: str, *, keep: bool) -> None:
    if keep:
        twin = fresh_copy(node)
        twin.word = new
        parent.add(twin)
        return
    old = node.word
    node.word = new
    parent.children = {(new if word == old else word): n for word, n in parent.children.items()}
