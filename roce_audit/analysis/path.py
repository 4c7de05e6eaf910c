"""The filters that a packet meets on its way through a switch, in order.

Order: port in, VLAN in, routed interface in, routed interface out, VLAN out, port out. A packet
bridged inside its VLAN meets no routed filter. Each must permit, unless the device says that a
port filter replaces the later input filters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.analysis.ends import End, end_of
from roce_audit.analysis.retag import at_vlans
from roce_audit.errors import UsageError
from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer
from roce_audit.model.device import Combination, Device, Interface
from roce_audit.model.path import Obstacle, Passage, Route, Stage
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REPLACED = Doubt(
    "filter combination",
    "documents contradict each other on whether a port filter replaces the VLAN's and the "
    "routed interface's",
)
ROUTERS_DROP_V1 = "a routed hop never forwards RoCE v1 (EtherType 0x8915 is not IP)"


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the two ends say about the packets between them."""

    ingress: End | None
    egress: End | None
    narrow: Ranges
    blocked: dict[Traffic, Obstacle]
    notes: tuple[str, ...]
    routed: bool | None = None


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
    plan = _plan(ingress, egress)
    return Route(
        stages=tuple(_stages(device, plan)),
        narrow={VLAN: plan.narrow} if plan.narrow else {},
        blocked=plan.blocked,
        notes=plan.notes,
        doubts=tuple(Doubt(f"gap: {gap.reason}", gap.reason) for gap in device.gaps),
        routed=plan.routed,
    )


def _plan(ingress: End | None, egress: End | None) -> _Plan:
    ends = [end for end in (ingress, egress) if end is not None]
    down = next((end.down for end in ends if end.down), "")
    if down:
        return _Plan(ingress, egress, (), _all_blocked(down), ())
    if ingress is None or egress is None:
        return _one_ended(ends[0], ingress, egress)
    common = intersect(ingress.vlans, egress.vlans)
    if common and ingress.is_routed is False and egress.is_routed is False:
        return _Plan(ingress, egress, common, {}, _narrowed(ingress, common), routed=False)
    return _routed_plan(ingress, egress)


def _one_ended(end: End, ingress: End | None, egress: End | None) -> _Plan:
    notes: tuple[str, ...] = ()
    if end.port is not None and end.vlans and end.routed:
        way = "--out" if ingress else "--in"
        notes = (f"filters of routed interfaces count only with {way}, for packets it routes",)
    return _Plan(ingress, egress, end.vlans, _v1_obstacle([end]), notes, end.is_routed)


def _routed_plan(ingress: End, egress: End) -> _Plan:
    plan = _Plan(ingress, egress, ingress.vlans, _v1_obstacle([ingress, egress]), (), routed=True)
    certain = ingress.is_routed is not None and egress.is_routed is not None
    if certain:
        plan.blocked[Traffic.V1] = Obstacle(ROUTERS_DROP_V1)
    for end in (ingress, egress):
        if not end.routed and certain:
            vlans = ", ".join(
                f"{low}-{high}" if low < high else str(low) for low, high in end.vlans
            )
            reason = f"nothing here routes VLAN {vlans} of {end.name}: no interface has an address"
            return replace(plan, blocked=_all_blocked(reason))
    return plan


def _v1_obstacle(ends: Iterable[End]) -> dict[Traffic, Obstacle]:
    for end in ends:
        if end.is_routed:
            reason = f"{end.name} is routed, and {ROUTERS_DROP_V1}"
            return {Traffic.V1: Obstacle(reason), Traffic.ARP: Obstacle(reason)}
        if end.is_routed is None and end.doubt is not None:
            reason = f"{end.name} may be routed, and {ROUTERS_DROP_V1}"
            return {Traffic.V1: Obstacle(reason, end.doubt)}
    return {}


def _all_blocked(reason: str) -> dict[Traffic, Obstacle]:
    return {traffic: Obstacle(reason) for traffic in Traffic}


def _narrowed(ingress: End, common: Ranges) -> tuple[str, ...]:
    if common == ingress.vlans:
        return ()
    return ("judged for the VLANs that both ends carry; name one with --vlan",)


def _stages(device: Device, plan: _Plan) -> Iterator[Stage]:
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


def _at_vlan(device: Device, plan: _Plan, end: End, direction: Direction) -> Iterator[Stage]:
    for binding in device.bindings:
        if binding.layer is not Layer.VLAN or binding.direction is not direction:
            continue
        served = intersect(binding.vlans, end.vlans)
        if served and not binding.inactive:
            yield _in_vlans(device, plan, end, binding, served)


def _at_routed(device: Device, plan: _Plan, end: End, direction: Direction) -> Iterator[Stage]:
    both = plan.ingress is not None and plan.egress is not None
    for interface, vlans in end.routed:
        asked = interface.name == end.name or end.is_routed is None
        if (plan.routed is False) or not (both or asked):
            continue
        for binding in _bindings(device, interface, direction, Layer.ROUTED):
            yield _in_vlans(device, plan, end, binding, vlans or end.vlans)


def _in_vlans(device: Device, plan: _Plan, end: End, binding: Binding, served: Ranges) -> Stage:
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


def permits_all(acl: Filter) -> bool:
    """Whether the filter has no line and certainly lets everything pass."""
    return not acl.lines and acl.default is Action.PERMIT and acl.default_doubt is None
