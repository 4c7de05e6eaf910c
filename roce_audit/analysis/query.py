"""One question about one device: by filter name, or by where packets enter and leave."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import Outcome, Verdict, decisions, verdict_of
from roce_audit.errors import NotThere, UsageError
from roce_audit.model.acl import Action, Family, Filter
from roce_audit.model.path import Passage, Route, Stage
from roce_audit.packets.boxes import EVERYTHING, Box, clip
from roce_audit.packets.fields import ETHERTYPE, Dimension, Doubt
from roce_audit.packets.holes import MOST_OF_ALL, MOST_RANGES, Holes, has_holes, listed
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, REGIONS, ROCE, Traffic

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.model.device import Device

_FAMILY_SEES: dict[Family, tuple[Box, ...]] = {
    Family.IPV4: ({ETHERTYPE: single(ETHERTYPE_IPV4)},),
    Family.IPV6: ({ETHERTYPE: single(ETHERTYPE_IPV6)},),
    Family.MAC: (EVERYTHING,),
    Family.MIXED: (EVERYTHING,),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        filter: Name of a filter, or "" to ask about a passage.
        passage: Where packets enter and leave; ignored if a filter is named.
        traffic: Kinds of packets, in the order of the answers.
        narrow: What else is known of the packets.
    """

    filter: str = ""
    passage: Passage = field(default_factory=Passage)
    traffic: tuple[Traffic, ...] = ROCE
    narrow: Box = field(default_factory=dict[Dimension, Ranges])


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered for one kind of traffic.

    Attributes:
        traffic: The kind.
        verdict: The one word.
        region: The packets asked about.
        outcomes: Disjoint; they fill the question. Empty if ``reason`` says it all.
        reason: Why the verdict holds whatever the filters say, as a sentence; "" if they decide.
        notes: What else a reader must know, as sentences.
    """

    traffic: Traffic
    verdict: Verdict
    region: Box
    outcomes: tuple[Outcome, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()


def ask(
    device: Device, question: Question, route: Callable[[Device, Passage], Route]
) -> list[Answer]:
    """Return one answer for each kind of traffic asked about.

    Kinds that contradict ``question.narrow`` (an IPv6 source and IPv4 traffic) are left out.

    Raises:
        NotThere: The device has no such filter, interface or VLAN.
        UsageError: No kind is left.
    """
    way = _by_name(device, question.filter) if question.filter else route(device, question.passage)
    answers: list[Answer] = []
    for traffic in question.traffic:
        region = clip(question.narrow, REGIONS[traffic])
        if region is not None:
            answers.append(judge(way, traffic, region))
    if not answers:
        kinds = ", ".join(question.traffic)
        raise UsageError(f"no packet of {kinds} has the addresses asked about")
    return answers


def judge(way: Route, traffic: Traffic, region: Box) -> Answer:
    """Return what happens to the packets of ``region`` on a way through a device."""
    obstacle = way.blocked.get(traffic)
    if obstacle is not None and obstacle.doubt is None:
        return Answer(traffic, Verdict.DENY, region, (), obstacle.reason, way.notes)
    narrowed = clip(way.narrow, region)
    if narrowed is None:
        return Answer(traffic, Verdict.DENY, region, (), "no such packet takes this way", way.notes)
    found, verdict, notes = _decided(way, narrowed)
    doubts = way.doubts if obstacle is None else (*way.doubts, obstacle.doubt)
    open_questions = tuple(doubt for doubt in doubts if doubt is not None)
    if open_questions:
        found = tuple(_doubted(each, open_questions) for each in found)
        verdict = verdict_of(found)
    if obstacle is not None:
        notes = (*notes, obstacle.reason)
    return Answer(traffic, verdict, narrowed, found, "", notes)


EXAMPLES_ONLY = "too many sets of packets to list: each deciding line is shown with one of its own"
MOST_LISTED = 500
"""Sets of packets that are listed in full before only the deciding lines are shown."""


def _decided(way: Route, region: Box) -> tuple[tuple[Outcome, ...], Verdict, tuple[str, ...]]:
    known = decisions(way.stages, region, few=MOST_LISTED)
    if any(isinstance(doubt, Holes) for each in known.found for doubt in each.doubts):
        known = decisions(_spelled_out(way.stages, region), region, few=MOST_LISTED)
    notes = way.notes if known.fills else (*way.notes, EXAMPLES_ONLY)
    return known.found, known.verdict, notes


def _spelled_out(stages: tuple[Stage, ...], region: Box) -> tuple[Stage, ...]:
    """Return ``stages`` with masks of many holes as the values they have in ``region``."""
    count = sum(has_holes(line.matches) for stage in stages for line in stage.filter.lines)
    most = min(MOST_RANGES, MOST_OF_ALL // max(count, 1))
    told: list[Stage] = []
    for stage in stages:
        lines = tuple(
            replace(line, matches=listed(line.matches, region, most))
            if has_holes(line.matches)
            else line
            for line in stage.filter.lines
        )
        told.append(replace(stage, filter=replace(stage.filter, lines=lines)))
    return tuple(told)


def _doubted(outcome: Outcome, doubts: tuple[Doubt, ...]) -> Outcome:
    if Action.PERMIT not in outcome.actions:
        return outcome
    both = frozenset({Action.PERMIT, Action.DENY})
    return replace(outcome, actions=both, doubts=(*outcome.doubts, *doubts))


def _by_name(device: Device, name: str) -> Route:
    found = filters_named(device, name)
    if not found:
        known = ", ".join(sorted({key[1] for key in device.filters})) or "none"
        raise NotThere(f"{device.name} has no filter {name!r}; it has {known}")
    stages = tuple(Stage(acl, _seen_by(device, acl)) for acl in found)
    return Route(stages)


def filters_named(device: Device, name: str) -> list[Filter]:
    """Return the filters that a person means by ``name``.

    The exact name in any family, else those whose last words it is: one that does something, or
    several that see different packets (the same name for each IP version).
    """
    exact = [acl for acl in device.filters.values() if acl.name == name]
    if exact:
        return exact
    words = name.split()
    last = [acl for acl in device.filters.values() if acl.name.split()[-len(words) :] == words]
    acting = [acl for acl in last if not _permits_all(acl)] or last
    return acting if all(_apart(*pair) for pair in combinations(acting, 2)) else []


def _permits_all(acl: Filter) -> bool:
    return not acl.lines and acl.default is Action.PERMIT and acl.default_doubt is None


def _apart(one: Filter, other: Filter) -> bool:
    """Whether no packet is offered to both filters."""
    if one.sees is None or other.sees is None:
        return False
    return all(clip(left, right) is None for left in one.sees for right in other.sees)


def _seen_by(device: Device, acl: Filter) -> tuple[Box, ...]:
    """Return what ``acl`` is offered: where it is bound, else what its kind is for."""
    bound = {
        str(binding.sees): binding.sees
        for binding in device.bindings
        if binding.filter == acl.key and not binding.inactive
    }
    if len(bound) == 1:
        return next(iter(bound.values()))
    return acl.sees if acl.sees is not None else _FAMILY_SEES[acl.family]
