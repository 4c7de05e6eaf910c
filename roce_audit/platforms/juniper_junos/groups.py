"""Inheritance: what ``apply-groups`` adds to the configuration.

What is configured here beats what is inherited; a group applied deeper beats one applied higher,
one named earlier beats one named later; inside a group the first name or pattern that fits wins.
Names that are inherited (terms of a filter) stand behind those configured here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.edit import said_below
from roce_audit.platforms.juniper_junos.node import Node
from roce_audit.platforms.juniper_junos.sections import is_owned
from roce_audit.platforms.juniper_junos.wildcard import APPLYING, is_wild, matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.reading.ledger import LedgerBook

_APPLY = "apply-groups"
_EXCEPT = "apply-groups-except"
_SET_BY_DEVICE = ("junos-", "re0", "re1", "member", "node")
"""Beginnings of names of groups that a device has, or applies, by itself."""
_CLUSTER = "${node}"
_KEPT = APPLYING | {"when"}
"""Statements of a group that are about the group itself."""
DEEPEST = 64
"""Levels of a hierarchy that are followed."""
_CONDITIONAL = "its group applies only under conditions"
_UNSURE = "whether a pattern of a group also fits what another group adds is not known"


@dataclass(frozen=True, slots=True)
class Giver:
    """A place that a node inherits from.

    Attributes:
        node: In a group, at the same path.
        group: Name of the group.
        odd: Why it is not certain that it gives; "" if it is.
    """

    node: Node
    group: str
    odd: str = ""


class Inheritance:
    """Merges groups into a configuration, in place.

    Attributes:
        missing: Names of groups that are applied but not defined, with the place that applies.
    """

    def __init__(self, root: Node, *, applying: bool = True) -> None:
        """Prepare to merge into ``root``; ``applying`` tells whether anything is applied there."""
        self._root = root
        self._groups = root.children.get("groups")
        self._busy: set[int] = _above_apply(root) if applying else set()
        self.missing: list[tuple[str, Node]] = []

    def run(self) -> None:
        """Merge everything that is applied anywhere."""
        if self._busy:
            self.merge(self._root, [], ())

    def merge(self, node: Node, givers: list[Giver], path: tuple[str, ...]) -> None:
        """Add to ``node`` and all below it what ``givers`` and its own groups hold.

        Args:
            node: Target.
            givers: The first one wins.
            path: Of the target, from the top.
        """
        givers = self._givers(node, givers, path)
        if len(path) > DEEPEST or not (givers or id(node) in self._busy):
            return
        for child in list(node.children.values()):
            if child.word not in APPLYING and not (child.word == "groups" and not path):
                inner = list(_below(givers, child.word, inherited=bool(child.rank)))
                self.merge(child, inner, (*path, child.word))
        for rank, giver in enumerate(givers, start=1):
            for gift in giver.node.children.values():
                if gift.word in APPLYING:
                    self._nested(gift)
                if gift.word in node.children or gift.word in _KEPT or is_wild(gift.word):
                    continue
                child = node.add(_inherited(gift, rank, giver))
                inner = list(_below(givers, gift.word, inherited=True))
                self.merge(child, inner, (*path, gift.word))

    def _givers(self, node: Node, givers: list[Giver], path: tuple[str, ...]) -> list[Giver]:
        excepted = node.children.get(_EXCEPT)
        if excepted is not None:
            excepted.read()
            givers = [each for each in givers if each.group not in excepted.children]
        own: list[Giver] = []
        for name in node.at(_APPLY):
            name.read()
            own += self._applied(name, path)
        return own + givers

    def _nested(self, gift: Node) -> None:
        for name in gift.children.values():
            name.doubt("groups applied inside groups are not followed")
            self.missing.append((name.word, name))

    def _applied(self, name: Node, path: tuple[str, ...]) -> Iterator[Giver]:
        if name.word == _CLUSTER:
            for word in ("node0", "node1"):
                group = self._groups.get(word) if self._groups else None
                if group is not None:
                    start = Giver(group, word, "which node of the cluster this is is not known")
                    yield from _down([start], path)
            return
        group = self._groups.get(name.word) if self._groups else None
        if group is not None:
            odd = _CONDITIONAL if group.get("when") is not None else ""
            yield from _down([Giver(group, name.word, odd)], path)
        elif not name.word.startswith(_SET_BY_DEVICE) and (not path or is_owned(path)):
            self.missing.append((name.word, name))


def _down(givers: list[Giver], path: tuple[str, ...]) -> list[Giver]:
    for word in path:
        givers = list(_below(givers, word, inherited=False))
    return givers


def _below(givers: Iterable[Giver], word: str, *, inherited: bool) -> Iterator[Giver]:
    """Yield what fits the child ``word``, in the order of the groups' own text."""
    for giver in givers:
        for child in giver.node.children.values():
            if child.word == word:
                yield Giver(child, giver.group, giver.odd)
            elif is_wild(child.word) and matches(child.word[1:-1], word):
                yield Giver(child, giver.group, giver.odd or (_UNSURE if inherited else ""))


def _inherited(gift: Node, rank: int, giver: Giver) -> Node:
    child = Node(gift.word, gift.place, gift.stamp)
    child.said = gift.said
    child.rank = rank
    child.odd = giver.odd or gift.odd
    child.group = gift.group or giver.group
    child.origin = gift.origin or gift
    return child


def _above_apply(root: Node) -> set[int]:
    """Return the identities of all nodes under which something is applied."""
    found: set[int] = set()
    trail: list[tuple[Node, Iterator[Node]]] = [(root, iter(root.children.values()))]
    while trail:
        node, rest = trail[-1]
        child = next(rest, None)
        if child is None:
            trail.pop()
            if id(node) in found and trail:
                found.add(id(trail[-1][0]))
        elif child.word == _APPLY:
            found.add(id(node))
        elif not (child.word == "groups" and len(trail) == 1):
            trail.append((child, iter(child.children.values())))
    return found


def strip_inactive(root: Node, book: LedgerBook) -> None:
    """Take out everything that is deactivated; its statements are known to have no effect."""
    todo: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while todo:
        node, path = todo.pop()
        for word, child in list(node.children.items()):
            if child.inactive:
                node.remove(word)
                book.no_effect += said_below(child) if is_owned((*path, word)) else 0
            elif child.children:
                todo.append((child, (*path, word)))
