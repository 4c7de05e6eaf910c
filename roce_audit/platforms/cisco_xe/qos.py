"""Class maps and policy maps as commands edit them, and what a class matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.boxes import EVERYTHING, Box, clip
from roce_audit.packets.fields import DSCP, ETHERTYPE, PCP, VLAN
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_xe.settings import YES
from roce_audit.platforms.cisco_xe.state import Policy
from roce_audit.reading.comparisons import named
from roce_audit.reading.doubts import line_doubt
from roce_audit.reading.marks import DSCPS, PRECEDENCES
from roce_audit.reading.number_list import number_list
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.statement import Statement

CLASS_DEFAULT = "class-default"
_IP: Ranges = ((ETHERTYPE_IPV4, ETHERTYPE_IPV4), (ETHERTYPE_IPV6, ETHERTYPE_IPV6))
_MARKS: Mapping[str, tuple[Mapping[str, int], int, int]] = {
    "dscp": (DSCPS, DSCP.top, 1),
    "precedence": (PRECEDENCES, 7, 8),
}
"""Names, largest value, and DSCPs per value of a mark in the IP header."""


def open_class_map(xe: Xe, statement: Statement, words: tuple[str, ...]) -> Policy | None:
    """Return the class map that ``class-map [match-any|match-all] NAME`` names."""
    names = [word for word in words if word not in ("match-any", "match-all")]
    return _open(xe, xe.classes, names, statement)


def open_policy_map(xe: Xe, statement: Statement, words: tuple[str, ...]) -> Policy | None:
    """Return the policy map that ``policy-map NAME`` names."""
    return _open(xe, xe.policies, list(words), statement)


def _open(
    xe: Xe, known: dict[str, Policy], names: list[str], statement: Statement
) -> Policy | None:
    if len(names) != 1:
        return None
    policy = known.get(names[0])
    if policy is None or xe.replaces(policy.dump):
        policy = known[names[0]] = Policy(statement, xe.dump)
    return policy


@dataclass(frozen=True, slots=True)
class ClassPart:
    """One alternative of a class.

    Attributes:
        box: Packets that it takes.
        acl: List that must permit them, if there is one.
    """

    box: Box
    acl: Filter | None = None


def class_parts(
    policy: Policy | None, name: str, filters: Mapping[FilterKey, Filter]
) -> tuple[ClassPart, ...]:
    """Return what a class takes, all alternatives together; empty for a class without match."""
    if name == CLASS_DEFAULT or policy is None:
        return (ClassPart(EVERYTHING),)
    each = [_match(statement, filters) for statement in policy.statements]
    if "match-any" in policy.header.words:
        return tuple(part for parts in each for part in parts)
    whole: tuple[ClassPart, ...] = (ClassPart(EVERYTHING),) if each else ()
    for parts in each:
        whole = tuple(
            both
            for one in whole
            for other in parts
            if (both := _both(policy.header, one, other)) is not None
        )
    return whole


def _both(header: Statement, one: ClassPart, other: ClassPart) -> ClassPart | None:
    box = clip(one.box, other.box)
    if box is None:
        return None
    if one.acl is not None and other.acl is not None:
        return ClassPart({**box, line_doubt(header, "two lists must match at once"): YES})
    return ClassPart(box, one.acl or other.acl)


def _match(statement: Statement, filters: Mapping[FilterKey, Filter]) -> tuple[ClassPart, ...]:
    try:
        return _understood(statement, filters)
    except ParseError as problem:
        return (ClassPart({line_doubt(statement, problem.reason): YES}),)


def match_reason(statement: Statement) -> str:
    """Return why a ``match`` statement is not understood; "" if it is."""
    try:
        _understood(statement, {})
    except ParseError as problem:
        return problem.reason
    return ""


def _understood(statement: Statement, filters: Mapping[FilterKey, Filter]) -> tuple[ClassPart, ...]:
    words = Words(statement.words, 1)
    if words.skip("any"):
        words.end()
        return (ClassPart(EVERYTHING),)
    if words.skip("access-group"):
        words.skip("name")
        name = words.take("a list")
        words.end()
        found = [filters[key] for key in ((f, name) for f in _FAMILIES) if key in filters]
        if not found:
            doubt = line_doubt(statement, f"list {name} is not defined")
            return (ClassPart({doubt: YES}),)
        return tuple(ClassPart(EVERYTHING, acl) for acl in found)
    if words.skip("cos"):
        return (ClassPart({PCP: _numbers(words, {}, PCP.top, 1)}),)
    if words.skip("vlan"):
        return (ClassPart({VLAN: number_list("".join(words.rest()), 4094, 1)}),)
    only_ipv4 = words.skip("ip")
    mark = _MARKS.get(words.take("a match"))
    if mark is None:
        raise ParseError(f"unknown match {' '.join(statement.words[1:])!r}")
    family = single(ETHERTYPE_IPV4) if only_ipv4 else _IP
    values = _numbers(words, *mark)
    return tuple(ClassPart({ETHERTYPE: (part,), DSCP: values}) for part in family)


_FAMILIES = ("ipv4", "ipv6", "mac")


def _numbers(words: Words, names: Mapping[str, int], top: int, width: int) -> Ranges:
    found: list[tuple[int, int]] = []
    while words.peek():
        low = named(words, names, top) * width
        found.append((low, low + width - 1))
    if not found:
        raise ParseError("no value follows")
    return normalise(found)
