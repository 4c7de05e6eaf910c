"""Configuration mode: where commands are typed, and what each does to the tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.source import SourceRef
from roce_audit.platforms.juniper_junos.one_line import statements
from roce_audit.platforms.juniper_junos.sections import is_owned
from roce_audit.reading.flat import paths, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.juniper_junos.node import Node, Place
    from roce_audit.platforms.juniper_junos.tree import Tree
    from roce_audit.reading.ledger import LedgerBook

_KEYED = frozenset(
    ("filter", "family", "group", "groups", "interface-range", "policer", "term", "unit")
)
"""Words that form one level of the hierarchy together with the name behind them."""


_DEEPEST = 2
"""Digits of a number of levels."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command without its verb.

    Attributes:
        words: What follows the verb.
        place: Where it stands.
    """

    words: list[str]
    place: Place


class Editor:
    """Runs commands one by one.

    Attributes:
        tree: What they change.
        book: The account of commands; statements are counted where the tree is read.
        level: Path of the present ``edit``.
        troubles: Commands whose effect cannot be known from the text, with the reason.
    """

    def __init__(self, tree: Tree, book: LedgerBook) -> None:
        self.tree = tree
        self.book = book
        self.level: list[str] = []
        self.troubles: list[tuple[Place, str]] = []
        self._before: list[list[str]] = []
        self._verbs: Mapping[str, Callable[[Typed], None]] = {
            "set": self._set,
            "delete": self._delete,
            "activate": self._activate,
            "deactivate": self._deactivate,
            "insert": self._insert,
            "rename": self._rename,
            "copy": self._copy,
            "edit": self._edit,
            "top": self._top,
            "up": self._up,
            "exit": self._exit,
            "quit": self._exit,
            "wildcard": self._unknown,
            "replace": self._unknown,
            "rollback": self._unknown,
        }

    def verbs(self) -> frozenset[str]:
        """Return the words that begin a command which changes something."""
        return frozenset(self._verbs)

    def run(self, text: str, place: Place) -> bool:
        """Run a command; return whether it is one that changes the configuration or the level."""
        words = words_of(text)
        verb = self._verbs.get(words[0]) if words else None
        if verb is None:
            return False
        verb(Typed(words[1:], place))
        return True

    def absolute(self, words: list[str], place: Place) -> None:
        """Enter a statement by its path from the top."""
        for path in statements(with_unit(words)):
            self.tree.set(path, place)

    def _path(self, typed: Typed) -> list[str]:
        return with_unit([*self.level, *typed.words])

    def _set(self, typed: Typed) -> None:
        for path in statements(self._path(typed)):
            self.tree.set(path, typed.place)

    def _delete(self, typed: Typed) -> None:
        for path in paths(self._path(typed)):
            nodes = self.tree.path(path)
            gone = said_below(nodes[-1]) if nodes else 0
            self.tree.delete(path)
            self._count(path, gone + 1)

    def _count(self, path: list[str], statements: int = 1) -> None:
        if is_owned(path):
            self.book.read += statements

    def _activate(self, typed: Typed) -> None:
        self._mark(typed, inactive=False)

    def _deactivate(self, typed: Typed) -> None:
        self._mark(typed, inactive=True)

    def _mark(self, typed: Typed, *, inactive: bool) -> None:
        path = self._path(typed)
        if self.tree.mark(path, inactive=inactive):
            self._count(path)
        else:
            self._refused(path, typed.place, "there is no such statement")

    def _insert(self, typed: Typed) -> None:
        path = self._path(typed)
        if self.tree.insert(path):
            self._count(path)
        else:
            self._refused(path, typed.place, "one of the two is not there")

    def _rename(self, typed: Typed, *, keep: bool = False) -> None:
        path = self._path(typed)
        if self.tree.rename(path, keep=keep):
            self._count(path)
        else:
            self._refused(path, typed.place, "the old name is not there or the new one is taken")

    def _copy(self, typed: Typed) -> None:
        self._rename(typed, keep=True)

    def _refused(self, path: list[str], place: Place, reason: str) -> None:
        """Enter a command that the device refuses: it changes nothing."""
        if is_owned(path):
            file, line, text = place
            self.book.doubt(SourceRef(file, line, text), f"the device refuses it: {reason}")

    def _edit(self, typed: Typed) -> None:
        self._before.append(self.level)
        self.level = self._path(typed)

    def _top(self, typed: Typed) -> None:
        words = typed.words
        if not words:
            self._before.append(self.level)
            self.level = []
            return
        verb = self._verbs.get(words[0])
        if verb is None:
            return
        kept, self.level = self.level, []
        verb(Typed(words[1:], typed.place))
        if words[0] != "edit":
            self.level = kept

    def _up(self, typed: Typed) -> None:
        word = typed.words[0] if typed.words else ""
        count = int(word) if word.isdecimal() and len(word) <= _DEEPEST else 1
        self._before.append(self.level)
        for _ in range(count):
            keyed = len(self.level) > 1 and self.level[-2] in _KEYED
            self.level = self.level[: -2 if keyed else -1]

    def _exit(self, _typed: Typed) -> None:
        self.level = self._before.pop() if self._before else []

    def _unknown(self, typed: Typed) -> None:
        self.troubles.append((typed.place, "it changes statements that it does not name"))


def with_unit(path: list[str]) -> list[str]:
    """Return a path with ``et-0/0/0.7``, which may be typed as an interface, as its unit 7."""
    at = 3 if path[:1] == ["groups"] else 1
    if len(path) <= at or path[at - 1] != "interfaces":
        return path
    name, dot, unit = path[at].rpartition(".")
    if not (dot and unit.isdecimal() and name[-1:].isalnum()):
        return path
    return [*path[:at], name, "unit", unit, *path[at + 1 :]]


def said_below(node: Node) -> int:
    """Return how many statements end at ``node`` or below it; heads of blocks do not count."""
    return sum(each.said and not each.children for each in node.walk())
