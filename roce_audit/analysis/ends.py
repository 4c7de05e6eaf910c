"""One end of a passage: the port, its VLANs and the routed interface behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import NotThere
from roce_audit.model.device import Device, Interface, Mode
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.ranges import Ranges, intersect, single

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.fields import Doubt


@dataclass(frozen=True, slots=True)
class End:
    """Where a packet enters or leaves.

    Attributes:
        name: Interface asked about.
        port: The port, the LAG of a member; None for an SVI.
        vlans: VLANs the packet may be in; empty on a routed port.
        routed: Routed interfaces at this end, with the VLANs each serves (empty: not a VLAN's).
        down: Why nothing passes here, as a sentence; "" if something may.
        is_routed: True on a routed port, subinterface or SVI; None if the mode is not certain.
        doubt: Why ``is_routed`` is None.
    """

    name: str
    port: Interface | None
    vlans: Ranges
    routed: tuple[tuple[Interface, Ranges], ...]
    down: str = ""
    is_routed: bool | None = False
    doubt: Doubt | None = None


def end_of(device: Device, name: str, vlan: int | None) -> End:
    """Return the end of a passage at interface ``name``.

    Args:
        device: Where.
        name: Full interface name.
        vlan: VLAN asked about, ``UNTAGGED``, or None for whatever the port carries.

    Raises:
        NotThere: The capture has no such interface or VLAN.
    """
    asked = device.interfaces.get(name)
    if asked is None:
        raise NotThere(f"{device.name} has no interface {name!r}")
    asked = _subinterface(device, asked, vlan) or asked
    port = _carrier(device, asked)
    if not (asked.enabled and port.enabled):
        return End(name, port, (), (), down=f"{name} is shut down")
    if port.mode is Mode.ROUTED:
        return _routed_end(name, port, _untaken(device, port, vlan))
    return _bridged_end(device, name, port, vlan)


def _subinterface(device: Device, asked: Interface, vlan: int | None) -> Interface | None:
    """Return the subinterface of a routed port that takes the frames of ``vlan``, or None."""
    if vlan is None or asked.mode is not Mode.ROUTED:
        return None
    for each in device.interfaces.values():
        if each.parent == asked.name and each.encapsulation == vlan:
            return each
    return None


def _carrier(device: Device, interface: Interface) -> Interface:
    """Return the LAG of a member port; its configuration is what counts."""
    if interface.parent and interface.encapsulation is None:
        return device.interfaces.get(interface.parent, interface)
    return interface


def _untaken(device: Device, port: Interface, vlan: int | None) -> str:
    """Return why a routed interface takes no frames of ``vlan``, as a sentence, or ""."""
    own = port.encapsulation if port.svi_vlan is None else port.svi_vlan
    # A subinterface that does not say its VLAN may be told in words that were not read.
    if vlan in (None, UNTAGGED, own) or (port.parent and own is None):
        return ""
    _must_exist(device, vlan)
    return f"{port.name} is routed and takes no frames of VLAN {vlan}"


def _routed_end(name: str, port: Interface, down: str) -> End:
    if port.svi_vlan is not None:
        vlans = single(port.svi_vlan)
        return End(name, None, vlans, ((port, vlans),), down, is_routed=True)
    return End(name, port, (), ((port, ()),), down, is_routed=True)


def _bridged_end(device: Device, name: str, port: Interface, vlan: int | None) -> End:
    vlans, down = _vlans(device, port, vlan)
    own = ((port, ()),) if port.mode is Mode.UNKNOWN else ()
    svis = tuple(
        (each, single(each.svi_vlan))
        for each in device.interfaces.values()
        if each.svi_vlan is not None and each.enabled and intersect(single(each.svi_vlan), vlans)
    )
    doubt = port.mode_doubt
    is_routed = None if doubt is not None or port.mode is Mode.UNKNOWN else False
    return End(name, port, vlans, (*own, *svis), down, is_routed, doubt)


def _vlans(device: Device, port: Interface, vlan: int | None) -> tuple[Ranges, str]:
    """Return the VLANs of a bridged port, and why nothing passes if nothing does."""
    if vlan is not None and vlan != UNTAGGED:
        _must_exist(device, vlan)
    if port.mode is Mode.TRUNK:
        return _trunk_vlans(device, port, vlan)
    member = port.access_vlan
    if vlan not in (None, UNTAGGED, member):
        return (), f"{port.name} does not carry VLAN {vlan}"
    if member is None:
        return (), ""
    if not _is_active(device, member):
        return single(member), f"VLAN {member} is not active"
    return single(member), ""


def _trunk_vlans(device: Device, port: Interface, vlan: int | None) -> tuple[Ranges, str]:
    if vlan == UNTAGGED:
        if port.native_vlan is None:
            return (), f"{port.name} drops untagged frames"
        vlan = port.native_vlan
    wanted = port.allowed_vlans if vlan is None else single(vlan)
    carried = tuple(intersect(wanted, port.allowed_vlans))
    if device.vlans_listed:
        known = tuple((number, number) for number in sorted(device.vlans))
        carried = intersect(carried, known)
    inactive = [number for number, each in device.vlans.items() if not each.active]
    active = tuple(part for part in carried if not (part[0] == part[1] and part[0] in inactive))
    if active:
        return active, ""
    what = f"VLAN {vlan}" if vlan is not None else "any VLAN that exists"
    return carried, f"{port.name} does not carry {what}"


def _is_active(device: Device, vlan: int) -> bool:
    known = device.vlans.get(vlan)
    return known.active if known else not device.vlans_listed or vlan == 1


def _must_exist(device: Device, vlan: int | None) -> None:
    known = {1, *device.vlans, *_mentioned(device)}
    if len(known) > 1 and vlan not in known:
        raise NotThere(f"{device.name} has no VLAN {vlan}")


def _mentioned(device: Device) -> Iterator[int]:
    """Yield the VLANs that ports, routed interfaces and VLAN filters name."""
    for interface in device.interfaces.values():
        yield from (each for each in (interface.access_vlan, interface.svi_vlan) if each)
        if interface.native_vlan is not None:
            yield interface.native_vlan
        if interface.allowed_vlans != EVERY_VLAN and not device.vlans_listed:
            yield from _numbers(interface.allowed_vlans)
    for binding in device.bindings:
        yield from _numbers(binding.vlans)


EVERY_VLAN = ((1, 4094),)
"""What a trunk carries where nobody said: names no VLAN."""


def _numbers(vlans: Ranges) -> Iterator[int]:
    return (vlan for low, high in vlans for vlan in range(low, high + 1))
