"""Which way packets take through the machine: to it, from it, bridged or routed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from roce_audit.errors import UsageError
from roce_audit.model.path import Obstacle
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.obstacles import (
    bridge_blocks,
    router_blocks,
    switched_off,
    tag_blocks,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.path import Passage
    from roce_audit.platforms.linux.device import LinuxDevice
    from roce_audit.platforms.linux.world import Link, World


class Kind(StrEnum):
    """The four ways."""

    INPUT = "input"
    OUTPUT = "output"
    BRIDGED = "bridged"
    ROUTED = "routed"


_IP = frozenset({"ip", "ip6", "inet"})
_BRIDGE_HOOKS = frozenset({Hook.PREROUTING, Hook.FORWARD, Hook.POSTROUTING})


@dataclass(frozen=True, slots=True)
class Port:
    """One end of a way.

    Attributes:
        name: The interface asked about.
        wire: Interface whose frames are on the wire: the one under a VLAN interface.
        layer3: Interface that IP filters see.
        bridge: Bridge that the interface is a port of; "" if none or not known which.
        is_port: Whether it is a port of some bridge; None if that is not known.
        vlan: VLAN of a VLAN interface; None if it is none.
    """

    name: str
    wire: str
    layer3: str
    bridge: str = ""
    is_port: bool | None = False
    vlan: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A way, and what cannot take it.

    Attributes:
        kind: Which of the four.
        enters: Where packets come in; None for those of the machine itself.
        leaves: Where they go out; None for those to the machine itself.
        blocked: Traffic that cannot take it, and why.
        notes: What a reader of the answer must know.
    """

    kind: Kind
    enters: Port | None
    leaves: Port | None
    blocked: Mapping[Traffic, Obstacle] = field(default_factory=dict[Traffic, Obstacle])
    notes: tuple[str, ...] = ()


def way_of(device: LinuxDevice, passage: Passage) -> Way:
    """Return the way that a passage is.

    Raises:
        UsageError: Neither end is given.
    """
    if not (passage.ingress or passage.egress):
        raise UsageError("give an interface where packets enter, leave, or both")
    enters = _port(device, passage.ingress, passage.vlan) if passage.ingress else None
    leaves = _port(device, passage.egress, None if enters else passage.vlan)
    if enters is not None and not passage.egress:
        blocked = switched_off(device.world, passage) | tag_blocks(
            device.world, enters, passage.vlan
        )
        return Way(Kind.INPUT, enters, None, blocked)
    if enters is None:
        return Way(Kind.OUTPUT, None, leaves, switched_off(device.world, passage))
    blocked = switched_off(device.world, passage)
    kind, note = _forwarding(device, enters, leaves)
    if kind is Kind.BRIDGED:
        blocked |= bridge_blocks(device.world, enters.name, leaves.name)
    else:
        unsure = device.unsure if _shown(device, enters, leaves) is None else ""
        blocked |= router_blocks(device.world, enters, unsure)
        blocked |= tag_blocks(device.world, enters, passage.vlan)
    return Way(kind, enters, leaves, blocked, (note,) if note else ())


def _port(device: LinuxDevice, name: str, vlan: int | None) -> Port:
    world = device.world
    link = world.links.get(name)
    tagged = _vlan_interface(world, name, vlan)
    if tagged is not None:
        return Port(name, name, tagged.name, vlan=tagged.vlan)
    bridge = world.bridge_of(name)
    if link is not None and link.vlan is not None and link.lower:
        upper = bridge or name
        return Port(name, link.lower, upper, bridge, is_port=bool(bridge), vlan=link.vlan)
    if bridge:
        return Port(name, name, bridge, bridge, is_port=True)
    return Port(name, name, name, is_port=False if link is not None else _may_be_port(device))


def _vlan_interface(world: World, name: str, vlan: int | None) -> Link | None:
    """Return the VLAN interface that takes frames of ``vlan`` at ``name``."""
    if vlan is None or vlan == UNTAGGED or world.bridge_of(name):
        return None
    for link in world.links.values():
        if link.lower == name and link.vlan == vlan:
            return link
    return None


def _may_be_port(device: LinuxDevice) -> bool | None:
    """Return whether an interface is a bridge port, judged by the filters that there are."""
    families = {entry.family for entry in device.hooked if entry.acts}
    if "bridge" not in families:
        return False
    return None if families & _IP else True


def _forwarding(device: LinuxDevice, enters: Port, leaves: Port) -> tuple[Kind, str]:
    """Return whether packets between two ports are bridged or routed, and what that is from."""
    told = device.assume.get("forwarding")
    if told is not None:
        return Kind(told), ""
    return _shown(device, enters, leaves) or _by_filters(device)


def _shown(device: LinuxDevice, enters: Port, leaves: Port) -> tuple[Kind, str] | None:
    if {enters.name, leaves.name} <= device.world.links.keys():
        same = bool(enters.bridge) and enters.bridge == leaves.bridge
        return (Kind.BRIDGED if same else Kind.ROUTED), ""
    return None


def _by_filters(device: LinuxDevice) -> tuple[Kind, str]:
    if any(
        entry.family == "bridge" and entry.acts and entry.base.hook in _BRIDGE_HOOKS
        for entry in device.hooked
    ):
        return Kind.BRIDGED, "judged as bridged, because the capture has bridge filters"
    if any(entry.names_ports for entry in device.hooked):
        return Kind.BRIDGED, "judged as bridged, because rules name bridge ports (physdev)"
    setting = device.world.setting
    forwards = setting("net.ipv4.ip_forward")
    calls = setting("net.bridge.bridge-nf-call-iptables")
    if not forwards and (calls or setting("net.bridge.bridge-nf-call-ip6tables")):
        return Kind.BRIDGED, "judged as bridged, because bridged packets are handed to IP filters"
    if forwards or any(entry.acts and entry.family in _IP for entry in device.hooked):
        return Kind.ROUTED, "judged as routed, because the capture has no bridge filters"
    return Kind.BRIDGED, "judged as bridged, because the capture says nothing of routing"
