"""Statements of the global mode that open, edit or delete access lists and object groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.acl import Family
from roce_audit.platforms.cisco_xe.groups import KINDS, Group
from roce_audit.platforms.cisco_xe.lists import (
    FAMILIES,
    drop_list,
    edit,
    kind_of_number,
    open_list,
    resequence,
)
from roce_audit.platforms.cisco_xe.modes import GroupMode, IgnoredMode, ListMode, LostMode, Mode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.said import Said
    from roce_audit.reading.statement import Statement

Taken: TypeAlias = "Mode | bool"
"""The mode that a statement opens; True if it acted at once, False if it is not ours."""

_SETTINGS = frozenset(
    {"logging", "log-update", "persistent", "helper", "match-local-traffic", "fqdn", "compiled"}
)
"""Words behind ``ip access-list`` that set something for all lists and filter nothing."""
_LIST_KINDS: Mapping[tuple[str, str], str] = {
    ("ip", "extended"): "extended",
    ("ip", "standard"): "standard",
    ("mac", "extended"): "mac",
}
_SHOWN: Mapping[tuple[str, ...], str] = {
    ("Extended", "IP", "access", "list"): "extended",
    ("Standard", "IP", "access", "list"): "standard",
    ("Extended", "MAC", "access", "list"): "mac",
    ("IPv6", "access", "list"): "ipv6",
}
_MOST_DIGITS = 11


def ip_list(xe: Xe, said: Said) -> Taken:
    """Take ``ip access-list ...``, ``ipv6 access-list ...`` and ``mac access-list ...``."""
    what, rest = said.words[0], said.words[2:]
    if what == "ip" and rest[:1] == ("resequence",):
        return _resequence(xe, said.statement, rest[1:])
    if rest[:1] == ("role-based",):
        return _by_tags(xe, said)
    if not rest or rest[0] in _SETTINGS:
        xe.book.no_effect += 1
        return True
    kind = "ipv6" if what == "ipv6" else _LIST_KINDS.get((what, rest[0]), "")
    name = rest[0] if what == "ipv6" or not kind else " ".join(rest[1:2])
    if not name:
        xe.book.doubt(said.statement.source, "a list without a name")
        return True
    if said.negated:
        drop_list(xe, FAMILIES[kind] if kind else Family.IPV4, name)
        xe.book.read += 1
        return True
    return _opened(xe, said.statement, kind, name)


def _opened(xe: Xe, statement: Statement, kind: str, name: str) -> Taken:
    fallback = "mac" if statement.words[0] == "mac" else "extended"
    acl = open_list(xe, kind or fallback, name, statement)
    if not kind:
        acl.broken = f"IOS has no {statement.text!r}: the word extended or standard is missing"
        xe.lost.append(statement)
    if acl.broken:
        xe.book.doubt(statement.source, acl.broken)
    else:
        xe.book.read += 1
    return ListMode(acl)


def _resequence(xe: Xe, statement: Statement, words: tuple[str, ...]) -> Taken:
    match words:
        case (name, start, step) if _is_number(start) and _is_number(step):
            acl = xe.lists.get((Family.IPV4.value, name))
            done = acl is not None and resequence(acl, int(start), int(step))
        case _:
            done = False
    if done:
        xe.book.read += 1
    else:
        xe.book.doubt(statement.source, "cannot be applied")
    return True


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < _MOST_DIGITS


def flat_list(xe: Xe, said: Said) -> Taken:
    """Take ``access-list N ...``; ``no access-list N``, whatever follows, deletes the list."""
    name, entry = " ".join(said.words[1:2]), said.words[2:]
    kind = kind_of_number(name)
    if name in ("dynamic-extended", "compiled"):
        xe.book.no_effect += 1
    elif not kind:
        xe.book.doubt(said.statement.source, "no list of that number is known")
        xe.lost.append(said.statement)
        return LostMode(said.statement)
    elif said.negated:
        drop_list(xe, FAMILIES[kind], name)
        xe.book.read += 1
    else:
        acl = open_list(xe, kind, name, said.statement)
        if entry:
            edit(xe, acl, said.statement, _unnumbered(entry))
    return True


def _unnumbered(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an entry; the flat form takes no number, so that one is no entry."""
    return ("number", *words) if words[0].isdecimal() else words


def group(xe: Xe, said: Said) -> Taken:
    """Take ``object-group KIND NAME``."""
    if len(said.words) != 3 or said.words[1] not in KINDS:  # noqa: PLR2004 - object-group, kind, name
        xe.book.doubt(said.statement.source, "unknown kind of object group")
        return False
    key = (said.words[1], said.words[2])
    known = xe.groups.get(key)
    xe.book.read += 1
    if said.negated:
        xe.groups.pop(key, None)
        return True
    if known is None or xe.replaces(known.dump):
        known = xe.groups[key] = Group(said.words[1], said.words[2], xe.dump)
    return GroupMode(known)


def arp_list(xe: Xe, said: Said) -> Taken:
    """Take ``arp access-list NAME``: ARP inspection looks at such lists, no RoCE packet does."""
    if not said.begins("arp", "access-list"):
        return False
    xe.book.no_effect += 1
    return IgnoredMode()


def _by_tags(xe: Xe, said: Said) -> Taken:
    """Take note of a list that acts on security group tags; see ``cts role-based enforcement``."""
    xe.book.doubt(said.statement.source, "the list acts on security group tags")
    return IgnoredMode()


def shown_list(xe: Xe, said: Said) -> Taken:
    """Take a header of show output: ``Extended IP access list NAME``."""
    if said.begins("Role-based", "IP", "access", "list"):
        return _by_tags(xe, said)
    if said.begins("Reflexive", "IP", "access", "list"):
        # Its entries come and go with sessions; the entry "evaluate" stands for them.
        xe.book.no_effect += 1
        return IgnoredMode()
    for beginning, kind in _SHOWN.items():
        name = said.words[len(beginning) :][:1]
        if said.begins(*beginning) and name and not said.negated:
            xe.book.read += 1
            return ListMode(open_list(xe, kind, name[0], said.statement, shown=True))
    return False
