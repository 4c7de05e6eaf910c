"""Boxes without other boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import DESTINATION, ETHERTYPE, SOURCE
from roce_audit.packets.ranges import single, without
from roce_audit.packets.traffic import ETHERTYPE_IPV4, IPV4_TOP

if TYPE_CHECKING:
    from collections.abc import Iterable


def remainder(box: Box, holes: Iterable[Box]) -> list[Box]:
    """Return the packets of ``box`` that lie in none of ``holes``, as disjoint boxes."""
    left = [bounded(box)]
    for hole in holes:
        left = [rest for piece in left for rest in _outside(piece, hole)]
    return left


def bounded(box: Box) -> Box:
    """Return ``box`` with the addresses of IPv4 packets held to 32 bits."""
    if box.get(ETHERTYPE) != single(ETHERTYPE_IPV4):
        return box
    narrowed = clip(box, {SOURCE: ((0, IPV4_TOP),), DESTINATION: ((0, IPV4_TOP),)})
    return box if narrowed is None else narrowed


def _outside(box: Box, hole: Box) -> list[Box]:
    if clip(hole, box) is None:
        return [box]
    pieces: list[Box] = []
    core = dict(box)
    for dimension, values in hole.items():
        known = core.get(dimension, ((0, dimension.top),))
        rest = without(known, values)
        if rest:
            pieces.append({**core, dimension: rest})
            core[dimension] = without(known, rest)
    return pieces
