"""Statements by their whole path: which section they are of, and what they do there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xr.bridging import bridge
from roce_audit.platforms.cisco_xr.extents import KINDS, PORT, Group
from roce_audit.platforms.cisco_xr.lists import FAMILIES, AccessList, edit, resequence
from roce_audit.platforms.cisco_xr.mode_words import kind_of
from roce_audit.platforms.cisco_xr.names import interface_name
from roce_audit.platforms.cisco_xr.ports import read_port_statement
from roce_audit.platforms.cisco_xr.qos import class_map, policy_map
from roce_audit.platforms.cisco_xr.state import Inherited, Port
from roce_audit.reading.interface_words import name_in
from roce_audit.reading.said import IGNORED, READ, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xr.state import Xr

_NO_LISTS = frozenset({"log-update", "maximum"})
"""Words behind ``access-list`` that are no names."""
_AMONG_OBJECTS = frozenset({"description", "exit"})
NOT_OURS = None


def apply(xr: Xr, said: Said) -> str | None:
    """Apply a statement with its whole path.

    Returns:
        ``READ``, ``IGNORED``, why it is not understood, ``ENTERED`` for an entry that is
        accounted for later, or None for a statement of a section that is not ours.
    """
    reader = _SECTIONS.get(said.words[0])
    return reader(xr, said) if reader else NOT_OURS


ENTERED = "entered"
"""The statement edits a list, which keeps its own account."""


def open_list(xr: Xr, said: Said) -> AccessList:
    """Return the list of a path; a later dump of the same list replaces it."""
    kind, _, name = said.words[:3]
    key = (FAMILIES[kind].value, name)
    known = xr.lists.get(key)
    if known is not None and not xr.replaces(known.dump):
        return known
    if known is not None:
        xr.book.read += len(known.entries)
    xr.lists[key] = AccessList(kind, name, said.statement, xr.dump)
    return xr.lists[key]


def _list(xr: Xr, said: Said) -> str | None:
    words = said.words
    if words[1:2] != ("access-list",):
        return NOT_OURS
    if len(words) < 3 or words[2] in _NO_LISTS:  # noqa: PLR2004 - kind, access-list, name
        return IGNORED
    if said.negated and len(words) == 3:  # noqa: PLR2004 - the whole list
        gone = xr.lists.pop((FAMILIES[words[0]].value, words[2]), None)
        xr.book.read += len(gone.entries) if gone else 0
        return READ
    acl = open_list(xr, said)
    if len(words) == 3:  # noqa: PLR2004 - a header
        return READ
    rest = words[3:]
    edit(xr.book, acl, said.statement, ("no", *rest) if said.negated else rest)
    return ENTERED


def _objects(xr: Xr, said: Said) -> str | None:
    words = said.words[1:]
    kind = words[0] if words[:1] == (PORT,) else words[1] if len(words) > 1 else ""
    at = 1 if kind == PORT else 2
    if kind not in KINDS or len(words) <= at:
        return "an object group of a kind that is not known"
    name, rest = words[at], words[at + 1 :]
    if said.negated and not rest:
        xr.objects.pop((kind, name), None)
        return READ
    group = xr.objects.get((kind, name))
    if group is None or xr.replaces(group.dump):
        group = xr.objects[kind, name] = Group(kind, name, xr.dump)
    if not rest:
        return READ
    if rest[0] in _AMONG_OBJECTS:
        return IGNORED
    return group.enter(said.statement, rest, negated=said.negated)


def port_of(xr: Xr, name: str, said: Said) -> Port:
    """Return an interface by name; a dump shows all of it, so a later one replaces it."""
    known = xr.ports.get(name)
    if known is None or xr.replaces(known.dump):
        known = xr.ports[name] = Port(name, said.statement, xr.dump)
    return known


def _interface(xr: Xr, said: Said) -> str | None:
    words = said.words[1:]
    if words[:1] == ("preconfigure",):
        words = words[1:]
    name, rest = name_in(words, interface_name)
    if not name:
        return "no interface is named"
    if said.negated and not rest:
        xr.ports.pop(name, None)
        return READ
    port = port_of(xr, name, said)
    return read_port_statement(port, Said(said.statement, rest, said.negated))


def _group(xr: Xr, said: Said) -> str | None:
    words = said.words
    if len(words) < 2:  # noqa: PLR2004 - group and its name
        return "no group is named"
    name, inner = words[1], words[2:]
    if not inner:
        if said.negated or not xr.typed:
            xr.groups.pop(name, None)
        if not said.negated:
            xr.groups.setdefault(name, [])
        return READ
    held = xr.groups.setdefault(name, [])
    each = Inherited(said.statement, inner, said.negated)
    if xr.typed:
        # What a person types again replaces what stood there.
        held[:] = [old for old in held if old.words != inner]
    held.append(each)
    return _told_in_group(said, inner)


def _told_in_group(said: Said, inner: tuple[str, ...]) -> str | None:
    """Return how a statement of a group would be taken where it holds."""
    if inner[0] == "interface":
        scratch = Port("", said.statement)
        return read_port_statement(scratch, Said(said.statement, inner[2:], said.negated))
    if inner[0] not in _SECTIONS or (inner[0] in FAMILIES and inner[1:2] != ("access-list",)):
        return NOT_OURS
    return READ if kind_of(inner) else "inheritance is followed for interfaces only"


def _apply_group(xr: Xr, said: Said) -> str | None:
    names = said.words[1:]
    if said.negated:
        for name in names or tuple(xr.applied):
            xr.applied.pop(name, None)
    else:
        xr.applied.update(dict.fromkeys(names))
    return READ


def _hostname(xr: Xr, _said: Said) -> str | None:
    xr.hostname = True
    return NOT_OURS


def _resequence(xr: Xr, said: Said) -> str | None:
    words = said.words
    if words[1:2] != ("access-list",) or not 4 <= len(words) <= 6:  # noqa: PLR2004 - with numbers or not
        return NOT_OURS
    acl = xr.lists.get((FAMILIES[words[2]].value, words[3])) if words[2] in FAMILIES else None
    if not all(word.isdecimal() and len(word) <= 10 for word in words[4:]):  # noqa: PLR2004 - digits
        return "not a number"
    numbers = [int(word) for word in words[4:]]
    start, step = (*numbers, *(10, 10)[len(numbers) :])
    if acl is None or not resequence(acl, start, step):
        return "there is no such list, or its numbers would not fit"
    return READ


_SECTIONS: Mapping[str, Callable[[Xr, Said], str | None]] = {
    "interface": _interface,
    **dict.fromkeys(FAMILIES, _list),
    "object-group": _objects,
    "l2vpn": bridge,
    "class-map": class_map,
    "policy-map": policy_map,
    "group": _group,
    "end-group": lambda _xr, _said: READ,
    "apply-group": _apply_group,
    "hostname": _hostname,
    "resequence": _resequence,
}
"""By the first word."""
