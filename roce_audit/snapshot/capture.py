"""A snapshot in memory: what was captured from whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.snapshot.status import DeviceStatus

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.reading.document import Document


@dataclass(frozen=True, slots=True)
class Damage:
    """A file of a device that is not what was captured, or cannot be read.

    Attributes:
        file: Its path, as the snapshot was named.
        reason: File, what is wrong with it and what to do, a sentence without its full stop.
    """

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceCapture:
    """Everything captured from one device.

    Attributes:
        name: Inventory name.
        role: ``switch`` or ``host``.
        platform: As the inventory says, "" for a host or where nobody said.
        documents: What can be read, in the order of the commands.
        failures: Why evidence is missing or incomplete, each a sentence without its full stop;
            empty if everything arrived.
        status: How its capture ended.
        damage: What is wrong with its files; where anything is, there are no documents: the
            others say only half of what the device does, and half a device is judged wrongly.
    """

    name: str
    role: str
    platform: str
    documents: tuple[Document, ...]
    failures: tuple[str, ...] = ()
    status: DeviceStatus = DeviceStatus.CAPTURED
    damage: tuple[Damage, ...] = ()

    @property
    def explained(self) -> bool:
        """Whether it says why something is not there."""
        return bool(self.failures or self.damage)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The evidence of one audit.

    Attributes:
        devices: By inventory name.
        taken: When it was captured, ISO 8601; "" if unknown (a folder filled by hand).
        partial: True if the capture was interrupted.
    """

    devices: Mapping[str, DeviceCapture] = field(default_factory=dict[str, DeviceCapture])
    taken: str = ""
    partial: bool = False
