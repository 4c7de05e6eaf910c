"""What a bridge hands to IP filters, and what it does to VLAN tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import UNTAGGED, VLAN, Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.linux.context import ABSENT, UNKNOWN, Name
from roce_audit.platforms.linux.unions import ALWAYS, TAGGED, V4, V6, YES, Union
from roce_audit.platforms.linux.way import Kind, Way

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.device import LinuxDevice
    from roce_audit.platforms.linux.world import PortVlan

_FAMILIES = (("ip", "iptables", V4), ("ip6", "ip6tables", V6))


def handed(device: LinuxDevice, way: Way) -> Union:
    """Return the bridged packets that IP filters see, each open where the capture is silent."""
    if way.kind is not Kind.BRIDGED:
        return ALWAYS
    bridge = way.enters.bridge if way.enters else ""
    tagged = _setting(device, "bridge-nf-filter-vlan-tagged")
    union: Union = ()
    for family, program, frame in _FAMILIES:
        calls = _calls(device, bridge, family, program)
        if calls is False:
            continue
        doubt = Doubt(
            f"net.bridge.bridge-nf-call-{program}",
            f"the capture does not say whether bridged packets are handed to {program} "
            f"(net.bridge.bridge-nf-call-{program})",
        )
        box = frame if calls else {**frame, doubt: YES}
        union = (*union, {**box, VLAN: single(UNTAGGED)})
        if tagged:
            union = (*union, {**box, VLAN: TAGGED})
    return union


def shown_ports(device: LinuxDevice, way: Way) -> Mapping[str, Name]:
    """Return by family the port that ``physdev`` sees of packets that leave the bridge upwards.

    A packet only has one if its bridge hands packets of its family to IP filters (run).
    """
    port = way.enters
    if port is None or way.kind is Kind.BRIDGED:
        return {}
    found: dict[str, Name] = {}
    for family, program, _ in _FAMILIES:
        calls = False if port.is_port is False else _calls(device, port.bridge, family, program)
        unsure = calls is None or (calls and port.is_port is None)
        found[family] = UNKNOWN if unsure else Name(port.name) if calls else ABSENT
    same = found["ip"] == found["ip6"]
    return {**found, "inet": found["ip"] if same else UNKNOWN}


def _calls(device: LinuxDevice, bridge: str, family: str, program: str) -> bool | None:
    link = device.world.links.get(bridge)
    if link is not None and family in link.calls:
        return True
    return _setting(device, f"bridge-nf-call-{program}")


def _setting(device: LinuxDevice, name: str) -> bool | None:
    assumed = device.assume.get(name.replace("-", "_"))
    if assumed is not None:
        return assumed == "1"
    return device.world.setting(f"net.bridge.{name}")


def maybe_port(way: Way) -> Union:
    """Return the packets that bridge filters see on the way to or from the machine itself."""
    port = way.enters if way.enters is not None else way.leaves
    if port is None or port.is_port is not None:
        return ALWAYS
    reason = f"the capture does not say whether {port.name} is a port of a bridge"
    return ({Doubt(f"{port.name} is a bridge port", reason): YES},)


def vlan_map(device: LinuxDevice, way: Way) -> Mapping[int, int] | None:
    """Return the VLAN field on leaving for each one on entry; None if the bridge changes none.

    Source: br_allowed_ingress and br_handle_vlan of the kernel's bridge.
    """
    if way.enters is None or way.leaves is None:
        return None
    bridge = device.world.links.get(way.enters.bridge)
    if bridge is None or not bridge.vlan_filtering:
        return None
    entering = device.world.vlans.get(way.enters.name)
    leaving = device.world.vlans.get(way.leaves.name)
    if entering is None or leaving is None:
        return None
    found: dict[int, int] = {}
    for each in entering:
        for vlan in range(max(each.first, 0), min(each.last, 4095) + 1):
            leaves_as = _leaves_as(leaving, vlan)
            if leaves_as is None:
                continue
            found[vlan] = leaves_as
            if each.pvid:
                found[UNTAGGED] = leaves_as
    return found


def _leaves_as(leaving: list[PortVlan], vlan: int) -> int | None:
    for each in leaving:
        if each.first <= vlan <= each.last:
            return UNTAGGED if each.untagged else vlan
    return None
