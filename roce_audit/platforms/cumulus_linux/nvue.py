"""Applies NVUE trees and commands to the configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cumulus_linux.names import expand
from roce_audit.platforms.cumulus_linux.node import Node, name_bare_lines, remove
from roce_audit.platforms.cumulus_linux.schema import Claim, claim_of, is_single

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.state import State

_OF_FILTERS = frozenset({"acl", "rule", "inbound", "outbound"})
_MOST_COPIES = 100_000
_KEPT = 2
_TERMINAL = ("permit", "deny")
_VERSION = re.compile(r"([0-9]+)\.([0-9]+)", re.ASCII)


def apply_part(state: State, kind: str, tree: Node) -> None:
    """Apply one part of a document.

    Args:
        state: Changed.
        kind: ``set``, ``unset`` or ``header``.
        tree: What stands below it.
    """
    if kind == "header":
        state.header = True
        _release(state, " ".join([*tree.values("version"), *tree.values("product-release")]))
        return
    name_bare_lines(tree)
    for path, leaf in _paths(tree, ()):
        if kind == "set":
            leaf.claim = _claimed(state, path, leaf.source)
    if kind == "set":
        _merge_all(state, tree)
        return
    for path, leaf in list(_paths(tree, ())):
        state.claims.read()
        unset(state, path, leaf.source)


def _release(state: State, text: str) -> None:
    found = _VERSION.search(text)
    if found is not None:
        state.release = (int(found[1]), int(found[2]))


def _paths(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    for word, child in node.children.items():
        here = (*path, word)
        if child.children:
            yield from _paths(child, here)
        else:
            yield here, child


def _claimed(state: State, path: Sequence[str], source: SourceRef) -> int:
    match claim_of(path):
        case Claim.READ:
            return state.claims.read()
        case Claim.IGNORED:
            state.claims.ignore()
        case Claim.UNKNOWN:
            reason = f"the effect of {' '.join(path[:4])!r} is not known"
            if _OF_FILTERS.isdisjoint(path):
                state.claims.doubt(source, reason)
            else:
                state.lost(source, reason)
        case Claim.FOREIGN:
            _routes(state, path)
    return -1


def _routes(state: State, path: Sequence[str]) -> None:
    """Note interfaces that BGP or OSPF uses without an address of their own."""
    if path[0] in {"vrf", "router"} and "neighbor" in path:
        name = path[min(path.index("neighbor") + 1, len(path) - 1)]
        if name[:1].isalpha():
            state.unnumbered.add(name)


def _merge_all(state: State, tree: Node) -> None:
    for word, child in tree.children.items():
        if word == "interface":
            target = state.tree.put(word, child.line, child.text)
            target.file = child.file
            for names, port in child.children.items():
                _spread(state, target, names, port)
        else:
            _merge(state.tree, word, child, (word,))


def _spread(state: State, target: Node, names: str, port: Node) -> None:
    try:
        members = expand(names)
    except ParseError as problem:
        state.lost(port.source, str(problem))
        return
    size = sum(1 for _ in port.leaves())
    state.copies += size * len(members)
    if state.copies > _MOST_COPIES:
        state.lost(port.source, "interface ranges mean too many statements")
        return
    for name in members:
        _merge(target, name, port.copy() if len(members) > 1 else port, ("interface", name))


def _merge(parent: Node, word: str, node: Node, path: tuple[str, ...]) -> None:
    known = parent.children.get(word)
    if known is None:
        parent.children[word] = node
        return
    if node.children and is_single(path):
        known.children.clear()
    if path[-1] == "action" and path[0] == "acl" and node.children.keys() & set(_TERMINAL):
        for each in _TERMINAL:
            known.children.pop(each, None)
    if not node.children:
        # The same statement again: it stands where it was said last.
        known.file, known.line, known.text, known.claim = (
            node.file, node.line, node.text, node.claim,
        )  # fmt: skip
    for each, child in node.children.items():
        _merge(known, each, child, (*path, each))


def set_path(state: State, path: Sequence[str], source: SourceRef) -> None:
    """Apply ``nv set`` with the words behind it."""
    claim = _claimed(state, path, source)
    if path[0] != "interface" or len(path) == 1:
        _insert(state.tree, path, source, claim)
        return
    try:
        names = expand(path[1])
    except ParseError as problem:
        state.lost(source, str(problem))
        return
    state.copies += len(names) if len(names) > 1 else 0
    if state.copies > _MOST_COPIES:
        state.lost(source, "interface ranges mean too many statements")
        return
    for name in names:
        _insert(state.tree, ("interface", name, *path[2:]), source, claim)


def _insert(root: Node, path: Sequence[str], source: SourceRef, claim: int) -> None:
    """Put one path into the tree; a single value, or the end of a search, replaces the old one."""
    node = root
    file, line, text = source.file, source.line or 0, source.text
    for depth, word in enumerate(path):
        child = node.children.get(word)
        if child is None:
            if depth and node.children:
                _make_room(node, path[:depth], word)
            child = node.children[word] = Node(file, line, text)
        node = child
    # The same statement again: it stands where it was said last.
    node.file, node.line, node.text, node.claim = file, line, text, claim


def _make_room(node: Node, path: Sequence[str], word: str) -> None:
    if is_single(path):
        node.children.clear()
    elif word in _TERMINAL and path[-1] == "action" and path[0] == "acl":
        for each in _TERMINAL:
            node.children.pop(each, None)


def unset(state: State, path: Sequence[str], source: SourceRef) -> None:
    """Apply ``nv unset`` with the words behind it."""
    if path[0] != "interface" or len(path) == 1:
        remove(state.tree, path, _KEPT)
        return
    try:
        names = expand(path[1])
    except ParseError as problem:
        state.lost(source, str(problem))
        return
    for name in names:
        remove(state.tree, ("interface", name, *path[2:]), _KEPT)
