"""Repair of a small MTU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.remedy import Remedy, SetMtu
from roce_audit.platforms.sonic.device import SonicDevice
from roce_audit.platforms.sonic.remedy_patch import APPLY, escaped
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.device import Device

_TOP, _LEAST = 9216, 68
_TABLES = ("PORT", "PORTCHANNEL", "VLAN")


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the patch that sets the MTU of a port, a LAG or a VLAN's interface."""
    if not isinstance(remedy, SetMtu) or not isinstance(device, SonicDevice):
        return None
    name = device.aliases.get(remedy.interface, remedy.interface)
    interface = device.interfaces.get(name)
    table = next((each for each in _TABLES if name in device.keys.get(each, ())), "")
    if interface is None or not table or not _LEAST <= remedy.payload_bytes <= _TOP:
        return None
    if interface.parent:
        # The LAG sets the MTU of its members.
        return None
    told = f"{name} carries larger packets; the ports behind it and the peer must too."
    return Rendered(
        template="set_mtu",
        values={
            "path": f"/{table}/{escaped(name)}/mtu",
            "size": remedy.payload_bytes,
            "previous": interface.mtu_bytes or 0,
        },
        impact=(told, APPLY),
        verify=("show interfaces status",),
        extension="json",
    )
