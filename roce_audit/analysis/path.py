"""The filters that a packet meets on its way through a switch, in order.

Order: port in, VLAN in, routed interface in, routed interface out, VLAN out, port out. A packet
bridged inside its VLAN meets no routed filter. Each must permit, unless the device says that a
port filter replaces the later input filters.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.between import Between, between
from roce_audit.analysis.ends import End, end_of
from roce_audit.analysis.retag import at_vlans
from roce_audit.errors import UsageError
from roce_audit.model.acl import Binding, Direction, Family, Filter, Layer
from roce_audit.model.device import Combination, Device, Interface
from roce_audit.model.path import Passage, Route, Stage
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single

if TYPE_CHECKING:
    from collections.abc import Iterator

REPLACED = Doubt(
    "filter combination",
    "documents contradict each other on whether a port filter replaces the VLAN's and the "
    "routed interface's",
)


def route(device: Device, passage: Passage) -> Route:
    """Return the filters of ``passage`` through a device that bridges and routes.

    Raises:
        NotThere: An interface or VLAN asked about does not exist in the capture.
        UsageError: Neither end is given.
    """
    if not (passage.ingress or passage.egress):
        raise UsageError("give an interface where packets enter, leave, or both")
    ingress = end_of(device, passage.ingress, passage.vlan) if passage.ingress else None
    out_vlan = None if ingress else passage.vlan
    egress = end_of(device, passage.egress, out_vlan) if passage.egress else None
    plan = between(ingress, egress)
    return Route(
        stages=tuple(_stages(device, plan)),
        narrow={VLAN: plan.narrow} if plan.narrow else {},
        blocked=plan.blocked,
        notes=plan.notes,
        doubts=tuple(Doubt(f"gap: {gap.reason}", gap.reason) for gap in device.gaps),
        routed=plan.routed,
    )


def _stages(device: Device, plan: Between) -> Iterator[Stage]:
    found: list[Stage] = []
    if plan.ingress is not None:
        inbound = [
            *_at_port(device, plan.ingress, Direction.IN),
            *_at_vlan(device, plan, plan.ingress, Direction.IN),
            *_at_routed(device, plan, plan.ingress, Direction.IN),
        ]
        found += _combined(device, inbound)
    if plan.egress is not None:
        found += [
            *_at_routed(device, plan, plan.egress, Direction.OUT),
            *_at_vlan(device, plan, plan.egress, Direction.OUT),
            *_at_port(device, plan.egress, Direction.OUT),
        ]
    yield from found


def _at_port(device: Device, end: End, direction: Direction) -> Iterator[Stage]:
    for port in [end.port] if end.port else []:
        for binding in _bindings(device, port, direction, Layer.PORT):
            yield _stage(device, binding, binding.sees)


def _at_vlan(device: Device, plan: Between, end: End, direction: Direction) -> Iterator[Stage]:
    for binding in device.bindings:
        if binding.layer is not Layer.VLAN or binding.direction is not direction:
            continue
        served = intersect(binding.vlans, end.vlans)
        if served and not binding.inactive:
            yield _in_vlans(device, plan, end, binding, served)


def _at_routed(device: Device, plan: Between, end: End, direction: Direction) -> Iterator[Stage]:
    both = plan.ingress is not None and plan.egress is not None
    for interface, vlans in end.routed:
        asked = interface.svi_vlan is None or interface.name == end.name or end.is_routed is None
        if (plan.routed is False) or not (both or asked):
            continue
        for binding in _bindings(device, interface, direction, Layer.ROUTED):
            yield _in_vlans(device, plan, end, binding, vlans or end.vlans)


def _in_vlans(device: Device, plan: Between, end: End, binding: Binding, served: Ranges) -> Stage:
    """Return the stage for the packets of ``served``, which may be fewer than the end carries."""
    entered = plan.ingress.vlans if plan.ingress else end.vlans
    if end is plan.egress and plan.routed and plan.ingress is not None:
        # The packet changed its VLAN on the way, but the region speaks of the one it came in.
        stage = _stage(device, binding, binding.sees)
        return replace(stage, filter=at_vlans(stage.filter, served))
    if served == entered or not entered:
        return _stage(device, binding, binding.sees)
    inside: Box = {VLAN: served}
    sees = tuple(box for each in binding.sees if (box := clip(each, inside)) is not None)
    return _stage(device, binding, sees)


def _bindings(
    device: Device, interface: Interface, direction: Direction, layer: Layer
) -> Iterator[Binding]:
    for binding in device.bindings:
        where = (binding.interface, binding.direction, binding.layer)
        if where == (interface.name, direction, layer) and not binding.inactive:
            yield binding


def _stage(device: Device, binding: Binding, sees: tuple[Box, ...]) -> Stage:
    acl = device.filters.get(binding.filter) or undefined_filter(binding)
    return Stage(acl, sees, binding)


def undefined_filter(binding: Binding) -> Filter:
    """Return what a binding to a filter that does not exist does."""
    family, name = binding.filter
    return Filter(
        family=Family(family),
        name=name,
        lines=(),
        default=binding.undefined,
        source=binding.source,
        default_doubt=binding.undefined_doubt,
    )


def _combined(device: Device, stages: list[Stage]) -> list[Stage]:
    """Apply the device's rule on port filters that replace later input filters."""
    if device.combination is Combination.SERIAL:
        return stages
    replaced: list[Box] = []
    combined: list[Stage] = []
    for stage in stages:
        if stage.binding is not None and stage.binding.layer is Layer.PORT:
            replaced += stage.sees
            combined.append(stage)
        else:
            combined.append(replace(stage, spared=_spared(device, replaced)))
    return combined


def _spared(device: Device, boxes: list[Box]) -> tuple[Box, ...]:
    if device.combination is Combination.PORT_REPLACES:
        return tuple(boxes)
    return tuple({**box, REPLACED: single(1)} for box in boxes)
