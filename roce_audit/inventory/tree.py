"""Builds the tree of a file from its events; depth, aliases and size are bounded here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import InventoryError, Problem
from roce_audit.inventory.keypath import key_path, shown
from roce_audit.inventory.node import Mark, Node
from roce_audit.inventory.syntax import Event, Kind, events

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_DEPTH = 32
MAX_VALUES = 1_000_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_MERGE = "<<"


def read_tree(text: str, file: str) -> tuple[Node | None, list[Problem]]:
    """Read one document.

    Returns:
        The tree, None for a text without values; and problems that did not stop the reading.

    Raises:
        InventoryError: The text cannot be read to its end; holds the problems before, too.
    """
    builder = _Builder(file)
    try:
        for event in events(text, file):
            builder.feed(event)
    except InventoryError as error:
        raise InventoryError([*builder.problems, *error.problems]) from None
    return builder.root, builder.problems


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not yet closed; ``weight`` counts values, aliases expanded."""

    node: Node
    anchor: str
    key: str | None = None
    repeated: bool = False
    weight: int = 1

    def step(self) -> str | int:
        """Return the key or index of the value that comes next."""
        return len(self.node.value or ()) if isinstance(self.node.value, list) else self.key or ""


class _Builder:
    """Builds the tree from events with a stack of its own: deep files cost no recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._documents = 0
        self._total = 0
        self._feeders: Mapping[Kind, Callable[[Event], None]] = {
            Kind.DOCUMENT: self._document,
            Kind.SCALAR: self._scalar,
            Kind.ALIAS: self._alias,
            Kind.MAPPING: self._collection,
            Kind.SEQUENCE: self._collection,
            Kind.END: self._end,
        }

    def feed(self, event: Event) -> None:
        """Take one event in."""
        if event.tag:
            self._tell(event, f"the tag {shown(event.tag)} has no meaning here", "leave it out")
        self._feeders[event.kind](event)

    def _document(self, event: Event) -> None:
        self._documents += 1
        if self._documents > 1:
            raise self._stop(event, "a second document begins here", "write one file for each")

    def _scalar(self, event: Event) -> None:
        mark = Mark(event.line, event.column)
        if self._wants_key():
            self._key(event.text, mark, event)
            return
        null = event.plain and event.text in _NULLS
        self._place(event, Node(mark, None if null else event.text), 1, event.anchor)

    def _key(self, key: str, mark: Mark, event: Event) -> None:
        top = self._open[-1]
        first = top.node.keys.setdefault(key, mark)
        top.key, top.repeated = key, first is not mark
        if top.repeated:
            reason = f"is given twice, first in line {first.line}"
            self._tell(event, reason, "keep one of them")

    def _alias(self, event: Event) -> None:
        found = self._anchors.get(event.text)
        hint = f"write {shown(f'*{event.text}')} in quotes if it is a name with a wildcard"
        if found is None:
            raise self._stop(event, f"no complete value is marked {shown(f'&{event.text}')}", hint)
        if self._wants_key():
            raise self._stop(event, "a key cannot be an alias", hint)
        self._total += found[1]
        self._place(event, *found, "")

    def _collection(self, event: Event) -> None:
        if self._wants_key():
            hint = "text that begins with { or [ needs quotes"
            raise self._stop(event, "a key is one word, not a list or a mapping", hint)
        if len(self._open) == MAX_DEPTH:
            raise self._stop(event, f"nested deeper than {MAX_DEPTH} levels")
        value: dict[str, Node] | list[Node] = {} if event.kind is Kind.MAPPING else []
        self._open.append(_Open(Node(Mark(event.line, event.column), value), event.anchor))

    def _end(self, event: Event) -> None:
        done = self._open.pop()
        self._merge(done.node)
        self._place(event, done.node, done.weight, done.anchor)

    def _place(self, event: Event, node: Node, weight: int, anchor: str) -> None:
        self._total += 1
        if self._total > MAX_VALUES:
            raise self._stop(event, f"more than {MAX_VALUES} values, aliases counted")
        if anchor:
            self._anchors[anchor] = (node, weight)
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        top.weight += weight
        if isinstance(top.node.value, list):
            top.node.value.append(node)
        elif isinstance(top.node.value, dict) and top.key is not None and not top.repeated:
            top.node.value[top.key] = node
        top.key = None

    def _merge(self, node: Node) -> None:
        """Take over the keys of ``<<: *name``; a mapping's own keys win, earlier names next."""
        if not isinstance(node.value, dict) or _MERGE not in node.value:
            return
        merged = node.value.pop(_MERGE)
        place = node.keys.pop(_MERGE)
        for source in merged.value if isinstance(merged.value, list) else [merged]:
            if not isinstance(source.value, dict):
                self._tell(place, "<< takes over mappings only", "give it the alias of a mapping")
                continue
            node.keys.update({key: source.keys[key] for key in source.value.keys() - node.value})
            node.value.update({k: v for k, v in source.value.items() if k not in node.value})

    def _wants_key(self) -> bool:
        return bool(self._open) and (
            isinstance(self._open[-1].node.value, dict) and self._open[-1].key is None
        )

    def _stop(self, event: Event, reason: str, hint: str = "") -> InventoryError:
        return InventoryError([self._problem(event, reason, hint)])

    def _tell(self, place: Event | Mark, reason: str, hint: str = "") -> None:
        self.problems.append(self._problem(place, reason, hint))

    def _problem(self, place: Event | Mark, reason: str, hint: str) -> Problem:
        path = key_path([level.step() for level in self._open if level.step() != ""])
        return Problem(self.file, place.line, place.column, path, "", reason, hint)
