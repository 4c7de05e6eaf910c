"""The way of a packet through a Junos device: what differs from any other switch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.path import route as common_route
from roce_audit.model.acl import Direction, Layer
from roce_audit.model.device import Mode
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.juniper_junos.home import Tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.model.device import Device
    from roce_audit.model.path import Obstacle, Passage, Route, Stage
    from roce_audit.model.source import SourceRef

EGRESS = Doubt(
    "egress port filter for routed packets",
    "documents do not say whether an output filter of a bridged port sees routed packets",
)
BRIDGE = Doubt(
    "bridge filter for routed packets",
    "documents do not say what filters of family bridge do with routed packets",
)
_NOTHING_THERE = "has no logical unit with a protocol family, so it forwards nothing"


def route(device: Device, passage: Passage) -> Route:
    """Return the filters of ``passage``; see ``roce_audit.analysis.path.route``.

    Raises:
        NotThere: An interface or VLAN asked about does not exist in the capture.
        UsageError: Neither end is given.
    """
    named = replace(
        passage,
        ingress=_unit(device, passage.ingress, passage.vlan),
        egress=_unit(device, passage.egress, passage.vlan if not passage.ingress else None),
    )
    way = common_route(device, named)
    stages = tuple(_stage(each, routed=bool(way.routed)) for each in _once(way.stages))
    blocked = {
        traffic: _reworded(device, named, obstacle) for traffic, obstacle in way.blocked.items()
    }
    return replace(way, stages=stages, blocked=blocked, notes=(*way.notes, *_notes(way)))


def _unit(device: Device, name: str, vlan: int | None) -> str:
    """Return the unit of VLAN ``vlan`` where a bare interface name (unit 0) means none."""
    if not name or name in device.interfaces or vlan is None:
        return name
    physical = name.rpartition(".")[0]
    for each in device.interfaces.values():
        if each.name.rpartition(".")[0] == physical and each.encapsulation == vlan:
            return each.name
    return name


def _once(stages: Iterable[Stage]) -> Iterator[Stage]:
    """Yield the stages; a table's filter, bound at both ends, where the packet came in only."""
    tables: set[SourceRef] = set()
    for stage in stages:
        binding = stage.binding
        if binding is not None and binding.layer is Layer.ROUTED:
            if binding.direction is Direction.IN:
                tables.add(binding.source)
            elif binding.source in tables:
                continue
        yield stage


def _stage(stage: Stage, *, routed: bool) -> Stage:
    binding = stage.binding
    if not routed or binding is None or binding.layer is not Layer.PORT or binding.doubt:
        return stage
    if "family bridge" in stage.filter.kind:
        return replace(stage, binding=replace(binding, doubt=BRIDGE))
    if binding.direction is Direction.OUT and stage.filter.kind.startswith("firewall"):
        return replace(stage, binding=replace(binding, doubt=EGRESS))
    return stage


def _reworded(device: Device, passage: Passage, obstacle: Obstacle) -> Obstacle:
    for name in (passage.ingress, passage.egress):
        each = device.interfaces.get(name)
        if each is not None and each.mode is Mode.UNKNOWN and not each.enabled:
            return replace(obstacle, reason=f"{name} {_NOTHING_THERE}")
    return obstacle


def _notes(way: Route) -> Iterator[str]:
    """Yield what a reader must know of terms that forward packets elsewhere."""
    for stage in way.stages:
        if stage.filter.kind.startswith("firewall"):
            for label in Tag.read(stage.filter.tag).redirecting:
                yield (
                    f"term {label} of {stage.filter.name} forwards its packets elsewhere: "
                    "filters at their real way out are not among those judged"
                )
