"""What interfaces inherit from groups, once the configuration is read to the end."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_xr.names import interface_name
from roce_audit.platforms.cisco_xr.ports import read_port_statement
from roce_audit.platforms.cisco_xr.state import Port
from roce_audit.reading.guard import BOTH, Guard
from roce_audit.reading.said import IGNORED, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.cisco_xr.state import Inherited, Xr

_MOST_SIGNS = 200
_MOST_LOOPS = 4
"""Repetitions in a pattern: more could take long to try."""
_UNSAID: tuple[object, ...] = (None, "", {})


@lru_cache(maxsize=65536)
def matches(pattern: str, name: str) -> bool | None:
    """Return whether a group's pattern is for a name; None if that is not certain.

    It is certain where the pattern fits the whole name, or no part of it.
    """
    text = pattern.strip("'\"")
    if interface_name(text) == name:
        return True
    loops = text.count("*") + text.count("+") + text.count("{")
    if len(text) > _MOST_SIGNS or loops > _MOST_LOOPS or re.search(r"\)[*+{]|\(\?", text):
        return None
    try:
        compiled = re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return None
    if compiled.fullmatch(name):
        return True
    return None if compiled.search(name) else False


def with_groups(xr: Xr) -> dict[str, Port]:
    """Return the interfaces with what they inherit and do not say themselves."""
    if not any(xr.groups.values()):
        return dict(xr.ports)
    return {name: _inheriting(xr, port) for name, port in xr.ports.items()}


def _inheriting(xr: Xr, port: Port) -> Port:
    names = [n for n in {**port.groups, **xr.applied} if n not in port.excluded]
    merged = port
    for name in names:
        base = _scratch(port)
        for each, certain in _fitting(xr.groups.get(name, ()), port):
            said = Said(each.statement, each.words[2:], each.negated)
            told = read_port_statement(base if certain else _scratch(port), said)
            if not certain and told != IGNORED:
                base.guards[f"group {name}"] = _open(name, each)
        merged = _merged(merged, base)
    return merged


def _scratch(port: Port) -> Port:
    return Port(port.name, port.header, circuit=port.circuit)


def _fitting(held: tuple[()] | list[Inherited], port: Port) -> Iterator[tuple[Inherited, bool]]:
    """Yield the statements of a group that are for an interface, and whether that is certain."""
    for each in held:
        words = each.words
        if words[0] != "interface" or len(words) < 3:  # noqa: PLR2004 - a pattern and a statement
            continue
        if words[2] == "l2transport" and not port.circuit:
            continue
        found = matches(words[1], port.name)
        if found is not False:
            yield each, found is True


def _open(name: str, each: Inherited) -> Guard:
    line = each.statement.line
    reason = f"line {line}: it is not certain whether group {name} holds here"
    return Guard(reason, each.statement, (EVERYTHING,), directions=BOTH)


def _merged(port: Port, base: Port) -> Port:
    """Return ``port`` with what only ``base`` says."""
    merged = replace(port)
    for field in fields(Port):
        own, other = getattr(port, field.name), getattr(base, field.name)
        if isinstance(own, dict) and field.name != "addresses":
            setattr(merged, field.name, {**other, **own})
        elif own in _UNSAID or (own is False and field.name != "shutdown"):
            setattr(merged, field.name, other)
    return merged


def broken_lists(xr: Xr) -> None:
    """Mark access lists that may inherit entries: which, and where, is not followed."""
    for name in xr.applied:
        for each in xr.groups.get(name, ()):
            if each.words[1:2] != ("access-list",) or len(each.words) < 4:  # noqa: PLR2004 - an entry
                continue
            for acl in xr.lists.values():
                if acl.kind == each.words[0] and matches(each.words[2], acl.name) is not False:
                    acl.broken = f"it may inherit line {each.statement.line} from group {name}"
