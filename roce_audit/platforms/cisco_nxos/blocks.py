"""The modes of the command line: what a statement means below a header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_nxos.port import Claim

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.reading.ledger import LedgerBook
    from roce_audit.reading.statement import Statement


class Block(Protocol):
    """A mode that a header opens."""

    def offer(self, statement: Statement) -> bool:
        """Do what a statement says and account for it; False if it does not belong here."""
        ...

    def stray(self, statement: Statement) -> None:
        """Account for a statement that stands below the header and means nothing known."""
        ...

    def leave(self) -> bool:
        """Whether ``exit`` leaves this mode, and not one below it."""
        ...


class SimpleBlock:
    """Below a header whose statements one function takes.

    Args:
        enter: Does what a statement says; None if it means nothing known. May raise ParseError.
        book: Where statements are accounted for.
        odd: Told of a statement below the header that means nothing known.
    """

    __slots__ = ("_book", "_enter", "_odd")

    def __init__(
        self,
        enter: Callable[[Statement], Claim | None],
        book: LedgerBook,
        odd: Callable[[Statement], None] | None = None,
    ) -> None:
        self._enter = enter
        self._book = book
        self._odd = odd

    def offer(self, statement: Statement) -> bool:
        """Hand the statement on."""
        try:
            claim = self._enter(statement)
        except ParseError as problem:
            self._book.doubt(statement.source, problem.reason)
            return True
        if claim is None:
            return False
        account(claim, self._book)
        return True

    def stray(self, statement: Statement) -> None:
        """Account for it as not understood."""
        self._book.doubt(statement.source, f"unknown word {statement.words[0]!r}")
        if self._odd is not None:
            self._odd(statement)

    def leave(self) -> bool:
        """Leave at once."""
        return True


class QuietBlock:
    """Below a header of an owned section that touches no verdict."""

    __slots__ = ("_book",)

    def __init__(self, book: LedgerBook) -> None:
        self._book = book

    def offer(self, statement: Statement) -> bool:
        """Take nothing by itself: a global command leaves."""
        del statement
        return False

    def stray(self, statement: Statement) -> None:
        """Account for it as without effect."""
        del statement
        self._book.no_effect += 1

    def leave(self) -> bool:
        """Leave at once."""
        return True


class ForeignBlock:
    """Below a header of a section that is not ours."""

    __slots__ = ()

    def offer(self, statement: Statement) -> bool:
        """Take nothing."""
        del statement
        return False

    def stray(self, statement: Statement) -> None:
        """Pass by."""

    def leave(self) -> bool:
        """Leave at once."""
        return True


class ScriptBlock:
    """Below ``configure profile`` and the like: commands that act when they are called for.

    Args:
        indent: Blanks before the header.
    """

    __slots__ = ("_indent", "statements")

    def __init__(self, indent: int) -> None:
        self._indent = indent
        self.statements: list[Statement] = []

    def offer(self, statement: Statement) -> bool:
        """Keep the command if it is indented; else nothing tells where the script ends."""
        if statement.indent <= self._indent:
            return False
        self.statements.append(statement)
        return True

    def stray(self, statement: Statement) -> None:
        """Nothing is stray here."""

    def leave(self) -> bool:
        """Leave at once."""
        return True


def account(claim: Claim, book: LedgerBook) -> None:
    """Enter a claim into the book."""
    if claim is Claim.READ:
        book.read += 1
    else:
        book.no_effect += 1
