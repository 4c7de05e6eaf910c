"""The account of statements: how each one in the sections that the audit owns was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.node import Claim, Node
from roce_audit.platforms.juniper_junos.sections import WHOLLY_OWNED, is_owned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.reading.ledger import LedgerBook

_NOT_KNOWN = "it is not a statement that the reader knows"
_DEEPEST_SECTION = 6
"""Words until it is certain whether a path is owned: ``groups G routing-instances R vlans V``."""


def account(root: Node, book: LedgerBook, *, inherited: bool) -> None:
    """Enter every statement of ``root`` in ``book``.

    A statement goes by its own claim, else by the nearest claim above it. One that nobody claimed
    is uncertain; inside ``groups`` it was not applied anywhere and has no effect.

    Args:
        root: The configuration, groups merged.
        book: The account.
        inherited: Whether anything in it comes from groups or ranges of interfaces.
    """
    if inherited:
        _credit(root)
    for section in root.children.values():
        if section.origin is not None:
            continue  # all of it comes from groups, and counts there
        if section.word in WHOLLY_OWNED:
            for node, claim, reason in _statements(section):
                _enter(node, claim, reason, book, applied=True)
        else:
            _partly(section, book)


def _statements(section: Node) -> Iterator[tuple[Node, Claim, str]]:
    """Yield every statement below ``section`` with the claim that it goes by."""
    todo: list[tuple[Node, Claim, str]] = [(section, Claim.NONE, "")]
    while todo:
        node, claim, reason = todo.pop()
        if node.claim:
            claim, reason = node.claim, node.reason
        own = [child for child in node.children.values() if child.origin is None]
        if own:
            todo += [(child, claim, reason) for child in reversed(own)]
        elif node.said:
            yield node, claim, reason


def _partly(section: Node, book: LedgerBook) -> None:
    """Enter the statements of a section of which only some parts are owned."""
    applied = section.word != "groups"
    todo: list[tuple[Node, tuple[str, ...], Claim, str]] = [
        (section, (section.word,), Claim.NONE, "")
    ]
    while todo:
        node, path, claim, reason = todo.pop()
        if node.claim:
            claim, reason = node.claim, node.reason
        own = [child for child in node.children.values() if child.origin is None]
        if not own and node.said and is_owned(path):
            _enter(node, claim, reason, book, applied=applied)
        deeper = len(path) < _DEEPEST_SECTION
        todo += [
            (child, (*path, child.word) if deeper else path, claim, reason)
            for child in reversed(own)
        ]


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


def _enter(node: Node, claim: Claim, reason: str, book: LedgerBook, *, applied: bool) -> None:
    if claim is Claim.READ:
        book.read += 1
    elif claim is Claim.NO_EFFECT or (claim is Claim.NONE and not applied):
        book.no_effect += 1
    else:
        book.doubt(node.source, reason or _NOT_KNOWN)
