"""Which interface takes the packets that enter or leave at a port, by their tag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import NotThere
from roce_audit.model.device import Mode
from roce_audit.packets.fields import UNTAGGED, Doubt
from roce_audit.packets.ranges import Ranges, holds, normalise, single, size
from roce_audit.platforms.cisco_xr.names import port_of

if TYPE_CHECKING:
    from roce_audit.model.device import Device, Interface


@dataclass(frozen=True, slots=True)
class Place:
    """One end of a passage.

    Attributes:
        interface: What takes the packets; None if it is refused.
        vlans: Tags that they carry there; empty if any.
        refused: Why nothing takes them, as a sentence; "" if something does.
        doubt: Why ``interface`` is not certain.
    """

    interface: Interface | None
    vlans: Ranges = ()
    refused: str = ""
    doubt: Doubt | None = None

    @property
    def is_circuit(self) -> bool:
        """Whether it is an attachment circuit, whose lists look at tags."""
        return self.interface is not None and self.interface.mode is not Mode.ROUTED


def place_of(device: Device, name: str, vlan: int | None, near: int | None = None) -> Place | None:
    """Return the end of a passage at interface ``name``; None if none is named.

    Args:
        device: Where.
        name: Full interface name.
        vlan: VLAN tag asked about, ``UNTAGGED``, or None for whatever the port carries.
        near: Bridge-domain of the other end: a subinterface in it is meant if one is.

    Raises:
        NotThere: The capture has no such interface or VLAN.
    """
    if not name:
        return None
    asked = device.interfaces.get(name)
    if asked is None:
        raise NotThere(f"{device.name} has no interface {name!r}")
    bundle = device.interfaces.get(asked.parent) if asked.encapsulation is None else None
    if bundle is not None and not asked.enabled:
        return Place(None, refused=f"{name} is shut down")
    found = _takers(device, bundle or asked, vlan)
    if not found:
        text = "untagged frames" if vlan == UNTAGGED else f"VLAN {vlan}"
        return Place(None, refused=f"nothing at {(bundle or asked).name} takes {text}")
    chosen = [each for each in found if near is not None and each.access_vlan == near] or found
    first = chosen[0]
    vlans = single(vlan) if vlan is not None else frames_of(first)
    if len(chosen) == 1:
        return Place(first, vlans)
    names = ", ".join(each.name for each in chosen[:5])
    reason = f"packets may cross {name} at any of {names}; name one, or a VLAN"
    return Place(first, vlans, doubt=Doubt(f"subinterface of {name}", reason))


def frames_of(interface: Interface) -> Ranges:
    """Return the tags of the frames that an interface takes; empty if that is not said."""
    untagged = single(UNTAGGED) if interface.native_vlan is not None else ()
    return normalise((*interface.allowed_vlans, *untagged))


def _takers(device: Device, port: Interface, vlan: int | None) -> list[Interface]:
    """Return the interfaces that may take packets of ``vlan`` at a port."""
    below = [each for each in device.interfaces.values() if port_of(each.name) == port.name]
    if vlan is None:
        return below if below and _is_idle(device, port) else [port]
    if port.svi_vlan is not None:
        return [port]
    if port_of(port.name):
        return [port] if holds(frames_of(port), vlan) or not frames_of(port) else []
    fits = [each for each in below if holds(frames_of(each), vlan)]
    if fits:
        least = min(size(frames_of(each)) for each in fits)
        return [each for each in fits if size(frames_of(each)) == least]
    if vlan == UNTAGGED or port.mode is Mode.ACCESS:
        return [port]
    if not any(holds(frames_of(each), vlan) for each in device.interfaces.values()):
        raise NotThere(f"{device.name} has no subinterface for VLAN {vlan}")
    return []


def _is_idle(device: Device, port: Interface) -> bool:
    """Whether a port has no use of its own: only its subinterfaces carry packets."""
    used = port.mode is Mode.ACCESS or port.addresses
    return not used and not any(each.interface == port.name for each in device.bindings)
