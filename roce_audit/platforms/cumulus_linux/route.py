"""The filters of a passage through a switch, as its hardware looks them up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.ends import end_of
from roce_audit.analysis.path import route as plain_route
from roce_audit.model.device import Mode
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cumulus_linux.build import Builder
from roce_audit.platforms.cumulus_linux.device import CumulusDevice
from roce_audit.platforms.cumulus_linux.names import fits, is_transit
from roce_audit.platforms.cumulus_linux.ports import loose_port
from roce_audit.platforms.cumulus_linux.sides import Here, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.analysis.ends import End
    from roce_audit.model.device import Device, Interface
    from roce_audit.model.path import Passage, Route
    from roce_audit.packets.ranges import Ranges


def route(device: Device, passage: Passage) -> Route:
    """Return the filters that packets of ``passage`` meet.

    Raises:
        NotThere: An interface or VLAN asked about does not exist in the capture.
        UsageError: Neither end is given.
        TypeError: The device was not read by this platform.
    """
    if not isinstance(device, CumulusDevice):
        raise TypeError(f"{device.name} is no Cumulus switch")
    device = _with_loose_ports(device, (passage.ingress, passage.egress))
    way = plain_route(replace(device, bindings=()), passage)
    ingress = end_of(device, passage.ingress, passage.vlan) if passage.ingress else None
    vlan = None if ingress else passage.vlan
    egress = end_of(device, passage.egress, vlan) if passage.egress else None
    inside = _side(device, ingress, routed=way.routed, both=egress is not None)
    outside = _side(device, egress, routed=way.routed, both=ingress is not None)
    builder = Builder(device, Here(inside, outside))
    return replace(way, stages=tuple(builder.stages()))


def _with_loose_ports(device: CumulusDevice, names: Sequence[str]) -> CumulusDevice:
    """Return the device with the ports asked about that only rules speak of."""
    missing = [name for name in names if name and name not in device.interfaces]
    added = {name: _loose(device, name) for name in missing if _may_be_loose(device, name)}
    return replace(device, interfaces={**device.interfaces, **added}) if added else device


def _loose(device: CumulusDevice, name: str) -> Interface:
    port = loose_port(name)
    if not device.interfaces or port.mode is Mode.ROUTED:
        return port
    reason = f"the capture does not say whether {name} bridges or routes"
    return replace(port, mode=Mode.UNKNOWN, mode_doubt=Doubt(f"mode of {name}", reason))


def _may_be_loose(device: CumulusDevice, name: str) -> bool:
    if not (device.loose and is_transit(name)):
        return False
    if not device.interfaces:
        return True
    return any(
        fits(pattern, name)
        for rules in device.chains.values()
        for each in rules
        for pattern in (*each.entry.inward, *each.entry.outward)
    )


def _side(
    device: CumulusDevice, end: End | None, *, routed: bool | None, both: bool
) -> Side | None:
    """Return what is known of the interfaces at one end; ``both`` if two are told."""
    if end is None:
        return None
    sure: dict[str, Ranges] = {} if end.port is None else {end.port.name: ()}
    maybe = {} if end.port is None else _beside(device, end.port, end.name)
    for interface, vlans in end.routed:
        if interface.svi_vlan is None:
            continue
        if end.port is None or (both and routed):
            sure[interface.name] = () if vlans == end.vlans else vlans
        elif both and routed is None:
            maybe[interface.name] = "it is not certain that packets are routed"
    return Side(sure, maybe)


def _beside(device: CumulusDevice, port: Interface, asked: str) -> dict[str, str]:
    """Return interfaces that share a port's packets, each with what is open about it."""
    names = {*device.members.get(port.name, ()), asked}
    if port.encapsulation is not None:
        names.add(port.parent)
    reason = f"it is not certain that they see packets of {port.name}"
    found = dict.fromkeys(sorted(names - {port.name}), reason)
    if port.mode is not Mode.ROUTED:
        found["br_default"] = "it is not certain what a rule for a bridge sees"
    return found
