"""Access lists as commands edit them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family

if TYPE_CHECKING:
    from roce_audit.model.acl import FilterKey
    from roce_audit.reading.ledger import LedgerBook
    from roce_audit.reading.statement import Statement

NUMBER_TOP = 2147483646
STEP = 10
_MOST_DIGITS = 10
FAMILIES = {"ipv4": Family.IPV4, "ipv6": Family.IPV6, "ethernet-services": Family.MAC}


@dataclass(slots=True)
class Entry:
    """One numbered entry of a list.

    Attributes:
        statement: As captured.
        words: Without number and counters; the first is the verb.
    """

    statement: Statement
    words: tuple[str, ...]


@dataclass(slots=True)
class AccessList:
    """An access list that is being edited.

    Attributes:
        kind: ``ipv4``, ``ipv6`` or ``ethernet-services``.
        name: As configured.
        header: Where it begins.
        dump: Number of the dump that shows it.
        entries: By number, in no particular order; remarks are not among them.
        remarks: Numbers that remarks take.
        contents: Words of the entries, to one of their numbers.
        last: The largest number in use.
        broken: Why the list itself is not understood; "" if it is.
    """

    kind: str
    name: str
    header: Statement
    dump: int = 0
    entries: dict[int, Entry] = field(default_factory=dict[int, Entry])
    remarks: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    contents: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    last: int = 0
    broken: str = ""

    @property
    def family(self) -> Family:
        """Family of the finished filter."""
        return FAMILIES[self.kind]

    @property
    def key(self) -> FilterKey:
        """Key of the finished filter."""
        return (FAMILIES[self.kind].value, self.name)


def edit(book: LedgerBook, acl: AccessList, statement: Statement, words: tuple[str, ...]) -> None:
    """Apply one statement of the list's mode.

    Args:
        book: The account.
        acl: The list.
        statement: The statement, for evidence.
        words: Its words, those that name the list left out.
    """
    if words[-1][-1] == ")":
        words = _without_counters(words)
    first = words[0]
    if first == "no":
        _remove(book, acl, statement, words[1:])
        return
    number = 0
    if first.isascii() and first.isdecimal():
        number, words = int(first[:_MOST_DIGITS]), words[1:]
    if not number:
        number = acl.last + STEP
    acl.last = max(acl.last, number)
    if words[:1] == ("remark",):
        _forget(acl, number)
        acl.remarks[number] = words
        book.no_effect += 1
        return
    _forget(acl, number)
    acl.entries[number] = Entry(statement, words)
    acl.contents[words] = number


def _forget(acl: AccessList, number: int) -> None:
    """Take out what has a number: another statement with it replaces the first."""
    if number not in acl.entries and number not in acl.remarks:
        return
    acl.remarks.pop(number, None)
    entry = acl.entries.pop(number, None)
    if entry is not None and acl.contents.get(entry.words) == number:
        del acl.contents[entry.words]


def _without_counters(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what show output appends: ``(12 matches)``."""
    if "remark" in words[:2]:
        return words
    for at in range(1, len(words)):
        if words[at].startswith("("):
            return words[:at]
    return words


def _remove(
    book: LedgerBook, acl: AccessList, statement: Statement, words: tuple[str, ...]
) -> None:
    if words and words[0].isdecimal():
        number = int(words[0][:_MOST_DIGITS])
    elif words[:1] == ("remark",):
        number = next((at for at, kept in acl.remarks.items() if kept == words), 0)
    elif words[:1] in (("permit",), ("deny",)):
        number = acl.contents.get(words, 0)
    else:
        book.doubt(statement.source, "not a statement of a list")
        acl.broken = f"line {statement.line} removes something that is not understood"
        return
    book.read += 1
    book.read += number in acl.entries
    _forget(acl, number)
    acl.last = (
        max(max(acl.entries, default=0), max(acl.remarks, default=0))
        if number == acl.last
        else acl.last
    )


def resequence(acl: AccessList, start: int, step: int) -> bool:
    """Renumber a list, remarks included; return whether the numbers allow it."""
    taken = sorted({*acl.entries, *acl.remarks})
    if not (start and step and start + step * len(taken) <= NUMBER_TOP):
        return False
    new = {number: start + step * at for at, number in enumerate(taken)}
    acl.entries = {new[number]: entry for number, entry in acl.entries.items()}
    acl.remarks = {new[number]: words for number, words in acl.remarks.items()}
    acl.contents = {entry.words: number for number, entry in acl.entries.items()}
    acl.last = max(new.values(), default=0)
    return True
