"""A fault found by its path in the data, and the problem with file and line that it becomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from roce_audit.errors import Problem
from roce_audit.inventory.keypath import HIDDEN, Loc, is_hidden, key_path, shown

if TYPE_CHECKING:
    from roce_audit.inventory.node import Mark, Node


class At(Enum):
    """What is wrong at a path."""

    VALUE = auto()
    KEY = auto()
    ABSENT = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        loc: Keys and indices from the top; for ``At.ABSENT`` the last one is the absent key.
        reason: A phrase that follows the shown value, such as "is not a VLAN".
        suggestion: What to write instead, or empty.
        at: Whether the value, its key or an absent key is meant.
        other: Path of the value that this one contradicts; its path and line end the reason.
    """

    loc: Loc
    reason: str
    suggestion: str = ""
    at: At = At.VALUE
    other: Loc = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a path leads; ``steps`` are those that exist, ``key`` where the last one is named."""

    node: Node
    key: Mark
    steps: Loc


def problem(file: str, root: Node, fault: Fault) -> Problem:
    """Return a fault as the user sees it."""
    place = _follow(root, fault.loc)
    steps, mark = place.steps, place.node.mark
    if fault.at is At.ABSENT:
        steps = (*steps, fault.loc[-1])
    if fault.at is not At.VALUE or not isinstance(place.node.value, str | list):
        mark = place.key
    reason = fault.reason
    if fault.other:
        other = _follow(root, fault.other)
        reason += f" {key_path(other.steps)} (line {other.key.line})"
    value = _value(place) if fault.at is At.VALUE else ""
    if fault.at is At.VALUE and place.node.value is None:
        reason = "has no value"
    return Problem(file, *mark, key_path(steps), value, reason, fault.suggestion)


def _follow(root: Node, loc: Loc) -> _Place:
    """Go as far as the path exists: a single value may stand where the model has a list."""
    node, key, steps = root, root.mark, list[str | int]()
    for step in loc:
        if isinstance(node.value, dict) and isinstance(step, str) and step in node.value:
            key, node = node.keys[step], node.value[step]
        elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            key = node.mark
        elif isinstance(step, int) and not isinstance(node.value, list):
            continue
        else:
            break
        steps.append(step)
    return _Place(node, key, tuple(steps))


def _value(place: _Place) -> str:
    value = place.node.value
    if value is None:
        return ""
    if is_hidden(place.steps):
        return HIDDEN
    if isinstance(value, str):
        return shown(value)
    return "a list" if isinstance(value, list) else "a mapping"
