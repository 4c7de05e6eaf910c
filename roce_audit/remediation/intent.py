"""The packets that a remedy is to let through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import DESTINATION, SOURCE, VLAN
from roce_audit.packets.traffic import REGIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.remedy import PermitPackets


def packets_of(remedy: PermitPackets) -> Iterator[Box]:
    """Yield the packets of every pair, all ports, DSCPs, sizes and fragments they may have."""
    for pair in remedy.pairs:
        sides = ((SOURCE, pair.sources), (DESTINATION, pair.destinations))
        box: Box = {field: values for field, values in sides if values}
        if remedy.vlans:
            box = {**box, VLAN: remedy.vlans}
        region = clip(box, REGIONS[remedy.traffic])
        if region is not None:
            yield region
