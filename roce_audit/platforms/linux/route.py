"""The filters of a passage through a Linux machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer
from roce_audit.model.path import Route, Stage
from roce_audit.packets.fields import TTL, UNTAGGED, VLAN, Doubt
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.linux.assemble import SEEN
from roce_audit.platforms.linux.bridging import handed, maybe_port, shown_ports, vlan_map
from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.device import Hooked, LinuxDevice
from roce_audit.platforms.linux.hooks import Passing, Visit
from roce_audit.platforms.linux.hooks_bridge import bridged
from roce_audit.platforms.linux.hooks_ip import received, routed, sent
from roce_audit.platforms.linux.obstacles import takes_untagged_only
from roce_audit.platforms.linux.questions import fits
from roce_audit.platforms.linux.resolve import Resolver
from roce_audit.platforms.linux.tracking import beside_notrack, tracking_at
from roce_audit.platforms.linux.unions import V4, V6, Union, both, doubted
from roce_audit.platforms.linux.way import Kind, Way, way_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.device import Device
    from roce_audit.model.path import Passage
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box

_OUTWARD = frozenset({Hook.OUTPUT, Hook.POSTROUTING, Hook.EGRESS})


def route(device: Device, passage: Passage) -> Route:
    """Return the filters that packets of ``passage`` meet.

    Raises:
        UsageError: Neither end is given.
        TypeError: The device was not read by this platform.
    """
    if not isinstance(device, LinuxDevice):
        raise TypeError(f"{device.name} is no Linux machine")
    way = way_of(device, passage)
    vlans = vlan_map(device, way) if way.kind is Kind.BRIDGED else None
    ports = shown_ports(device, way)
    passing = Passing(way, handed(device, way), maybe_port(way), ports, vlans)
    return Route(
        stages=tuple(_stages(device, passing)),
        narrow=_narrow(device, way, passage, vlans),
        blocked=way.blocked,
        notes=way.notes,
        doubts=tuple(_doubts(device)),
        routed=way.kind is Kind.ROUTED,
    )


def _narrow(
    device: LinuxDevice, way: Way, passage: Passage, vlans: Mapping[int, int] | None
) -> Box:
    narrow: Box = {}
    if passage.vlan is not None:
        narrow = {VLAN: single(passage.vlan)}
    elif way.enters is not None and way.enters.vlan is not None:
        narrow = {VLAN: single(way.enters.vlan)}
    elif (
        way.kind is not Kind.BRIDGED
        and way.enters is not None
        and takes_untagged_only(device.world, way.enters)
    ):
        narrow = {VLAN: single(UNTAGGED)}
    elif vlans is not None:
        narrow = {VLAN: normalise((vlan, vlan) for vlan in vlans) or single(UNTAGGED)}
    else:
        narrow = {VLAN: ((0, UNTAGGED),)}
    if way.kind is Kind.ROUTED:
        narrow = {**narrow, TTL: ((2, 255),)}
    return narrow


def _doubts(device: LinuxDevice) -> Iterator[Doubt]:
    for gap in device.gaps:
        yield Doubt(f"gap: {gap.reason}", gap.reason)
    for source in device.world.traffic_control[:1]:
        reason = f"line {source.line} shows filters of tc, which are not judged"
        yield Doubt("tc filters", reason)


_VISITS = {
    Kind.BRIDGED: bridged,
    Kind.ROUTED: routed,
    Kind.INPUT: received,
    Kind.OUTPUT: sent,
}


def _stages(device: LinuxDevice, passing: Passing) -> Iterator[Stage]:
    taken_out: Union = ()
    for visit in _VISITS[passing.way.kind](passing):
        entries = [entry for entry in device.hooked if _meets(entry, visit)]
        for entry in entries:
            if entry.untracks:
                taken_out = (*taken_out, *Resolver(visit.context).union(entry.untracks))
            tracking = tracking_at(visit, entry, taken_out, unsure=beside_notrack(entry, entries))
            context = replace(visit.context_of(entry.family), tracking=tracking)
            yield _stage(Resolver(context).filter(entry.filter), entry, visit)
        yield from _hidden(device, visit)


def _meets(entry: Hooked, visit: Visit) -> bool:
    if entry.base.hook is not visit.hook or entry.family not in visit.families:
        return False
    if not visit.device:
        return True
    devices = entry.base.devices
    return not devices or any(fits(device, visit.device) for device in devices)


def _stage(acl: Filter, entry: Hooked, visit: Visit) -> Stage:
    seen = both(SEEN[entry.family], visit.offered)
    if visit.device and not entry.base.devices:
        reason = f"the listing does not say at which interfaces {acl.name} works"
        seen = doubted(seen, Doubt(f"devices of {acl.name}", reason))
    return Stage(acl, seen, _binding(acl, visit, seen))


def _binding(acl: Filter, visit: Visit, seen: Union) -> Binding:
    outward = visit.hook in _OUTWARD
    return Binding(
        filter=acl.key,
        interface=visit.at,
        vlans=(),
        direction=Direction.OUT if outward else Direction.IN,
        layer=Layer.PORT,
        sees=seen,
        source=acl.source,
    )


_HIDDEN_AT: Mapping[str, frozenset[Hook]] = {
    "ip": frozenset({Hook.INPUT, Hook.FORWARD, Hook.OUTPUT}),
    "ip6": frozenset({Hook.INPUT, Hook.FORWARD, Hook.OUTPUT}),
    "bridge": frozenset({Hook.INPUT, Hook.FORWARD, Hook.OUTPUT}),
}
_ONLY: Mapping[str, Union] = {"ip": (V4,), "ip6": (V6,), "bridge": ({},)}


def _hidden(device: LinuxDevice, visit: Visit) -> Iterator[Stage]:
    """Yield filters that exist and were not captured: what they do is open."""
    for family, source in device.hidden.items():
        if family in visit.families and visit.hook in _HIDDEN_AT[family]:
            yield _unseen(family, source, visit, "was not shown for lack of rights")
    for family, source in device.legacy.items():
        if family in visit.families and visit.hook in _HIDDEN_AT[family]:
            yield _unseen(family, source, visit, "has legacy tables that were not captured")


def _unseen(family: str, source: SourceRef, visit: Visit, why: str) -> Stage:
    program = {"ip": "iptables", "ip6": "ip6tables", "bridge": "ebtables"}[family]
    doubt = Doubt(f"{program} {why}", f"{program} {why} (line {source.line})")
    acl = Filter(
        family=Family.MIXED,
        name=f"{family} (not captured)",
        lines=(),
        default=Action.PERMIT,
        source=source,
        default_doubt=doubt,
        kind=f"{program} table",
    )
    return Stage(acl, both(_ONLY[family], visit.offered))
