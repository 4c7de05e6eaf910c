"""The account of statements: every field of the tables that matter is read, harmless or unknown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.ledger import Ledger, Uncertain
from roce_audit.platforms.sonic.layer3 import vlan_number
from roce_audit.platforms.sonic.sections import (
    FILTERS,
    HAZARDS,
    NO_EFFECT,
    PAIRS,
    READ,
    VLAN_KEYED,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from roce_audit.platforms.sonic.database import Database, Entry


def account(
    database: Database,
    doubts: Iterable[Uncertain],
    *,
    without_effect: Callable[[str, Entry], bool],
    order: Mapping[str, int],
) -> Ledger:
    """Return the account of everything that was read.

    Args:
        database: All of it.
        doubts: Statements that were found not to be understood.
        without_effect: Whether an entry of a table (named first) of filters does nothing.
        order: Number of each document: what is uncertain is listed in the order of documents.
    """
    book = _Account(list(doubts), database.replaced)
    book.take_filters(database, without_effect)
    for table in NO_EFFECT:
        book.harmless += sum(entry.statements for entry in database.table(table).values())
    for table in READ:
        for entry in database.table(table).values():
            book.take(table, entry)
    book.uncertain.sort(key=lambda each: order.get(each.source.file, len(order)))
    return Ledger(book.read, book.harmless, tuple(book.uncertain))


@dataclass(slots=True)
class _Account:
    """The account while it is made."""

    uncertain: list[Uncertain]
    read: int
    harmless: int = field(default=0)

    def take_filters(
        self, database: Database, without_effect: Callable[[str, Entry], bool]
    ) -> None:
        """Take the entries of filters; those with a doubt are entered already."""
        known = {(each.source.file, each.source.line) for each in self.uncertain}
        for table in (*FILTERS, *HAZARDS):
            for entry in database.table(table).values():
                if (entry.file, entry.line) in known:
                    continue
                if without_effect(table, entry):
                    self.harmless += entry.statements
                else:
                    self.read += entry.statements

    def take(self, table: str, entry: Entry) -> None:
        """Take one entry of ports, VLANs or interfaces."""
        if why := _bad_key(table, entry.key):
            self.uncertain.append(Uncertain(entry.source, why))
            return
        known, idle = READ[table]
        fields = set(entry.fields)
        self.read += 1 + len(fields & known)
        self.harmless += len(fields & idle)
        if odd := sorted(fields - known - idle):
            told = f"{table} has the field {odd[0]}, of which nothing is known"
            self.uncertain.append(Uncertain(entry.source, told))


def _bad_key(table: str, key: str) -> str:
    first, bar, _ = key.partition("|")
    if table in PAIRS and not bar:
        return f"a key of {table} names a port behind a bar"
    if table in VLAN_KEYED and vlan_number(first) is None:
        return f"{first} is no VLAN"
    return ""
