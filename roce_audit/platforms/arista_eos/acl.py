"""Access lists as commands edit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.platforms.arista_eos.acl_store import (
    BOXES,
    NUMBER_TOP,
    STEP,
    numbers_by_words,
    put,
    renumber,
)
from roce_audit.platforms.arista_eos.draft import (
    ACTIONS,
    Draft,
    either_action,
    read_rule,
)
from roce_audit.platforms.arista_eos.ip_lines import IPV4, IPV6, read_extended, read_standard
from roce_audit.platforms.arista_eos.mac_lines import read_mac
from roce_audit.platforms.arista_eos.model_state import AccessList, Entry
from roce_audit.platforms.arista_eos.number_list import is_number

if TYPE_CHECKING:
    from roce_audit.platforms.arista_eos.draft import Grammar
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement

_RESPONSE = ("permit", "response", "traffic", "nat")
_QUIET = frozenset(
    {"counters", "statistics", "fragment-rules", "exit", "show", "Total", "Configured", "Active"}
)
"""First words of statements in a list that change nothing for whole packets."""

_GRAMMARS: dict[tuple[Family, bool], Grammar] = {
    (Family.IPV4, False): lambda words, draft: read_extended(words, draft, IPV4),
    (Family.IPV6, False): lambda words, draft: read_extended(words, draft, IPV6),
    (Family.IPV4, True): lambda words, draft: read_standard(words, draft, IPV4),
    (Family.IPV6, True): lambda words, draft: read_standard(words, draft, IPV6),
    (Family.MAC, False): read_mac,
}


def edit(eos: Eos, acl: AccessList, statement: Statement) -> None:
    """Apply one statement of the list's mode."""
    text = statement.text
    if text.endswith("]"):
        _cut(statement, "[match")
    if " !" in text and "remark" not in text:
        # No device prints it, but people write comments behind the lines of a file.
        _cut(statement, "!")
    words = statement.words
    start, number = (1, int(words[0])) if is_number(words[0]) else (0, 0)
    verb = words[start] if start < len(words) else ""
    if verb in ACTIONS and words[start : start + 4] != _RESPONSE:
        _add_rule(eos, acl, Entry(statement, start, ()), number)
    elif verb == "remark":
        put(acl, Entry(statement, start, ()), number)
        eos.book.no_effect += 1
    else:
        _other(eos, acl, statement, verb)


def _cut(statement: Statement, mark: str) -> None:
    """Leave out what begins with ``mark``: ``[match 12 packets, 0:00:03 ago]``, ``! why``."""
    for at, word in enumerate(statement.words):
        if at and word.startswith(mark):
            statement.words = statement.words[:at]
            return


def _add_rule(eos: Eos, acl: AccessList, entry: Entry, number: int) -> None:
    statement, start = entry.statement, entry.start
    draft = Draft(dict(BOXES[acl.family]), eos.settings)
    grammar = _GRAMMARS[acl.family, acl.standard]
    rules, reason = read_rule(statement, start, draft, grammar)
    if start and not 1 <= number <= NUMBER_TOP:
        reason = f"{number} is no sequence number"
        rules = either_action(statement, BOXES[acl.family], reason)
        number = 0
    taken = put(acl, Entry(statement, start, rules), number)
    if not taken:
        eos.book.no_effect += 1
    elif reason:
        eos.book.doubt(statement.source, reason)
    else:
        eos.book.read += 1


def _other(eos: Eos, acl: AccessList, statement: Statement, verb: str) -> None:
    if verb in _QUIET and not is_number(statement.words[0]):
        eos.book.no_effect += 1
    elif verb in _EDITS and _EDITS[verb](acl, statement):
        eos.book.read += 1
    else:
        reason = f"unknown statement {statement.words[0]!r} in a list"
        entry = Entry(statement, 0, either_action(statement, BOXES[acl.family], reason))
        first = statement.words[0]
        if not is_number(first) and ACTIONS.keys() & set(statement.words):
            # A line whose number is not understood may be the first of all.
            acl.first -= 1
            acl.entries[acl.first] = entry
        else:
            put(acl, entry, int(first) if is_number(first) else 0)
        eos.book.doubt(statement.source, reason)


def _response(acl: AccessList, statement: Statement) -> bool:
    acl.response = statement
    return True


def _no(acl: AccessList, statement: Statement) -> bool:
    words = statement.words[1:]
    if not words:
        return False
    if words == _RESPONSE:
        acl.response = None
        return True
    if words[0] in _QUIET:
        return True
    number = int(words[0]) if is_number(words[0]) else 0
    rest = words[1:] if number else words
    if number:
        known = acl.entries.get(number)
        found = {number} if known is not None and rest in ((), known.words) else set[int]()
    elif words[0] in (*ACTIONS, "remark"):
        found = set(numbers_by_words(acl).get(rest, ()))
    else:
        return False
    for each in found:
        gone = acl.entries.pop(each)
        numbers_by_words(acl).get(gone.words, set[int]()).discard(each)
    acl.last = -1 if acl.last in found else acl.last
    return True


def _resequence(acl: AccessList, statement: Statement) -> bool:
    numbers = statement.words[1:]
    if len(numbers) > 2 or not all(map(is_number, numbers)):  # noqa: PLR2004 - start, step
        return False
    start = int(numbers[0]) if numbers else STEP
    step = int(numbers[1]) if len(numbers) > 1 else STEP
    if not start or not step or start + step * len(acl.entries) > NUMBER_TOP:
        return False
    old = acl.entries
    renumber(acl, {start + step * at: old[n] for at, n in enumerate(sorted(old))})
    return True


def _abort(acl: AccessList, _statement: Statement) -> bool:
    renumber(acl, dict(acl.saved))
    return True


_EDITS = {
    "permit": _response,
    "no": _no,
    "default": _no,
    "resequence": _resequence,
    "abort": _abort,
}
