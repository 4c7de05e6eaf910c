"""Tables and their rules as filters: lines in the order tried, open questions included."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Direction, Family, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.sonic.actions import Does
from roce_audit.platforms.sonic.rules import Rule, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.platforms.sonic.acl_tables import AclTable

_MOST_PAIRS = 40_000
"""Pairs of equal priority compared one by one; beyond that all are taken to overlap."""
_STAGE_WORDS = {Direction.IN: "ingress", Direction.OUT: "egress"}


def filter_of(table: AclTable, rules: Iterable[Rule], broken: SourceRef | None) -> Filter:
    """Return the filter of a table.

    Args:
        table: The table.
        rules: Its rules, in any order.
        broken: Where the text that should hold all rules is broken; None if it is whole.
    """
    ordered = sorted(rules, key=lambda rule: (-rule.priority, rule.name))
    lines = _inert(ordered) if table.inactive else tuple(_lines(ordered))
    if table.doubts:
        asked: Box = {doubt: single(1) for doubt in table.doubts}
        lines = tuple(_asked(line, asked) for line in lines)
    if broken is not None:
        lines = (*_anything(table, broken), *lines)
    return Filter(
        family=Family.MIXED,
        name=table.name,
        lines=lines,
        default=Action.PERMIT,
        source=_source(table, ordered),
        default_doubt=_default_doubt(table),
        kind=_kind(table),
        tag=table.type_name,
    )


def _source(table: AclTable, rules: list[Rule]) -> SourceRef:
    if table.entry is not None:
        return table.entry.source
    file = rules[0].entry.file if rules else ""
    return SourceRef(file, None, f"table {table.name} is not in the file")


def _kind(table: AclTable) -> str:
    if table.entry is None:
        return "ACL table"
    told = f"{table.type_name or 'no type'}, {_STAGE_WORDS[table.stage]}"
    return f"ACL table ({told}, does nothing)" if table.inactive else f"ACL table ({told})"


def _default_doubt(table: AclTable) -> Doubt | None:
    if not table.foreign or table.inactive:
        return None
    return Doubt(
        f"end of {table.name}",
        f"on Enterprise images {table.name} may drop what no rule takes",
    )


def _inert(rules: Iterable[Rule]) -> tuple[Line, ...]:
    """Return the rules of a table that does nothing: none of them takes a packet."""
    return tuple(Line(_action(rule), (), rule.entry.source, rule.name) for rule in rules)


def _action(rule: Rule) -> Action:
    return Action.DENY if rule.deed.does is Does.DROP else Action.PERMIT


def _asked(line: Line, asked: Box) -> Line:
    boxes = tuple({**box, **asked} for box in line.matches)
    return Line(line.action, boxes, line.source, line.label)


def _anything(table: AclTable, broken: SourceRef) -> Iterator[Line]:
    """Yield lines for rules that could not be read: they may do anything."""
    told = f"the text is broken at line {broken.line}, so rules of {table.name} may be missing"
    for action in (Action.DENY, Action.PERMIT):
        doubt = Doubt(f"{action} rules missing of {table.name}", told)
        yield Line(action, ({doubt: single(1)},), broken)


def _lines(rules: list[Rule]) -> Iterator[Line]:
    for _, group in groupby(rules, key=lambda rule: rule.priority):
        same = list(group)
        rivals = list(_rivals(same))
        yield from rivals
        # Where the order is open, the doubted drops are first, so that permits come next.
        for rule in sorted(same, key=_action, reverse=True) if rivals else same:
            yield from _lines_of(rule)


def _lines_of(rule: Rule) -> Iterator[Line]:
    source = rule.entry.source
    if rule.standing is Standing.OPEN:
        told = f"{rule.entry.key} (line {rule.entry.line}) is not understood: {rule.reason}"
        for action in (Action.DENY, Action.PERMIT):
            asked: Box = {Doubt(f"{rule.entry.key} may {action}", told): single(1)}
            yield Line(action, (asked,), source, rule.name)
        return
    if rule.deed.does is Does.LIMIT and rule.boxes:
        told = f"{rule.entry.key} (line {rule.entry.line}) limits the rate"
        asked = {Doubt(f"rate of {rule.entry.key}", told): single(1)}
        yield Line(Action.DENY, tuple({**box, **asked} for box in rule.boxes), source, rule.name)
    yield Line(_action(rule), rule.boxes, source, rule.name)


def _rivals(same: list[Rule]) -> Iterator[Line]:
    """Yield lines for drops that may be tried before the permits of the same priority."""
    permits = [rule for rule in same if rule.boxes and _action(rule) is Action.PERMIT]
    denies = [rule for rule in same if rule.boxes and _action(rule) is Action.DENY]
    if not (permits and denies):
        return
    compare = len(permits) * len(denies) <= _MOST_PAIRS
    for rule in denies:
        rival = next((each for each in permits if not compare or _overlap(each, rule)), None)
        if rival is None:
            continue
        told = (
            f"{rule.entry.key} (line {rule.entry.line}) and {rival.entry.key} (line "
            f"{rival.entry.line}) have the same priority, and which is tried first is not defined"
        )
        asked: Box = {Doubt(f"{rule.entry.key} before others of its priority", told): single(1)}
        boxes = tuple({**box, **asked} for box in rule.boxes)
        yield Line(Action.DENY, boxes, rule.entry.source, rule.name)


def _overlap(one: Rule, other: Rule) -> bool:
    return any(clip(left, right) is not None for left in one.boxes for right in other.boxes)
