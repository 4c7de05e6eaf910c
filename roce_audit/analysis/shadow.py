"""Permits written for RoCE that no RoCE packet reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action, Line
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE
from roce_audit.packets.ranges import size
from roce_audit.packets.traffic import REGIONS, ROCE, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def hidden_permits(stage: Stage) -> list[Hidden]:
    """Return the permits for RoCE of a filter's own list that earlier lines hide entirely.

    A permit hidden by permits alone does no harm and is left out.
    """
    found: list[Hidden] = []
    for line in stage.filter.lines:
        takers = [each for region in _regions(line) for each in _takers(stage, region)]
        if not takers or any(each is line for each in takers):
            continue
        # Lines hold mappings, which have no hash: their identity tells them apart.
        distinct = {id(each): each for each in takers}.values()
        by = sorted(distinct, key=lambda taker: taker.action is not Action.DENY)
        if by[0].action is Action.DENY:
            found.append(Hidden(line, tuple(by)))
    return found


def _regions(line: Line) -> Iterator[Box]:
    """Yield the RoCE packets that a permit names; none if it is no permit or names none."""
    if line.action is not Action.PERMIT:
        return
    for traffic in ROCE:
        for box in line.matches:
            region = clip(box, REGIONS[traffic])
            if region is not None and _names_roce(box, traffic):
                yield region


def _names_roce(box: Box, traffic: Traffic) -> bool:
    field = ETHERTYPE if traffic is Traffic.V1 else DESTINATION_PORT
    values = box.get(field)
    return values is not None and size(values) <= _BY_NAME


def _takers(stage: Stage, region: Box) -> Iterator[Line]:
    for outcome in outcomes((Stage(stage.filter),), region):
        line = outcome.trail[0].line if outcome.trail else None
        if line is not None:
            yield line
