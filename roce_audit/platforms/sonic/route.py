"""The tables of a passage: the ports asked about answer the rules' conditions on ports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.path import route as common_route
from roce_audit.analysis.retag import at_vlans
from roce_audit.model.acl import Direction
from roce_audit.model.device import Mode
from roce_audit.model.path import Obstacle
from roce_audit.packets.fields import UNTAGGED, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.sonic.device import SonicDevice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import Filter, Line
    from roce_audit.model.device import Device, Interface
    from roce_audit.model.path import Passage, Route, Stage
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.sonic.port_matches import PortQuestion


def route(device: Device, passage: Passage) -> Route:
    """Return the tables that packets of ``passage`` meet.

    Raises:
        NotThere: An interface or VLAN asked about does not exist.
        UsageError: Neither end is given.
        TypeError: The device was not read by this platform.
    """
    if not isinstance(device, SonicDevice):
        raise TypeError(f"{device.name} is no SONiC switch")
    found = common_route(device, passage)
    answers = dict(_answers(device, passage))
    stages = tuple(_stage(device, stage, answers) for stage in found.stages)
    return replace(
        found,
        stages=stages,
        blocked={**_idle(device, passage), **found.blocked},
        notes=(*found.notes, *dict.fromkeys(_notes(device, passage, stages))),
    )


def _answers(device: SonicDevice, passage: Passage) -> Iterator[tuple[Doubt, bool]]:
    """Yield the questions about ports that the passage answers."""
    ends = {Direction.IN: passage.ingress, Direction.OUT: passage.egress}
    for doubt, question in device.asked.items():
        physical = _physical(device, ends[question.direction])
        if physical and physical <= question.ports:
            yield doubt, True
        elif physical and not physical & question.ports:
            yield doubt, False


def _physical(device: SonicDevice, name: str) -> frozenset[str]:
    """Return the physical ports that an end may be; none if that is not known."""
    port = device.aliases.get(name, name)
    interface = device.interfaces.get(port)
    if interface is None or interface.svi_vlan is not None:
        return frozenset()
    if interface.encapsulation is not None:
        return _physical(device, interface.parent) if interface.parent != name else frozenset()
    members = frozenset(
        each.name
        for each in device.interfaces.values()
        if each.parent == port and each.encapsulation is None and each.name not in device.aliases
    )
    return members or frozenset({port})


def _stage(device: SonicDevice, stage: Stage, answers: Mapping[Doubt, bool]) -> Stage:
    facts = device.facts.get(stage.filter.key)
    acl = stage.filter
    if facts is not None and facts.by_port:
        acl = replace(acl, lines=tuple(_line(line, device.asked, answers) for line in acl.lines))
    if facts is not None and facts.by_vlan:
        acl = _untagged(device, stage, acl)
    return replace(stage, filter=acl)


def _line(line: Line, asked: Mapping[Doubt, PortQuestion], answers: Mapping[Doubt, bool]) -> Line:
    if not any(dimension in asked for box in line.matches for dimension in box):
        return line
    return replace(
        line, matches=tuple(box for each in line.matches for box in _answered(each, answers))
    )


def _answered(box: Box, answers: Mapping[Doubt, bool]) -> Iterator[Box]:
    known = [each for each in box if isinstance(each, Doubt) and each in answers]
    if all(answers[each] for each in known):
        yield {each: values for each, values in box.items() if each not in known}


def _untagged(device: SonicDevice, stage: Stage, acl: Filter) -> Filter:
    """Return the filter at a routed port, where frames have no tag or the subinterface's."""
    name = stage.binding.interface if stage.binding else ""
    interface = device.interfaces.get(name)
    if interface is None or interface.mode is not Mode.ROUTED:
        return acl
    return at_vlans(acl, single(interface.encapsulation or UNTAGGED))


def _carrier(device: SonicDevice, name: str) -> Interface | None:
    interface = device.interfaces.get(name)
    if interface is None or interface.encapsulation is not None:
        return interface
    return device.interfaces.get(interface.parent, interface)


def _idle(device: SonicDevice, passage: Passage) -> dict[Traffic, Obstacle]:
    """Return the obstacle at a port that neither bridges nor routes."""
    for name in (passage.ingress, passage.egress):
        carrier = _carrier(device, name) if name and device.whole else None
        if carrier is not None and carrier.mode is Mode.UNKNOWN:
            reason = f"{carrier.name} is in no VLAN and has no routed interface"
            doubt = Doubt(f"use of {carrier.name}", f"{reason}, so it may carry nothing")
            return {traffic: Obstacle(reason, doubt) for traffic in Traffic}
    return {}


def _notes(device: SonicDevice, passage: Passage, stages: tuple[Stage, ...]) -> Iterator[str]:
    carriers = [_carrier(device, name) for name in (passage.ingress, passage.egress) if name]
    names = {carrier.name for carrier in carriers if carrier is not None}
    for name in sorted(names & device.silent):
        yield f"{name} has no admin_status: ports start down"
    for stage in stages:
        facts = device.facts.get(stage.filter.key)
        if facts is not None:
            yield from facts.notes
    for name in sorted(names):
        yield from device.idle.get(name, ())
