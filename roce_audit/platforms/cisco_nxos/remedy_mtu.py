"""Repair of a small MTU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.remedy import SetMtu
from roce_audit.platforms.cisco_nxos.device import NxosDevice
from roce_audit.platforms.cisco_nxos.names import is_transit
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.device import Device
    from roce_audit.model.remedy import Remedy

_FLAP = "Changing the MTU may take the link down for a moment."
_LARGEST = (
    "Layer-2 ports take only 1500 or the system jumbo MTU, so the largest value is set, not just "
    "what the fabric needs."
)


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the values that raise the MTU of an interface to the system's largest.

    None if that is too small, if the MTU comes from a network-qos policy, or if the interface is
    not there.
    """
    if not isinstance(remedy, SetMtu) or not isinstance(device, NxosDevice):
        return None
    found = device.interfaces.get(remedy.interface)
    largest = device.jumbo_bytes
    if found is None or not is_transit(found.name) or device.mtu_by_policy:
        return None
    if largest < remedy.payload_bytes:
        return None
    carrier = device.interfaces.get(found.parent, found) if found.encapsulation is None else found
    return Rendered(
        "set_mtu",
        {"interface": carrier.name, "mtu": largest, "old": carrier.mtu_bytes},
        (_FLAP, _LARGEST),
        (f"show interface {carrier.name} | include MTU",),
    )
