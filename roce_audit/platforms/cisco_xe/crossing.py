"""The filters of a passage, with what is particular to this platform."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.path import route
from roce_audit.model.acl import Action, Direction, Filter, Layer
from roce_audit.model.path import Obstacle, Passage, Route, Stage
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.packets.boxes import Box

PROTECTED = "switchport protected"


def cross(device: Device, passage: Passage) -> Route:
    """Return the filters of ``passage``.

    Raises:
        NotThere: An interface or VLAN asked about does not exist in the capture.
        UsageError: Neither end is given.
    """
    way = route(device, passage)
    stages = tuple(_mended(way))
    if passage.ingress and passage.egress:
        return _between_protected(device, passage, replace(way, stages=stages))
    return replace(way, stages=stages)


def _mended(way: Route) -> list[Stage]:
    """Return the stages with replacement by port lists as this platform has it.

    A port list that lets everything pass because it has no entries replaces nothing, and a
    packet that is bridged within its VLAN meets the VLAN's map once.
    """
    idle = [
        box
        for stage in way.stages
        if _is(stage, Layer.PORT, Direction.IN) and _permits_all(stage.filter)
        for box in stage.sees
    ]
    return [
        replace(stage, spared=_without(stage.spared, idle))
        for stage in way.stages
        if not (
            way.routed is False and _is(stage, Layer.VLAN, Direction.OUT) and _has_in(way, stage)
        )
    ]


def _permits_all(acl: Filter) -> bool:
    return not acl.lines and acl.default is Action.PERMIT and acl.default_doubt is None


def _is(stage: Stage, layer: Layer, direction: Direction) -> bool:
    binding = stage.binding
    return binding is not None and binding.layer is layer and binding.direction is direction


def _has_in(way: Route, stage: Stage) -> bool:
    """Whether the same filter was met when the packet came in."""
    return any(
        each.filter is stage.filter and _is(each, Layer.VLAN, Direction.IN) for each in way.stages
    )


def _without(spared: tuple[Box, ...], idle: list[Box]) -> tuple[Box, ...]:
    """Return what is spared by lists that have entries."""
    return tuple(box for box in spared if not any(_same(box, each) for each in idle))


def _same(spared: Box, seen: Box) -> bool:
    """Whether a spared box comes from what a list sees: it holds that, and a doubt perhaps."""
    return all(spared.get(dimension) == values for dimension, values in seen.items())


def _between_protected(device: Device, passage: Passage, way: Route) -> Route:
    """Decide ``switchport protected`` where both ends are known."""
    stages = tuple(stage for stage in way.stages if not stage.filter.name.endswith(f" {PROTECTED}"))
    both = all(_is_protected(device, name) for name in (passage.ingress, passage.egress))
    if not both or way.routed is not False:
        return replace(way, stages=stages)
    reason = f"{passage.ingress} and {passage.egress} are protected ports: nothing is bridged"
    blocked = {traffic: Obstacle(f"{reason} between them") for traffic in Traffic}
    return replace(way, stages=stages, blocked=blocked)


def _is_protected(device: Device, name: str) -> bool:
    interface = device.interfaces[name]
    carrier = interface.parent if interface.encapsulation is None else ""
    return any(("mixed", f"{each} {PROTECTED}") in device.filters for each in (name, carrier))
