"""One realistic example packet of a box, and a box in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
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
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, address_text, prefixes
from roce_audit.packets.ranges import Ranges, intersect, single, without
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, REGIONS, Traffic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Field
    from roce_audit.packets.ranges import Ranges

MOST_PARTS = 8
"""Ranges or prefixes of one field that are spelled out in words."""

_LIKELY: Mapping[Field, tuple[int, ...]] = {
    SOURCE_PORT: (49152, 50000, 60000, 1024),
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

_ALWAYS = (SOURCE, DESTINATION, SOURCE_PORT)
"""Fields of IP traffic that are shown even where they are free."""

_MACS = (SMAC, DMAC)
_ADDRESSES = (SOURCE, DESTINATION)


def witness(box: Box, traffic: Traffic | None = None) -> dict[str, object]:
    """Return one packet of ``box``, field name to JSON value.

    Addresses are text, a VLAN is a number or None for an untagged frame. Fields that are free in
    the box and in the traffic are left out, but for those that every packet of the kind has.

    Args:
        box: The packets; doubts in it are left out.
        traffic: Their kind; None if the box itself fixes everything that matters.
    """
    bounds: dict[Dimension, Ranges] = {**(REGIONS[traffic] if traffic else {}), **box}
    version = _bits(bounds)
    if version is not None:
        bounds.setdefault(SOURCE_PORT, ((0, SOURCE_PORT.top),))
    picked = {field: _pick(field, bounds[field], version) for field in FIELDS if field in bounds}
    if SOURCE in picked and picked[SOURCE] == picked.get(DESTINATION):
        picked[DESTINATION] = _other(bounds[DESTINATION], picked[SOURCE])
    found = {field.name: _shown(field, value, version) for field, value in picked.items()}
    if traffic is Traffic.V1:
        found.setdefault("smac", _mac(_LIKELY[SMAC][0]))
        found.setdefault("dmac", _mac(_LIKELY[DMAC][0]))
    return found


def _bits(bounds: Mapping[Dimension, Ranges]) -> int | None:
    kinds = {ETHERTYPE_IPV4: IPV4_BITS, ETHERTYPE_IPV6: IPV6_BITS}
    values = bounds.get(ETHERTYPE, ())
    return kinds.get(values[0][0]) if values else None


_EXAMPLES: Mapping[tuple[Field, int | None], int] = {
    (SOURCE, IPV4_BITS): address("10.0.0.1", IPV4_BITS),
    (DESTINATION, IPV4_BITS): address("10.0.0.2", IPV4_BITS),
    (SOURCE, IPV6_BITS): address("fd00::1", IPV6_BITS),
    (DESTINATION, IPV6_BITS): address("fd00::2", IPV6_BITS),
}
"""Addresses that look like hosts, for where any address will do."""


def _pick(field: Field, values: Ranges, bits: int | None) -> int:
    example = _EXAMPLES.get((field, bits))
    for likely in (*_LIKELY.get(field, ()), *([example] if example is not None else [])):
        if any(low <= likely <= high for low, high in values):
            return likely
    low, high = values[0]
    # The first address of a larger range is the network's own: the next one looks like a host.
    return low + 1 if field in _ADDRESSES and high - low > 1 else low


def _other(values: Ranges, taken: int) -> int:
    """Return a value other than ``taken``, if there is one: hosts do not talk to themselves."""
    rest = without(values, single(taken))
    return rest[0][0] if rest else taken


def _shown(field: Field, value: int, bits: int | None) -> object:
    if field in _ADDRESSES and bits is not None:
        return address_text(value, bits)
    if field in _MACS:
        return _mac(value)
    if field is VLAN and value == UNTAGGED:
        return None
    return value


def _mac(value: int) -> str:
    return ":".join(f"{value >> shift & 0xFF:02x}" for shift in range(40, -1, -8))


def region_text(box: Box) -> dict[str, str]:
    """Return ``box`` in words: field name to its values.

    Addresses are prefixes where ranges are prefixes. A field is left out where it is wholly free
    or fixed by the kind of traffic; source, destination and source port of IP packets are always
    there.
    """
    bits = _bits(box)
    told: dict[str, str] = {}
    for field in FIELDS:
        always = bits is not None and field in _ALWAYS
        if field not in box and not always:
            continue
        values = box.get(field, ((0, _top(field, bits)),))
        if always or not _is_usual(field, values, bits):
            told[field.name] = _words(field, values, bits)
    return _in_order(told)


def _in_order(told: dict[str, str]) -> dict[str, str]:
    first = {field.name: told[field.name] for field in _ALWAYS if field.name in told}
    return {**first, **told}


def _top(field: Field, bits: int | None) -> int:
    return (1 << bits) - 1 if field in _ADDRESSES and bits is not None else field.top


def _is_usual(field: Field, values: Ranges, bits: int | None) -> bool:
    """Whether ``values`` say nothing beyond the kind of traffic."""
    if values == ((0, _top(field, bits)),):
        return True
    return any(region.get(field) == values for region in REGIONS.values())


def _words(field: Field, values: Ranges, bits: int | None) -> str:
    if field in _ADDRESSES and bits is not None:
        return _joined(_address_parts(intersect(values, ((0, (1 << bits) - 1),)), bits))
    parts = [_part(field, low, high) for low, high in values]
    return _joined(parts)


def _address_parts(values: Ranges, bits: int) -> list[str]:
    parts: list[str] = []
    for low, high in values:
        whole = list(prefixes(((low, high),), bits))
        if len(whole) == 1:
            parts += whole
        else:
            parts.append(f"{address_text(low, bits)}-{address_text(high, bits)}")
    return parts


def _part(field: Field, low: int, high: int) -> str:
    if field is VLAN and low == UNTAGGED:
        return "untagged"
    if field is VLAN and high == UNTAGGED:
        return f"{_part(field, low, high - 1)},untagged"
    show = _mac if field in _MACS else hex if field is ETHERTYPE else str
    return show(low) if low == high else f"{show(low)}-{show(high)}"


def _joined(parts: list[str]) -> str:
    if len(parts) <= MOST_PARTS:
        return ",".join(parts)
    return f"{','.join(parts[:MOST_PARTS])} and {len(parts) - MOST_PARTS} more"


def without_doubts(box: Box) -> Box:
    """Return ``box`` with its open questions left out."""
    return {field: values for field, values in box.items() if not isinstance(field, Doubt)}
