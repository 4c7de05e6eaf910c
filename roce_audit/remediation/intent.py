"""The packets that a remedy is to let through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    FRAGMENT,
    LENGTH,
    SOURCE,
    TTL,
)
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.remedy import PermitPackets


_BOUNDS = (TTL, LENGTH, FRAGMENT)
"""Fields whose bounds in the traffic say what RoCE sends, not what a filter line can tell apart."""


def packets_of(remedy: PermitPackets) -> Iterator[Box]:
    """Yield the packets of every pair, whatever their source port, DSCP, size, TTL or VLAN.

    A filter meets the packets of the VLANs where it is bound and no others, so a line without a
    VLAN of its own lets no packet of another VLAN through.
    A line that permits UDP to a port also takes the later fragments of such datagrams on most
    platforms, because they carry no port: those between the same addresses belong to the intent.
    """
    for pair in remedy.pairs:
        sides = ((SOURCE, pair.sources), (DESTINATION, pair.destinations))
        known: Box = {field: values for field, values in sides if values}
        kind = {f: values for f, values in REGIONS[remedy.traffic].items() if f not in _BOUNDS}
        region = clip(known, kind)
        if region is None:
            continue
        yield region
        if DESTINATION_PORT in region:
            portless = {f: values for f, values in region.items() if f is not DESTINATION_PORT}
            yield {**portless, FRAGMENT: single(_LATER)}


_LATER = 2
