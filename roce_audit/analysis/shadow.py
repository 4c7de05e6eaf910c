"""Permits written for RoCE that no RoCE packet of the flows reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import decisions
from roce_audit.model.acl import Action, Filter, Line
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE
from roce_audit.packets.ranges import single, size
from roce_audit.packets.traffic import ETHERTYPE_ROCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.ranges import Ranges

_BY_NAME = 64
"""Most ports or EtherTypes that a line may list and still be called written for RoCE."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A permit for RoCE that never matches.

    Attributes:
        line: The permit.
        by: The earlier lines that take its packets, in order; the first of them drops some.
    """

    line: Line
    by: tuple[Line, ...]


def hidden_permits(acl: Filter, regions: Iterable[Box]) -> list[Hidden]:
    """Return the permits for RoCE of a filter's own list that earlier lines hide entirely.

    A permit hidden by permits alone does no harm and is left out, and so is one that no packet
    of ``regions`` could match.

    Args:
        acl: The filter.
        regions: The RoCE packets of the flows that meet it.
    """
    asked = list(regions)
    reached = {id(line) for region in asked for line in _takers(acl, region)}
    found: list[Hidden] = []
    for line in acl.lines:
        if line.action is not Action.PERMIT or id(line) in reached:
            continue
        takers = [each for part in _parts(line, asked) for each in _takers(acl, part)]
        # Lines hold mappings, which have no hash: their identity tells them apart.
        distinct = {id(each): each for each in takers}.values()
        by = sorted(distinct, key=lambda taker: taker.action is not Action.DENY)
        if by and by[0].action is Action.DENY:
            found.append(Hidden(line, tuple(by)))
    return found


def _parts(line: Line, regions: Iterable[Box]) -> Iterator[Box]:
    """Yield the packets of ``regions`` that a permit names by port or EtherType."""
    for region in regions:
        is_v1 = region.get(ETHERTYPE) == single(ETHERTYPE_ROCE)
        for box in line.matches:
            part = clip(box, region)
            if part is not None and _is_named(box.get(ETHERTYPE if is_v1 else DESTINATION_PORT)):
                yield part


def _is_named(values: Ranges | None) -> bool:
    return values is not None and size(values) <= _BY_NAME


def _takers(acl: Filter, region: Box) -> Iterator[Line]:
    for outcome in decisions((Stage(acl),), region).found:
        line = outcome.trail[0].line if outcome.trail else None
        if line is not None:
            yield line
