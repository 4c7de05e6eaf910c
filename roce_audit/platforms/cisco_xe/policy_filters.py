"""Policy maps that may limit packets, as filters: only policers and drops count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_xe.qos import CLASS_DEFAULT, class_parts
from roce_audit.platforms.cisco_xe.settings import YES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roce_audit.model.acl import FilterKey
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.statement import Statement

_DEEPEST = 3
"""Policy maps within policy maps that the device allows."""


def limiting(xe: Xe, name: str, depth: int = 0) -> Statement | None:
    """Return the first statement of a policy map by which packets may be dropped."""
    policy = xe.policies.get(name)
    if policy is None or depth > _DEEPEST:
        return None
    for statements in policy.classes.values():
        found = _limit(xe, statements, depth)
        if found is not None:
            return found
    return None


def _limit(xe: Xe, statements: Sequence[Statement], depth: int) -> Statement | None:
    for statement in statements:
        verb = statement.words[0]
        if verb == "drop" or (verb == "police" and not _only_marks(statements)):
            return statement
        if verb == "service-policy":
            found = limiting(xe, statement.words[-1], depth + 1)
            if found is not None:
                return found
    return None


def _only_marks(statements: Sequence[Statement]) -> bool:
    """Whether a policer says what happens beyond its rate, and that is no drop."""
    words = [word for statement in statements for word in statement.words]
    return "exceed-action" in words and "drop" not in words


def policy_filter(xe: Xe, name: str, filters: Mapping[FilterKey, Filter]) -> Filter:
    """Return a policy map as a filter in which limited classes may drop.

    Args:
        xe: The device.
        name: Of a policy map that exists.
        filters: The access lists that class maps may look at.
    """
    policy = xe.policies[name]
    lines: list[Line] = []
    for class_name, statements in policy.classes.items():
        limit = _limit(xe, statements, 0)
        if class_name not in xe.classes and class_name != CLASS_DEFAULT and limit is None:
            continue
        parts = class_parts(xe.classes.get(class_name), class_name, filters)
        where = limit or policy.header
        for part in parts:
            if limit is not None:
                doubt: Box = EVERYTHING if limit.words[0] == "drop" else {_rate(limit): YES}
                lines += _taken(Action.DENY, {**part.box, **doubt}, part.acl, where)
            lines += _taken(Action.PERMIT, part.box, part.acl, where)
    return Filter(
        family=Family.MIXED,
        name=f"policy-map {name}",
        lines=tuple(lines),
        default=Action.PERMIT,
        source=policy.header.source,
        kind="policy-map",
    )


def _rate(limit: Statement) -> Doubt:
    reason = f"line {limit.line} limits the rate"
    return Doubt(f"{limit.file} line {limit.line}", reason)


def _taken(action: Action, box: Box, acl: Filter | None, where: Statement) -> Iterator[Line]:
    if acl is None:
        yield Line(action, (box,), where.source)
        return
    called = tuple(
        replace(line, action=Action.RETURN if line.action is Action.DENY else action)
        for line in acl.lines
    )
    yield Line(Call(called), (box,), where.source)
