"""An access list while the configuration is read: entries come, go and change their numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.platforms.cisco_nxos.entry import ACTIONS, either_way
from roce_audit.platforms.cisco_nxos.groups import STEP, TOP_NUMBER, Groups
from roce_audit.platforms.cisco_nxos.ip_entry import uses_group
from roce_audit.platforms.cisco_nxos.row import Row, number_of, plain, scope_of

if TYPE_CHECKING:
    from roce_audit.packets.fields import Doubt
    from roce_audit.reading.ledger import LedgerBook
    from roce_audit.reading.statement import Statement

_NO_GROUPS = Groups({})
_ENTRIES = (("permit",), ("deny",), ("remark",))
_KNOBS = (("statistics",), ("ignore",))


@dataclass(slots=True)
class Acl:
    """An access list.

    Attributes:
        kind: ``ip``, ``ipv6`` or ``mac``.
        name: As configured.
        header: The statement that begins it.
        untyped: See ``mac_lines``.
        rows: By sequence number.
        strays: What may be entries but has no number, each with the number it stands behind.
        late: Entries that wait for the groups, those replaced meanwhile included.
        fragments: What happens to later fragments that no entry takes; None if not said.
        knobs: Other settings of the list.
        unsure: Whether the numbers may differ from the device's.
        odd: Why the header itself is not understood; "" if it is.
    """

    kind: str
    name: str
    header: Statement
    untyped: Doubt | None = None
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    strays: list[tuple[int, Row]] = field(default_factory=list[tuple[int, Row]])
    late: list[Row] = field(default_factory=list[Row])
    fragments: Action | None = None
    knobs: set[str] = field(default_factory=set[str])
    unsure: bool = False
    odd: str = ""
    _stale: set[int] = field(default_factory=set[int])
    _highest: int = 0
    _latest: int = 0
    _ascending: bool = True

    def reopen(self) -> None:
        """Expect the list to be shown once more, from its beginning."""
        self._stale = set(self.rows)
        self._latest = 0
        self.strays.clear()

    def settle(self) -> None:
        """Forget entries that the latest showing of the list did not have."""
        for number in self._stale:
            self.rows.pop(number, None)
        if self._stale:
            self._highest = max(self.rows, default=0)
            self._stale = set()

    def enter(self, statement: Statement, words: tuple[str, ...], book: LedgerBook) -> None:
        """Do what a statement of the list says.

        Args:
            statement: As captured.
            words: Its words without comment and counters.
            book: Where it is accounted for.
        """
        first = words[0]
        if first == "no":
            self._negate(statement, words[1:], book)
            return
        number = number_of(first)
        words = words if number is None else words[1:]
        word = words[0] if words else ""
        if number is not None and not 1 <= number <= TOP_NUMBER:
            self.not_understood(statement, number, f"no such sequence number as {first}", book)
        elif word in ACTIONS:
            self._put(number, self._row(statement, words, number, book))
        elif word == "remark":
            book.no_effect += 1
            self._put(number, Row(words, statement.source, ()))
        elif number is not None or not self._knob(words, book):
            self.not_understood(statement, number, f"unknown word {word!r}", book)

    def not_understood(
        self, statement: Statement, number: int | None, reason: str, book: LedgerBook
    ) -> None:
        """Keep the place of what may be an entry that permits or denies anything.

        Args:
            statement: As captured.
            number: Its place; None if it has none. Then it stands behind the entry before it in
                the file, or, where the file is not in order, in front of all.
            reason: Why it is not understood.
            book: Where it is accounted for.
        """
        source = statement.source
        book.doubt(source, reason)
        label = "" if number is None else str(number)
        lines = either_way(source, scope_of(self.kind), reason, label)
        row = Row(statement.words, source, lines)
        if number is not None:
            self._put(number, row)
            return
        self.unsure = True
        listed = self._ascending and statement.file == self.header.file
        self.strays.append((self._latest if listed else 0, row))

    def resequence(self, start: int, step: int) -> None:
        """Give the entries new numbers, in order."""
        rows = [row for _, row in sorted(self.rows.items())]
        self.strays = [(0, row) for _, row in self.strays]
        self.rows = {start + step * at: row for at, row in enumerate(rows)}
        self._highest = max(self.rows, default=0)

    def _row(
        self, statement: Statement, words: tuple[str, ...], number: int | None, book: LedgerBook
    ) -> Row:
        row = Row(words, statement.source, None)
        if uses_group(words):
            self.late.append(row)
            return row
        row.lines, reason = row.read(
            self.kind, str(number or self._next()), self.untyped, _NO_GROUPS
        )
        if reason:
            book.doubt(row.source, reason)
        else:
            book.read += 1
        return row

    def _next(self) -> int:
        return self._highest + STEP

    def _put(self, number: int | None, row: Row) -> None:
        if number is None:
            number = self._next()
        if number < self._latest:
            self._ascending = False
        self._latest = number
        if self._stale:
            self._stale.discard(number)
            known = self.rows.get(number)
            if known is not None and known.words == row.words:
                return
        self.rows[number] = row
        self._highest = max(self._highest, number)

    def _knob(self, words: tuple[str, ...], book: LedgerBook) -> bool:
        match words:
            case ("statistics", "per-entry") | ("ignore", "routable"):
                self.knobs.add(words[0])
                book.no_effect += 1
            case ("fragments", "permit-all" | "deny-all" as what):
                self.fragments = Action.PERMIT if what == "permit-all" else Action.DENY
                book.read += 1
            case _:
                return False
        return True

    def _negate(self, statement: Statement, words: tuple[str, ...], book: LedgerBook) -> None:
        try:
            self._remove(words)
        except ParseError as problem:
            book.doubt(statement.source, problem.reason)
        else:
            book.read += 1

    def _remove(self, words: tuple[str, ...]) -> None:
        number = number_of(words[0]) if words else None
        if number is not None:
            known = self.rows.get(number)
            if known and (len(words) == 1 or plain(known.words) == plain(words[1:])):
                del self.rows[number]
        elif words[:1] in _ENTRIES:
            wanted = plain(words)
            found = [key for key, row in sorted(self.rows.items()) if plain(row.words) == wanted]
            for key in found[:1]:
                del self.rows[key]
        elif words[:1] == ("fragments",):
            self.fragments = None
        elif words[:1] in _KNOBS:
            self.knobs.discard(words[0])
        else:
            raise ParseError("unknown word after no")
        self._highest = max(self.rows, default=0)
