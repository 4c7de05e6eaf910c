"""Access lists as commands edit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.platforms.cisco_xe.access_list import AccessList, Entry

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.statement import Statement

NUMBER_TOP = 2147483647
STEP = 10
_MOST_DIGITS = 10
_ENTRIES = frozenset({"permit", "deny", "evaluate", "dynamic", "Dynamic"})
_MARKS = frozenset({"(active)", "(inactive)"})
_RANGES = (
    (1, 99, "standard"),
    (100, 199, "extended"),
    (700, 799, "mac sources"),
    (1100, 1199, "mac"),
    (1300, 1999, "standard"),
    (2000, 2699, "extended"),
)
FAMILIES = {
    "standard": Family.IPV4,
    "extended": Family.IPV4,
    "ipv6": Family.IPV6,
    "mac": Family.MAC,
    "mac sources": Family.MAC,
}


def kind_of_number(word: str) -> str:
    """Return the kind of list that a number stands for; "" if it stands for none we know."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 4):  # noqa: PLR2004 - 2699
        return ""
    number = int(word)
    return next((kind for low, high, kind in _RANGES if low <= number <= high), "")


def open_list(
    xe: Xe, kind: str, name: str, header: Statement, *, shown: bool = False
) -> AccessList:
    """Return the list that a header names; a later dump of the same list replaces it."""
    lists = xe.shown if shown else xe.lists
    key = (FAMILIES[kind].value, name)
    known = lists.get(key)
    if known is not None and not xe.replaces(known.dump):
        if known.kind != kind:
            known.broken = f"{name} is both a {known.kind} and a {kind} list"
        return known
    if known is not None:
        xe.book.read += len(known.entries)
    acl = AccessList(FAMILIES[kind], name, kind, header, xe.dump)
    if name.isdecimal() and kind in ("standard", "extended") and kind_of_number(name) != kind:
        acl.broken = f"{name} is no number of a {kind} list"
    lists[key] = acl
    return acl


def drop_list(xe: Xe, family: Family, name: str) -> None:
    """Delete a list if it is there."""
    acl = xe.lists.pop((family.value, name), None)
    if acl is not None:
        xe.book.read += len(acl.entries)


def edit(xe: Xe, acl: AccessList, statement: Statement, words: tuple[str, ...]) -> None:
    """Apply one statement of the list's mode.

    Args:
        xe: The device.
        acl: The list.
        statement: The statement, for evidence.
        words: Its words, those that name a numbered list left out.
    """
    if words[-1][-1] == ")":
        words = _without_counters(words)
    number, words = _numbered(words, behind=acl.kind == "ipv6")
    if number and words and words[-1][-1] == ")":
        words = _without_counters(words)
    verb = words[0] if words else ""
    if verb in _ENTRIES:
        _add(xe, acl, Entry(statement, words, number, explicit=number > 0))
    elif verb == "no" and len(words) > 1 and not number:
        _remove(xe, acl, statement, words[1:])
    elif verb == "remark" or (verb in ("exit", "end") and not number):
        xe.book.no_effect += 1
    else:
        # Kept as an entry: what it does is not known, so it may permit or deny.
        _add(xe, acl, Entry(statement, words, number, explicit=number > 0))


def _numbered(words: tuple[str, ...], *, behind: bool) -> tuple[int, tuple[str, ...]]:
    """Return the sequence number of an entry (0 without one), and the words without it."""
    first = words[0]
    if first.isdecimal():
        return int(first[:_MOST_DIGITS]), words[1:]
    if first == "sequence" and words[1:2] != () and words[1].isdecimal():
        return int(words[1][:_MOST_DIGITS]), words[2:]
    if behind and first != "no" and words[-2:-1] == ("sequence",) and words[-1].isdecimal():
        return int(words[-1][:_MOST_DIGITS]), words[:-2]
    return 0, words


def _without_counters(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out what show output appends: ``(12 matches)``."""
    for at in range(len(words) - 1, 0, -1):
        if words[at].startswith("("):
            return words if words[at] in _MARKS else words[:at]
    return words


def _add(xe: Xe, acl: AccessList, entry: Entry) -> None:
    """Store an entry. An equal one, or another with its number, stays and this one is refused."""
    number = entry.number or acl.last + STEP
    if entry.words in acl.contents or number in acl.entries:
        xe.book.no_effect += 1
        return
    entry.number = number
    acl.entries[number] = entry
    acl.contents[entry.words] = number
    acl.last = max(acl.last, number)


def _remove(xe: Xe, acl: AccessList, statement: Statement, words: tuple[str, ...]) -> None:
    number, rest = _numbered(words, behind=False)
    if number and rest and rest[0] != "remark":
        xe.book.doubt(statement.source, "IOS refuses an entry behind 'no' and a number")
        return
    xe.book.read += 1
    found = acl.contents.get(words, 0 if rest else number)
    entry = acl.entries.pop(found, None)
    if entry is not None:
        acl.contents.pop(entry.words, None)
        acl.last = max(acl.entries, default=0)
        xe.book.read += 1


def resequence(acl: AccessList, start: int, step: int) -> bool:
    """Renumber a list; return whether the numbers allow it."""
    if not (start and step and start + step * len(acl.entries) <= NUMBER_TOP):
        return False
    ordered = [acl.entries[number] for number in sorted(acl.entries)]
    acl.entries.clear()
    for at, entry in enumerate(ordered):
        entry.number = start + step * at
        acl.entries[entry.number] = entry
        acl.contents[entry.words] = entry.number
    acl.last = max(acl.entries, default=0)
    return True


def settle(xe: Xe) -> None:
    """Put the lists of show output to use: those that no configuration defines, and numbers."""
    for key, acl in xe.shown.items():
        known = xe.lists.get(key)
        if known is None:
            xe.lists[key] = acl
            continue
        xe.book.read += len(acl.entries)
        if not known.numbered:
            _take_numbers(known, acl)
    xe.shown.clear()


def _take_numbers(acl: AccessList, shown: AccessList) -> None:
    ours = [acl.entries[number] for number in sorted(acl.entries)]
    theirs = [shown.entries[number] for number in sorted(shown.entries)]
    if [_plain(each.words) for each in ours] != [_plain(each.words) for each in theirs]:
        return
    if not shown.numbered:
        return
    acl.entries.clear()
    for entry, other in zip(ours, theirs, strict=True):
        entry.number, entry.explicit = other.number, True
        acl.entries[entry.number] = entry
        acl.contents[entry.words] = entry.number
    acl.last = max(acl.entries, default=0)


def _plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return an entry as both forms write it: show output says ``A, wildcard bits W``."""
    return tuple(
        word.rstrip(",")
        for word in words
        if word not in ("wildcard", "bits") and word not in _MARKS
    )
