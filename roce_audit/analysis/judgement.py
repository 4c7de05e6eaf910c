"""Crossings that meet the same filters, judged together: equal questions are asked once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.analysis.query import EXAMPLES_ONLY, Answer, judge
from roce_audit.analysis.verdicts import verdict_of
from roce_audit.model.acl import Action
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import DESTINATION, SOURCE
from roce_audit.packets.ranges import Ranges, intersect, normalise, without
from roce_audit.packets.traffic import REGIONS, Traffic

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from roce_audit.model.device import Device
    from roce_audit.model.network import Crossing
    from roce_audit.model.path import Route
    from roce_audit.packets.fields import Field


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one chain of filters does with the packets of all ports that it guards.

    Attributes:
        device: Inventory name.
        traffic: Kind of packets.
        inbound: True for packets entering at the ports.
        crossings: The ports, each with its own hosts and addresses.
        route: The filters, those of the first crossing (the others' are equal).
        answer: The verdict for all of them together.
    """

    device: str
    traffic: Traffic
    inbound: bool
    crossings: tuple[Crossing, ...]
    route: Route
    answer: Answer

    @property
    def subject(self) -> str:
        """What is judged, for people: ``Ethernet1/1 in`` or ``12 ports in``."""
        way = "in" if self.inbound else "out"
        names = self.places
        return f"{names[0]} {way}" if len(names) == 1 else f"{len(names)} interfaces {way}"

    @property
    def places(self) -> tuple[str, ...]:
        """The interfaces, each once, in the order of the inventory."""
        return tuple(dict.fromkeys(place_of(crossing) for crossing in self.crossings))


def place_of(crossing: Crossing) -> str:
    """Return the interface of a crossing."""
    return crossing.passage.ingress or crossing.passage.egress


def source_of(device: Device, place: str) -> SourceRef:
    """Return where an interface is configured; its name where the capture lists no interfaces."""
    interface = device.interfaces.get(place)
    return interface.source if interface else SourceRef(device.name, None, place)


def judgements(crossings: Iterable[Crossing]) -> tuple[Judgement, ...]:
    """Return one judgement per distinct question, in the order first met."""
    groups: dict[Hashable, list[Crossing]] = {}
    for crossing in crossings:
        groups.setdefault(_signature(crossing), []).append(crossing)
    return tuple(_judged(group) for group in groups.values())


def touched(judgement: Judgement, box: Box) -> tuple[str, ...]:
    """Return the interfaces whose packets are among those of ``box``."""
    return tuple(
        dict.fromkeys(
            place_of(crossing) for crossing in judgement.crossings if _carries(crossing, box)
        )
    )


def _carries(crossing: Crossing, box: Box) -> bool:
    """Tell whether a crossing has packets of a box; what a host sends to itself is none."""
    sources, destinations = crossing.sources, crossing.destinations
    if crossing.passage.ingress:
        destinations = without(destinations, sources) or destinations
    else:
        sources = without(sources, destinations) or sources
    return _meets(sources, box.get(SOURCE)) and _meets(destinations, box.get(DESTINATION))


def _meets(own: Ranges, values: Ranges | None) -> bool:
    return not own or values is None or bool(intersect(own, values))


def _judged(group: list[Crossing]) -> Judgement:
    first = group[0]
    known: dict[Field, Ranges] = {}
    for field, parts in (
        (SOURCE, [crossing.sources for crossing in group]),
        (DESTINATION, [crossing.destinations for crossing in group]),
    ):
        if all(parts):
            known[field] = normalise(part for ranges in parts for part in ranges)
    if len(group) == 1 and len(known) == len(_ENDS):
        known = _to_others(known, DESTINATION if first.passage.ingress else SOURCE)
    region = clip({**REGIONS[first.traffic]}, _box(known))
    assert region is not None, "addresses of a family lie in its region"  # noqa: S101
    answer = judge(first.route, first.traffic, region)
    inbound = bool(first.passage.ingress)
    judged = Judgement(first.device, first.traffic, inbound, tuple(group), first.route, answer)
    return _of_flows(judged)


def _of_flows(judgement: Judgement) -> Judgement:
    """Leave out denials of packets that no flow sends.

    Ports judged together ask about every pair of their hosts' addresses, also a host and itself.
    """
    answer = judgement.answer
    if EXAMPLES_ONLY in answer.notes:
        return judgement
    found = tuple(
        each
        for each in answer.outcomes
        if Action.DENY not in each.actions or touched(judgement, each.box)
    )
    if not found or len(found) == len(answer.outcomes):
        return judgement
    return replace(judgement, answer=replace(answer, outcomes=found, verdict=verdict_of(found)))


_ENDS = (SOURCE, DESTINATION)


def _to_others(known: dict[Field, Ranges], far: Field) -> dict[Field, Ranges]:
    """Leave out what a host would send to itself, which no switch ever sees."""
    near = SOURCE if far is DESTINATION else DESTINATION
    others = without(known[far], known[near])
    return {**known, far: others} if others else known


def _box(known: dict[Field, Ranges]) -> Box:
    return {field: known[field] for field in _ENDS if field in known}


def _signature(crossing: Crossing) -> Hashable:
    """Return what makes two crossings the same question apart from whose packets they are."""
    route = crossing.route
    stages = tuple(
        (
            stage.filter.key,
            id(stage.filter) if stage.filter.lines else 0,
            _frozen(stage.sees),
            _frozen(stage.spared),
        )
        + ((stage.binding.layer, stage.binding.doubt) if stage.binding else ())
        for stage in route.stages
    )
    narrow = _frozen((route.narrow,)) if stages else ()
    blocked = tuple(sorted((t.value, o.reason) for t, o in route.blocked.items()))
    way = bool(crossing.passage.ingress)
    return (crossing.device, crossing.traffic, way, crossing.peers, stages, narrow, blocked)


def _frozen(boxes: Iterable[Box]) -> Hashable:
    return tuple(tuple(sorted((d.name, values) for d, values in box.items())) for box in boxes)
