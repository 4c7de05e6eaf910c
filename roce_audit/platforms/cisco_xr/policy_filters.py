"""Policy maps that may limit packets, as filters: only policers and drops count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import DSCP, ETHERTYPE, PCP, Doubt
from roce_audit.packets.ranges import Ranges, complement, normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_xr.settings import YES
from roce_audit.reading.comparisons import named
from roce_audit.reading.marks import DSCPS, PRECEDENCES
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.platforms.cisco_xr.state import Xr
    from roce_audit.reading.statement import Statement

_NO_NAMES: Mapping[str, int] = {}
CLASS_DEFAULT = "class-default"
_DEEPEST = 3
_PER_PRECEDENCE = 8
_TOP_PRECEDENCE = 7
_IP: Ranges = ((ETHERTYPE_IPV4, ETHERTYPE_IPV4), (ETHERTYPE_IPV6, ETHERTYPE_IPV6))
_VERSIONS: Mapping[str, Ranges] = {"ipv4": single(ETHERTYPE_IPV4), "ipv6": single(ETHERTYPE_IPV6)}


def limiting(xr: Xr, name: str, depth: int = 0) -> Statement | None:
    """Return the first statement of a policy map by which packets may be dropped."""
    policy = xr.policies.get(name)
    if policy is None or depth > _DEEPEST:
        return None
    for held in policy.classes.values():
        found = _limit(xr, held, depth)
        if found is not None:
            return found
    return None


def _limit(
    xr: Xr, held: Sequence[tuple[tuple[str, ...], Statement]], depth: int
) -> Statement | None:
    said = [word for words, _ in held for word in words]
    marks = "exceed-action" in said and "drop" not in said
    for words, statement in held:
        if words[0] == "drop" or (words[0] == "police" and not marks):
            return statement
        if words[0] == "service-policy":
            found = limiting(xr, words[-1], depth + 1)
            if found is not None:
                return found
    return None


def policy_filter(xr: Xr, name: str) -> Filter:
    """Return a policy map that exists as a filter in which limited classes may drop."""
    policy = xr.policies[name]
    lines: list[Line] = []
    for class_name, held in policy.classes.items():
        limit = _limit(xr, held, 0)
        part = _part(xr, class_name)
        where = limit or policy.header
        if limit is not None:
            reason = f"line {limit.line} limits the rate"
            doubt = Doubt(f"{limit.file} line {limit.line}", reason)
            boxes = tuple({**box, doubt: YES} for box in part.boxes)
            lines.append(Line(Action.DENY, boxes, where.source))
        if part.exact and part.boxes:
            lines.append(Line(Action.PERMIT, part.boxes, where.source))
    return Filter(
        family=Family.MIXED,
        name=f"policy-map {name}",
        lines=tuple(lines),
        default=Action.PERMIT,
        source=policy.header.source,
        kind="policy-map",
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The packets of a class: at most those of ``boxes``, all of them if ``exact``."""

    boxes: tuple[Box, ...]
    exact: bool


def _part(xr: Xr, name: str) -> _Part:
    if name == CLASS_DEFAULT:
        return _Part((EVERYTHING,), exact=True)
    known = xr.classes.get(name)
    if known is None:
        return _Part((EVERYTHING,), exact=False)
    matches = [words for words in known.statements if words != ("match-all",)]
    found = [_match(words) for words in matches]
    if known.statements[:1] == [("match-all",)] and len(matches) > 1:
        widest = next((boxes for boxes in found if boxes is not None), (EVERYTHING,))
        return _Part(widest, exact=False)
    if any(boxes is None for boxes in found):
        return _Part((EVERYTHING,), exact=False)
    return _Part(tuple(box for boxes in found for box in boxes or ()), exact=True)


def _match(words: tuple[str, ...]) -> tuple[Box, ...] | None:
    """Return the packets of one match; None if they are not known."""
    cursor = Words(words)
    inverted = bool(cursor.skip("not"))
    kind = cursor.peek()
    if kind not in ("dscp", "precedence", "cos"):
        return None
    cursor.take()
    version = _VERSIONS.get(cursor.skip(*_VERSIONS), _IP)
    try:
        values = _values(cursor, kind)
    except ParseError:
        return None
    field = PCP if kind == "cos" else DSCP
    if inverted:
        values = complement(values, field.top)
        if kind != "cos":
            return None
    if not values:
        return ()
    return ({PCP: values},) if kind == "cos" else ({ETHERTYPE: version, DSCP: values},)


def _values(words: Words, kind: str) -> Ranges:
    parts: list[tuple[int, int]] = []
    while words.peek():
        low, dash, high = words.peek().partition("-")
        if dash and low.isdecimal() and high.isdecimal():
            words.take()
            first, last = Words((low,)).number(DSCP.top), Words((high,)).number(DSCP.top)
        elif kind == "dscp":
            first = last = named(words, DSCPS, DSCP.top)
        else:
            names = PRECEDENCES if kind == "precedence" else _NO_NAMES
            first = last = named(words, names, _TOP_PRECEDENCE)
        parts.append((min(first, last), max(first, last)))
    if kind == "precedence":
        width = _PER_PRECEDENCE
        parts = [(low * width, high * width + width - 1) for low, high in parts]
    return normalise((low, high) for low, high in parts)
