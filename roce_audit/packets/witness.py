"""One realistic example packet of a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    DSCP,
    ECN,
    FIELDS,
    FRAGMENT,
    LENGTH,
    PCP,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    UNTAGGED,
    VLAN,
    Doubt,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, address_text
from roce_audit.packets.ranges import Ranges, holds, intersect, single, without
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.packets.wording import ADDRESSES, MACS, address_bits, mac_text, region_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Field

__all__ = ["region_text", "without_doubts", "witness"]

_LIKELY: Mapping[Field, tuple[int, ...]] = {
    SOURCE_PORT: (49152, 50000, 60000),
    DSCP: (26, 0),
    ECN: (2, 0),
    TTL: (64, 255),
    LENGTH: (1064, 256),
    VLAN: (UNTAGGED,),
    PCP: (3, 0),
    FRAGMENT: (0,),
    SMAC: (0x020000000001,),
    DMAC: (0x020000000002,),
}
"""Values that real senders use, the most usual first."""

_EXAMPLES: Mapping[tuple[Field, int | None], int] = {
    (SOURCE, IPV4_BITS): address("10.0.0.1", IPV4_BITS),
    (DESTINATION, IPV4_BITS): address("10.0.0.2", IPV4_BITS),
    (SOURCE, IPV6_BITS): address("fd00::1", IPV6_BITS),
    (DESTINATION, IPV6_BITS): address("fd00::2", IPV6_BITS),
}
"""Addresses that look like hosts, for where any address will do."""

_UNPRIVILEGED: Ranges = ((1024, 65535),)


def witness(box: Box, traffic: Traffic | None = None) -> dict[str, object]:
    """Return one packet of ``box``, field name to JSON value.

    Addresses are text, a VLAN is a number or None for an untagged frame. Fields that are free in
    the box and in the traffic are left out, but for those that every packet of the kind has.

    Args:
        box: The packets; doubts in it are left out.
        traffic: Their kind; None if the box itself fixes everything that matters.
    """
    bounds: dict[Dimension, Ranges] = {**(REGIONS[traffic] if traffic else {}), **box}
    bits = address_bits(bounds)
    if bits is not None:
        bounds.setdefault(SOURCE_PORT, ((0, SOURCE_PORT.top),))
    picked = {field: _pick(field, bounds[field], bits) for field in FIELDS if field in bounds}
    if picked.get(SOURCE) == picked.get(DESTINATION) is not None:
        _part(picked, bounds)
    found = {field.name: _shown(field, value, bits) for field, value in picked.items()}
    if traffic is Traffic.V1:
        for field in MACS:
            found.setdefault(field.name, mac_text(_LIKELY[field][0]))
    return found


def _part(picked: dict[Field, int], bounds: Mapping[Dimension, Ranges]) -> None:
    """Give the two ends different addresses if the box has them."""
    for field in (DESTINATION, SOURCE):
        taken = picked[field]
        others = without(bounds[field], single(taken))
        if others:
            above = intersect(others, ((taken, field.top),))
            picked[field] = (above or others)[0][0]
            return


def _pick(field: Field, values: Ranges, bits: int | None) -> int:
    for likely in _likely(field, bits):
        if holds(values, likely):
            return likely
    for better in _better(field, values):
        return better
    return values[0][0]


def _likely(field: Field, bits: int | None) -> Iterable[int]:
    example = _EXAMPLES.get((field, bits))
    return _LIKELY.get(field, ()) if example is None else (example,)


def _better(field: Field, values: Ranges) -> Iterable[int]:
    """Yield values that look more usual than the lowest, best first."""
    low, high = values[0]
    if field in ADDRESSES and high - low > 1:
        # The first address of a larger range is the network's own: the next looks like a host.
        yield low + 1
    if field is SOURCE_PORT:
        yield from (low for low, _ in intersect(values, _UNPRIVILEGED))
    if field is LENGTH:
        # RoCE senders pad the payload to four bytes.
        yield from (low + -low % 4 for low, high in values if low + -low % 4 <= high)


def _shown(field: Field, value: int, bits: int | None) -> object:
    if field in ADDRESSES and bits is not None:
        return address_text(value, bits)
    if field in MACS:
        return mac_text(value)
    if field is VLAN and value == UNTAGGED:
        return None
    return value


def without_doubts(box: Box) -> Box:
    """Return ``box`` with its open questions left out."""
    return {field: values for field, values in box.items() if not isinstance(field, Doubt)}
