"""Policy maps and class maps: which packets of a port they limit, drop or divert."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.arista_eos.draft import YES, doubt_that
from roce_audit.platforms.arista_eos.model_state import ServiceClass
from roce_audit.platforms.arista_eos.port_edit import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement

_QUIET = frozenset({"set", "count", "shape", "bandwidth", "random-detect", "exit"})
_REASONS = {
    "police": "the policy map limits the rate of the class",
    "drop": "the policy map drops the class",
    "set": "the policy map sends the class another way",
}


def edit_policy_map(eos: Eos, statement: Statement) -> None:
    """Apply ``policy-map [type T] NAME``."""
    eos.book.read += 1
    found: list[ServiceClass] = []
    for child in statement.children:
        eos.book.read += 1
        words = child.words[1:] if child.words[0].isdecimal() else child.words
        if words[:1] and words[0] in _REASONS:
            found.append(ServiceClass("", child))
        found += [
            ServiceClass(child.words[-1], action)
            for action in child.children
            if _may_hold_back(eos, action)
        ]
    name = statement.words[-1]
    # What an earlier block of the map holds stays: taking it back is not followed.
    eos.services[name] = (*eos.services.get(name, ()), *found)


def _may_hold_back(eos: Eos, action: Statement) -> bool:
    """Count an action; return whether it may limit, drop or divert the packets of its class."""
    if _acts(action):
        eos.book.read += 1
        return True
    if action.words[0] in _QUIET:
        eos.book.no_effect += 1
        return False
    eos.book.doubt(action.source, f"unknown action {action.words[0]!r}")
    return True


def _acts(action: Statement) -> bool:
    words = action.words
    if words[0] == "set":
        return words[1:2] != () and words[1].startswith("nexthop")
    return words[0] in _REASONS


def edit_class_map(eos: Eos, statement: Statement) -> None:
    """Apply ``class-map type T match-any NAME``."""
    eos.book.read += 1
    keys: list[FilterKey] = []
    others = False
    for child in statement.children:
        words = [word for word in child.words if not word.isdecimal()]
        if len(words) == 4 and words[0] == "match" and words[2] == "access-group":  # noqa: PLR2004 - match ip access-group NAME
            keys.append((FAMILIES.get(words[1], words[1]), words[3]))
        else:
            others = True
        eos.book.read += 1
    name = statement.words[-1]
    known = eos.class_lists.get(name)
    picked = () if others or known == () else (*(known or ()), *keys)
    eos.class_lists[name] = picked


def service_lines(eos: Eos, name: str, filters: Mapping[FilterKey, Filter]) -> Iterator[Line]:
    """Yield a line for each class of policy map ``name`` that may hold packets back."""
    for each in eos.services.get(name, ()):
        reason = _REASONS.get(each.statement.words[0], "its effect is not known")
        doubt = doubt_that(each.statement, reason)
        boxes = _picked(eos, each.name, filters)
        yield Line(Action.DENY, tuple({**box, doubt: YES} for box in boxes), each.statement.source)


def _picked(eos: Eos, name: str, filters: Mapping[FilterKey, Filter]) -> tuple[Box, ...]:
    """Return at least the packets of a class: what its lists permit, else everything."""
    keys = eos.class_lists.get(name, ())
    if not keys or any(key not in filters for key in keys):
        return (EVERYTHING,)
    return tuple(
        box
        for key in keys
        for line in filters[key].lines
        if line.action is Action.PERMIT
        for box in line.matches
    )
