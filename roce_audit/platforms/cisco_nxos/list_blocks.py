"""Below the headers of access lists and object groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_nxos.acl import Acl
    from roce_audit.platforms.cisco_nxos.groups import Group
    from roce_audit.reading.ledger import LedgerBook
    from roce_audit.reading.statement import Statement

_BEGINNINGS = frozenset({"permit", "deny", "remark", "statistics", "fragments", "ignore"})


class AclBlock:
    """Below ``ip|ipv6|mac access-list NAME``."""

    __slots__ = ("_book", "_indent", "acl")

    def __init__(self, acl: Acl, book: LedgerBook, indent: int) -> None:
        self.acl = acl
        self._indent = indent
        self._book = book

    def offer(self, statement: Statement) -> bool:
        """Enter or remove an entry."""
        words = statement.words
        first = words[0]
        if first in _BEGINNINGS or first[0].isdigit() or _negates(words):
            self.acl.enter(statement, _bare(words), self._book)
            return True
        return False

    def stray(self, statement: Statement) -> None:
        """Keep the place of what may be an entry; without indentation, of what may be a header."""
        reason = f"unknown word {statement.words[0]!r}"
        self.acl.not_understood(statement, None, reason, self._book)
        if statement.indent <= self._indent:
            self.acl.odd = f"line {statement.line}: {reason}"

    def leave(self) -> bool:
        """Leave at once."""
        return True


def is_entry(words: tuple[str, ...]) -> bool:
    """Whether the words are those of a numbered filter entry, wherever they stand."""
    return words[0].isdecimal() and words[1:2] in (("permit",), ("deny",), ("remark",))


def _negates(words: tuple[str, ...]) -> bool:
    return (
        words[0] == "no" and len(words) > 1 and (words[1] in _BEGINNINGS or words[1][0].isdigit())
    )


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an entry without the counter that show commands print behind it."""
    if words[-1][0] == "[" and words[-1].startswith("[match=") and len(words) > 1:
        return words[:-1]
    return words


class GroupBlock:
    """Below ``object-group``."""

    __slots__ = ("_book", "_group")

    def __init__(self, group: Group, book: LedgerBook) -> None:
        self._group = group
        self._book = book

    def offer(self, statement: Statement) -> bool:
        """Enter or remove a member."""
        words = statement.words
        first = next((word for word in words if word != "no"), "")
        if first in _MEMBERS or first[:1].isdigit() or ":" in first:
            self._enter(statement)
            return True
        return False

    def stray(self, statement: Statement) -> None:
        """Keep it as a member that is not understood."""
        self._enter(statement)

    def leave(self) -> bool:
        """Leave at once."""
        return True

    def _enter(self, statement: Statement) -> None:
        if statement.words[0] in ("description", "remark"):
            self._book.no_effect += 1
            return
        try:
            self._group.enter(statement)
        except ParseError as problem:
            self._book.doubt(statement.source, problem.reason)
        else:
            self._book.read += 1


_MEMBERS = frozenset({"host", "eq", "neq", "lt", "gt", "range"})
