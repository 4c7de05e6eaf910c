"""Which packets two versions of a filter treat differently, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import Outcome, outcomes
from roce_audit.model.acl import Action, Call, Filter, Line
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import EVERYTHING, Box, clip
from roce_audit.packets.witness import without_doubts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class Change:
    """Packets that are treated differently after a change.

    Attributes:
        box: The packets.
        before: What could happen to them.
        after: What can happen to them now.
    """

    box: Box
    before: frozenset[Action]
    after: frozenset[Action]


def changes(before: Filter, after: Filter) -> Iterator[Change]:
    """Yield every set of packets whose treatment differs; the sets may overlap.

    Only the packets of lines that are in one version and not in the other are looked at, if the
    lines in both kept their order: all other packets meet the same lines as before.
    """
    for region in _where(before, after):
        old = outcomes((Stage(before),), region)
        for now in outcomes((Stage(after),), region):
            for then in old:
                change = _change(then, now)
                if change is not None:
                    yield change


def _change(then: Outcome, now: Outcome) -> Change | None:
    if then.actions == now.actions:
        return None
    common = clip(then.box, now.box)
    return None if common is None else Change(common, then.actions, now.actions)


def _where(before: Filter, after: Filter) -> Iterable[Box]:
    """Return boxes that hold every packet whose treatment can differ."""
    if (before.default, before.default_doubt) != (after.default, after.default_doubt):
        return [EVERYTHING]
    old = [(content(line), line) for line in before.lines]
    new = [(content(line), line) for line in after.lines]
    old_keys, new_keys = {key for key, _ in old}, {key for key, _ in new}
    kept = [key for key, _ in old if key in new_keys]
    if kept != [key for key, _ in new if key in old_keys]:
        return [EVERYTHING]
    odd = [line for key, line in old if key not in new_keys]
    odd += [line for key, line in new if key not in old_keys]
    return [without_doubts(box) for line in odd for box in line.matches]


def content(line: Line) -> str:
    """Return what a line does, without its place and label, as a key."""
    boxes = [sorted((d.name, values) for d, values in box.items()) for box in line.matches]
    if isinstance(line.action, Call):
        inner = [content(each) for each in line.action.lines]
        return f"{boxes} call {line.action.resume} {inner}"
    return f"{boxes} {line.action}"
