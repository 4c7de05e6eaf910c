"""Boxes in words: for each field its values, as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    ETHERTYPE,
    FIELDS,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    UNTAGGED,
    VLAN,
    Dimension,
    Field,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address_text, prefixes
from roce_audit.packets.ranges import Ranges, intersect
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, REGIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box

MOST_PARTS = 8
"""Ranges or prefixes of one field that are spelled out."""

ADDRESSES = (SOURCE, DESTINATION)
MACS = (SMAC, DMAC)

_HEX = "{:#06x}".format

_ALWAYS = (SOURCE, DESTINATION, SOURCE_PORT)
"""Fields of IP traffic that are shown even where they are free."""


def region_text(box: Box) -> dict[str, str]:
    """Return ``box`` in words: field name to its values.

    Addresses are prefixes where ranges are prefixes. A field is left out where it is wholly free
    or says no more than the kind of traffic does; source, destination and source port of IP
    packets are always there, and come first.
    """
    bits = address_bits(box)
    usual = _usual(box)
    always = _ALWAYS if bits is not None else ()
    told: dict[str, str] = {}
    for field in (*always, *(field for field in FIELDS if field not in always)):
        whole: Ranges = ((0, _top(field, bits)),)
        values = box.get(field, whole)
        if field in always or (values != whole and values != usual.get(field)):
            told[field.name] = values_text(field, values, bits)
    return told


def address_bits(bounds: Mapping[Dimension, Ranges]) -> int | None:
    """Return the width of the addresses of a box: 32, 128, or None if they are no IP packets."""
    kinds = {ETHERTYPE_IPV4: IPV4_BITS, ETHERTYPE_IPV6: IPV6_BITS}
    values = bounds.get(ETHERTYPE, ())
    return kinds.get(values[0][0]) if values else None


def mac_text(value: int) -> str:
    """Return a MAC address in colon form."""
    return ":".join(f"{value >> shift & 0xFF:02x}" for shift in range(40, -1, -8))


def _usual(box: Box) -> Box:
    """Return the whole region of the kind of traffic that all packets of ``box`` belong to."""
    for region in REGIONS.values():
        if all(
            field in box and intersect(box[field], values) == box[field]
            for field, values in region.items()
        ):
            return region
    return {}


def _top(field: Field, bits: int | None) -> int:
    return (1 << bits) - 1 if field in ADDRESSES and bits is not None else field.top


def values_text(field: Field, values: Ranges, bits: int | None = None) -> str:
    """Return a value set in words, shortened if it is long.

    Args:
        field: What the values are of.
        values: At least one.
        bits: Width of addresses, 32 or 128; None shows them as numbers.
    """
    few = values[:MOST_PARTS]
    if field in ADDRESSES and bits is not None:
        parts = [_address_part(low, high, bits) for low, high in few]
    else:
        parts = [_part(field, low, high) for low, high in few]
    more = len(values) - len(few)
    return f"{','.join(parts)} and {more} more" if more else ",".join(parts)


def _address_part(low: int, high: int, bits: int) -> str:
    high = min(high, (1 << bits) - 1)
    first, *others = prefixes(((low, high),), bits)
    return f"{address_text(low, bits)}-{address_text(high, bits)}" if others else first


def _part(field: Field, low: int, high: int) -> str:
    if field is VLAN and low == UNTAGGED:
        return "untagged"
    if field is VLAN and high == UNTAGGED:
        return f"{_part(field, low, UNTAGGED - 1)},untagged"
    show = mac_text if field in MACS else _HEX if field is ETHERTYPE else str
    return show(low) if low == high else f"{show(low)}-{show(high)}"
