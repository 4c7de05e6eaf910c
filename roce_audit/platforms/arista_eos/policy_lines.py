"""Traffic policies as filters."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import normalise, without
from roce_audit.platforms.arista_eos.draft import YES, doubt_about, doubt_that, either_action
from roce_audit.platforms.arista_eos.ip_lines import IPV4, IPV6
from roce_audit.platforms.arista_eos.policy_grammar import PASSING
from roce_audit.platforms.arista_eos.policy_state import DEFAULTS, UNKNOWN_FAMILY
from roce_audit.reading.doubts import on_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.policy_state import (
        Condition,
        FieldSet,
        Match,
        Policy,
        TrafficPolicies,
    )

IP_PACKETS: tuple[Box, ...] = (IPV4.box, IPV6.box)
"""What a traffic policy looks at."""
_FAMILIES = {"ipv4": IP_PACKETS[:1], "ipv6": IP_PACKETS[1:]}
_DIVERTING = {
    "police": "limits the rate of the packets",
    "redirect": "sends the packets another way",
}


def policy_filter(policy: Policy, policies: TrafficPolicies) -> Filter:
    """Return a traffic policy as a filter; what no match takes passes."""
    last = [policy.defaults[name] for name in DEFAULTS if name in policy.defaults]
    return Filter(
        family=Family.MIXED,
        name=policy.name,
        lines=tuple(line for match in (*policy.matches, *last) for line in _lines(match, policies)),
        default=Action.PERMIT,
        source=policy.header.source,
        kind="traffic-policy",
        sees=IP_PACKETS,
    )


def _lines(match: Match, policies: TrafficPolicies) -> Iterator[Line]:
    if not match.family:
        for box in IP_PACKETS:
            for rule in either_action(match.header, box, UNKNOWN_FAMILY):
                yield Line(rule.action, rule.matches, match.header.source, match.name)
        return
    boxes = _boxes(match, policies)
    for action, doubt in _actions(match):
        limited = tuple(boxes if doubt is None else ({**box, doubt: YES} for box in boxes))
        yield Line(action, limited, match.header.source, match.name)


def _actions(match: Match) -> Iterator[tuple[Action, Doubt | None]]:
    """Yield what happens to packets of the match: first what may, last what must."""
    verbs = {words[0]: statement for words, statement in match.actions.items()}
    if "drop" in verbs:
        yield Action.DENY, None
        return
    for verb, statement in verbs.items():
        if verb in _DIVERTING:
            yield Action.DENY, doubt_that(statement, f"match {match.name} {_DIVERTING[verb]}")
        elif verb not in PASSING:
            reason = f"the action {verb!r} is not understood"
            yield Action.PERMIT, doubt_about(statement, reason)
            yield Action.DENY, Doubt(f"{statement.file} line {statement.line}, as deny", reason)
            return
    yield Action.PERMIT, None


def _boxes(match: Match, policies: TrafficPolicies) -> list[Box]:
    """Return the packets of a match: alternatives inside a group, all groups together."""
    groups: dict[str, list[Box]] = {}
    for condition in match.conditions.values():
        groups.setdefault(condition.group, []).extend(_alternatives(condition, policies))
    boxes: list[Box] = list(_FAMILIES[match.family])
    for alternatives in groups.values():
        pairs = product(boxes, alternatives)
        boxes = [box for one, other in pairs if (box := clip(one, other)) is not None]
    return boxes


def _alternatives(condition: Condition, policies: TrafficPolicies) -> list[Box]:
    found: list[Box] = [condition.box]
    for field, kind, names in condition.sets:
        choices: list[Box] = [
            {field: values} if isinstance(values, tuple) else {on_side(values, field): YES}
            for values in _values(policies, kind, names)
        ]
        found = [{**box, **choice} for box in found for choice in choices]
    if not condition.reason:
        return found
    doubt = doubt_about(condition.statement, condition.reason)
    return [{**box, doubt: YES} for box in found]


def _values(
    policies: TrafficPolicies, kind: str, names: tuple[str, ...]
) -> Iterator[Ranges | Doubt]:
    """Yield the values of field sets together, and the doubts about those that may hold any."""
    known: list[tuple[int, int]] = []
    for name in names:
        found = policies.sets.get((kind, name))
        reason = _unclear(found)
        if found is None or reason:
            yield Doubt(f"field-set {name}", f"field-set {name} {reason}")
            continue
        include = normalise(part for values in found.include.values() for part in values)
        exclude = normalise(part for values in found.exclude.values() for part in values)
        known += without(include, exclude)
    if known:
        yield normalise(known)


def _unclear(found: FieldSet | None) -> str:
    if found is None:
        return "is not defined"
    if found.reason:
        return f"is not understood ({found.reason})"
    if not found.include:
        return "names nothing to include" if found.exclude else "is empty"
    return ""
