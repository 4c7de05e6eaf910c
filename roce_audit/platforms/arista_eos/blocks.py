"""Puts statements into the block of the mode they belong to, whatever their indentation.

EOS looks a command up in the mode one is in and then in the outer ones; blanks mean nothing to
it. Text that lost its indentation (a pasted session, paging residue in front of a line) is put
right here; text that has it is left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.platforms.arista_eos.mode_words import (
    ACTION_WORDS,
    LIST_WORDS,
    MATCH_WORDS,
    PORT_PAIRS,
    PORT_WORDS,
    TRANSPARENT,
    VLAN_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.reading.statement import Statement

Words: TypeAlias = tuple[str, ...]

_SOURCE_NAT = ("ip", "address", "virtual", "source-nat")
"""A global command that looks like one of an interface."""
_INNER = {"field-set": "set", "traffic-policy": "policy", "match": "match", "actions": "actions"}
_OUTER = frozenset({"list", "interface", "policies", "vlan"})
"""Blocks that stand at the outermost level."""
_ENDING = frozenset({"end", "configure", "commit"})


def fold(root: Statement) -> None:
    """Move top-level statements into the blocks that they belong to."""
    _unwrap(root)
    folder = _Folder()
    for statement in root.children:
        folder.take(statement)
    root.children = folder.kept


def _unwrap(root: Statement) -> None:
    """Take the configuration out from under a heading that it is indented below."""
    first = root.children[0] if root.children else None
    if first is None or kind_of_block(first.words):
        return
    if any(kind_of_block(child.words) in _OUTER - {"vlan"} for child in first.children):
        inner, first.children = first.children, []
        root.children[1:1] = inner


def kind_of_block(words: Words) -> str:
    """Return the kind of block that a statement opens; "" if it opens none that we know."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if second == "access-list" and first in ("ip", "ipv6", "mac"):
        return "list"
    if is_interface(first) and second:
        return "interface"
    if first.lower() == "traffic-policies":
        return "policies"
    if first == "vlan" and second[:1].isdecimal():
        return "vlan"
    if first == "traffic-policy" and len(words) > 2:  # noqa: PLR2004 - with input or output it binds
        return ""
    return _INNER.get(first, "")


def is_interface(word: str) -> bool:
    """Whether ``word`` is ``interface`` or short for it."""
    return len(word) > 2 and "interface".startswith(word.lower())  # noqa: PLR2004 - "in" is a direction


class _Folder:
    """Takes statements in order and keeps those of the outermost level."""

    def __init__(self) -> None:
        self.kept: list[Statement] = []
        self._open: list[tuple[str, Statement]] = []

    def take(self, statement: Statement, *, inside: bool = False) -> None:
        """Put one statement where it belongs.

        Args:
            statement: Next in the order of the text.
            inside: True if its indentation says that it is inside some block.
        """
        words = statement.words
        if words == ("exit",) and self._open:
            self._open.pop()
            return
        if words[0] in _ENDING:
            self._open.clear()
        home = self._home(words, inside=inside)
        if home is None:
            self.kept.append(statement)
        else:
            home.children.append(statement)
        kind = kind_of_block(words)
        if kind and (home is not None or kind in _OUTER):
            self._enter(kind, statement)
        elif home is not None:
            inner, statement.children = statement.children, []
            for child in inner:
                self.take(child, inside=True)

    def _home(self, words: Words, *, inside: bool) -> Statement | None:
        """Return the block of a statement, None for the outermost level; close what it ends."""
        for at in range(len(self._open) - 1, -1, -1):
            kind, block = self._open[at]
            if _BELONGS[kind](_positive(words)) or (inside and kind in ("list", "interface")):
                del self._open[at + 1 :]
                return block
        if not (words[0] in TRANSPARENT and not kind_of_block(words)):
            self._open.clear()
        return None

    def _enter(self, kind: str, statement: Statement) -> None:
        """Open a block, and in it the last one that the text already nested."""
        if kind in _OUTER:
            self._open.clear()
        self._open.append((kind, statement))
        last = statement.children[-1] if statement.children else None
        inner = kind_of_block(last.words) if last is not None else ""
        if last is not None and inner in _INNER.values():
            self._enter(inner, last)


def _positive(words: Words) -> Words:
    """Return a command without ``no`` or ``default`` in front."""
    return words[1:] if words[0] in ("no", "default") and len(words) > 1 else words


def _in_list(words: Words) -> bool:
    return words[0].isdecimal() or words[0] in LIST_WORDS


def _in_interface(words: Words) -> bool:
    if words[0] in PORT_WORDS:
        return words[:2] != ("switchport", "default")
    return words[:2] in PORT_PAIRS and words[:4] != _SOURCE_NAT


def _in_set(words: Words) -> bool:
    return words[0][0].isdecimal() or words[0] == "except" or ":" in words[0]


_BELONGS: dict[str, Callable[[Words], bool]] = {
    "list": _in_list,
    "interface": _in_interface,
    "policies": lambda words: (
        words[0] in ("field-set", "counter") or kind_of_block(words) == "policy"
    ),
    "set": _in_set,
    "policy": lambda words: words[0] in ("match", "counter"),
    "match": lambda words: words[0] in MATCH_WORDS or words[:2] == ("ip", "length"),
    "actions": lambda words: words[0] in ACTION_WORDS,
    "vlan": lambda words: words[0] in VLAN_WORDS,
}
"""For each kind of block, whether a command is one of its mode."""
