"""An NX-OS device: what every device has, and what only its repairs need to know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey


@dataclass(frozen=True, slots=True)
class NxosDevice(Device):
    """A device with the numbers that its lists use.

    Attributes:
        remarks: Sequence numbers of remarks, by key of the list.
        groups: Names of object groups.
        unsure: Keys of lists whose numbers may differ from the device's.
        atomic: Whether a changed list takes effect at once.
        jumbo_bytes: Largest MTU of layer-2 ports besides 1500.
        mtu_by_policy: Whether layer-2 ports take their MTU from network-qos.
    """

    remarks: Mapping[FilterKey, tuple[int, ...]] = field(
        default_factory=dict["FilterKey", tuple[int, ...]]
    )
    groups: frozenset[str] = frozenset()
    unsure: frozenset[FilterKey] = frozenset()
    atomic: bool = True
    jumbo_bytes: int = 9216
    mtu_by_policy: bool = False
