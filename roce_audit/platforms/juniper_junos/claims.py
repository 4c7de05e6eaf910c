"""The account of statements: how each one in the sections that the audit owns was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.node import Claim, Node
from roce_audit.platforms.juniper_junos.sections import is_owned

if TYPE_CHECKING:
    from roce_audit.reading.ledger import LedgerBook

_NOT_KNOWN = "it is not a statement that the reader knows"
_DEEPEST_SECTION = 6
"""Words until it is certain whether a path is owned: ``groups G routing-instances R vlans V``."""


def account(root: Node, book: LedgerBook) -> None:
    """Enter every statement of ``root`` in ``book``.

    A statement goes by its own claim, else by the nearest claim above it. One that nobody claimed
    is uncertain; inside ``groups`` it was not applied anywhere and has no effect.
    """
    _credit(root)
    todo: list[tuple[Node, tuple[str, ...], Claim, str]] = [(root, (), Claim.NONE, "")]
    while todo:
        node, path, claim, reason = todo.pop()
        if node.claim:
            claim, reason = node.claim, node.reason
        if node.said and _is_last(node) and is_owned(path):
            _enter(node, path, claim, reason, book)
        deeper = len(path) < _DEEPEST_SECTION
        todo += [
            (child, (*path, child.word) if deeper else path, claim, reason)
            for child in reversed(node.children.values())
            if child.origin is None
        ]


def _is_last(node: Node) -> bool:
    """Return whether a statement ends here; the head of a block counts through what is in it."""
    return all(child.origin is not None for child in node.children.values())


def _credit(root: Node) -> None:
    """Hand the claims on inherited nodes to the statements that they come from."""
    todo: list[tuple[Node, Claim, str]] = [(root, Claim.NONE, "")]
    while todo:
        node, claim, reason = todo.pop()
        own = node.origin or node
        if own.claim:
            claim, reason = own.claim, own.reason
        elif node.origin is not None:
            node.origin.read(claim, reason)
        todo += [
            (child, claim, reason)
            for word, child in node.children.items()
            if not (node is root and word == "groups")
        ]


def _enter(node: Node, path: tuple[str, ...], claim: Claim, reason: str, book: LedgerBook) -> None:
    if claim is Claim.READ:
        book.read += 1
    elif claim is Claim.NO_EFFECT or (claim is Claim.NONE and path[0] == "groups"):
        book.no_effect += 1
    else:
        book.doubt(node.source, reason or _NOT_KNOWN)
