"""Why packets are dropped: outcomes of a judgement gathered by the statement that decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import DESTINATION, DMAC, SMAC, SOURCE, VLAN
from roce_audit.packets.traffic import REGIONS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from roce_audit.analysis.judgement import Judgement
    from roce_audit.analysis.stages import Taken
    from roce_audit.analysis.verdicts import Outcome
    from roce_audit.model.path import Stage
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Doubt

_WHOSE = frozenset({SOURCE, DESTINATION, SMAC, DMAC, VLAN})
"""Fields that say whose packet it is, not which packet of theirs."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One statement and the packets that it decides.

    Attributes:
        stage: The filter at work.
        line: The deciding line; None for the filter's default.
        top: The line of the filter itself by which the packets got there (``line`` or one that
            calls the list with it); None for the default.
        boxes: The packets; at least one.
        actions: DENY, or both if open.
        doubts: Open questions on which it hangs.
        whole: True if it takes every packet between some hosts, False if only some of their
            packets (source ports, DSCPs, sizes).
    """

    stage: Stage
    line: Line | None
    top: Line | None
    boxes: tuple[Box, ...]
    actions: frozenset[Action]
    doubts: tuple[Doubt, ...]
    whole: bool

    @property
    def certain(self) -> bool:
        """Whether the packets are dropped for sure."""
        return len(self.actions) == 1

    @property
    def evidence(self) -> tuple[SourceRef, ...]:
        """The deciding statement, the filter's beginning if its default decides, the binding."""
        decider = self.line.source if self.line else _default_of(self.stage.filter)
        binding = self.stage.binding
        return (decider, binding.source) if binding else (decider,)

    @property
    def words(self) -> str:
        """The decider in words: ``line 12 "20 deny ..." of ip access-list X``."""
        acl = self.stage.filter
        kind = f"{acl.kind} {acl.name}" if acl.kind else acl.name
        if self.line is None:
            return f"the end of {kind} (no line matches)"
        return f'"{self.line.source.text}" in {kind}'


def _default_of(acl: Filter) -> SourceRef:
    return SourceRef(acl.source.file, acl.source.line, acl.source.text)


def denials(judgement: Judgement) -> tuple[Cause, ...]:
    """Return what drops, or may drop, packets of a judgement, in the order of the filters.

    Packets that are dropped whatever the filters say are not among them: see ``Answer.reason``.
    """
    groups: dict[Hashable, list[Outcome]] = {}
    for outcome in judgement.answer.outcomes:
        if Action.DENY in outcome.actions and outcome.trail:
            groups.setdefault(_key(outcome), []).append(outcome)
    return tuple(_cause(judgement, group) for group in groups.values())


def _key(outcome: Outcome) -> Hashable:
    last = outcome.trail[-1]
    line = last.line.source if last.line else None
    return (last.stage.filter.key, line, outcome.actions, outcome.doubts)


def _cause(judgement: Judgement, group: list[Outcome]) -> Cause:
    last = group[0].trail[-1]
    boxes = tuple(outcome.box for outcome in group)
    fixed = REGIONS[judgement.traffic]
    whole = all(
        set(box) - set(fixed) <= _WHOSE
        and all(box[field] == fixed[field] for field in fixed if field not in _WHOSE)
        for box in boxes
    )
    tops = {id(each): each for each in (_top(outcome.trail) for outcome in group) if each}
    top = _first(last.stage.filter, tops.values())
    return Cause(last.stage, last.line, top, boxes, group[0].actions, group[0].doubts, whole)


def _top(trail: tuple[Taken, ...]) -> Line | None:
    """Return the line of the deciding filter itself, not of a list that it calls."""
    stage = trail[-1].stage
    first = next(each for each in trail if each.stage is stage)
    return first.line


def _first(acl: Filter, lines: Iterable[Line]) -> Line | None:
    wanted = {id(line) for line in lines}
    return next((line for line in acl.lines if id(line) in wanted), None)
