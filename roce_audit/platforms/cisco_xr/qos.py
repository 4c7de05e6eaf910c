"""Class maps and policy maps: only what may drop or limit packets counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import DSCP, ETHERTYPE, PCP, Doubt
from roce_audit.packets.ranges import Ranges, complement, normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_xr.said import IGNORED, READ
from roce_audit.platforms.cisco_xr.settings import YES
from roce_audit.platforms.cisco_xr.state import Policy
from roce_audit.platforms.cisco_xr.tables import DSCPS, PRECEDENCES
from roce_audit.platforms.cisco_xr.values import named
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.platforms.cisco_xr.said import Said
    from roce_audit.platforms.cisco_xr.state import Xr
    from roce_audit.reading.statement import Statement

CLASS_DEFAULT = "class-default"
_DEEPEST = 3
_PER_PRECEDENCE = 8
_TOP_PRECEDENCE = 7
_IP: Ranges = ((ETHERTYPE_IPV4, ETHERTYPE_IPV4), (ETHERTYPE_IPV6, ETHERTYPE_IPV6))
_VERSIONS: Mapping[str, Ranges] = {"ipv4": single(ETHERTYPE_IPV4), "ipv6": single(ETHERTYPE_IPV6)}


def class_map(xr: Xr, said: Said) -> str:
    """Apply a statement of a class map, given with its whole path."""
    words = list(said.words[1:])
    if words[:1] == ["type"]:
        return IGNORED
    all_of = words[:1] == ["match-all"]
    if words[:1] in (["match-all"], ["match-any"]):
        words = words[1:]
    if not words:
        return "no class is named"
    if said.negated and len(words) == 1:
        xr.classes.pop(words[0], None)
        return READ
    known = xr.classes.get(words[0])
    if known is None or xr.replaces(known.dump):
        known = xr.classes[words[0]] = Policy(said.statement, xr.dump)
        known.statements += [("match-all",)] if all_of else []
    match words[1:]:
        case ("match", *rest) if said.negated:
            known.statements = [each for each in known.statements if each != tuple(rest)]
        case ("match", *rest):
            known.statements.append(tuple(rest))
        case _:
            pass
    return READ


def policy_map(xr: Xr, said: Said) -> str:
    """Apply a statement of a policy map, given with its whole path."""
    words = said.words[1:]
    if words[:2] == ("type", "qos"):
        words = words[2:]
    if not words or words[0] == "type":
        return IGNORED
    if said.negated and len(words) == 1:
        xr.policies.pop(words[0], None)
        return READ
    known = xr.policies.get(words[0])
    if known is None or xr.replaces(known.dump):
        known = xr.policies[words[0]] = Policy(said.statement, xr.dump)
    if words[1:2] == ("class",) and len(words) > 2:  # noqa: PLR2004 - class and its name
        _in_class(known, said, words[2], words[3:])
    return READ


def _in_class(policy: Policy, said: Said, name: str, words: tuple[str, ...]) -> None:
    if said.negated and not words:
        policy.classes.pop(name, None)
        return
    held = policy.classes.setdefault(name, [])
    if said.negated:
        held[:] = [each for each in held if each[0][: len(words)] != words]
    elif words:
        held.append((words, said.statement))


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
            names = PRECEDENCES if kind == "precedence" else {}
            first = last = named(words, names, _TOP_PRECEDENCE)
        parts.append((min(first, last), max(first, last)))
    if kind == "precedence":
        width = _PER_PRECEDENCE
        parts = [(low * width, high * width + width - 1) for low, high in parts]
    return normalise((low, high) for low, high in parts)
