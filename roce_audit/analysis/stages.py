"""Filters and bindings as the steps of a walk, defaults and open questions included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Filter, Line
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.program import Back, Effect, Enter, Step, Take

if TYPE_CHECKING:
    from roce_audit.model.path import Stage


@dataclass(frozen=True, slots=True)
class Taken:
    """A line that took a packet, and whose it is.

    Attributes:
        stage: The filter at work.
        line: The line; None where the filter's default took the packet, or where a binding
            that may not work let it pass.
    """

    stage: Stage
    line: Line | None


NO = ((0, 0),)
"""The answer "no" to a doubt, as a value set."""


def steps_of(stage: Stage) -> tuple[Step[Taken], ...]:
    """Return ``stage`` as steps; a packet that it does not see falls off their end."""
    # The filter is entered as a list of its own, so that a goto ends at the filter's default.
    lines = Enter(_lines(stage, stage.filter.lines), resume=True)
    inner = (Step((EVERYTHING,), None, lines), *_default(stage))
    outer: list[Step[Taken]] = []
    if stage.spared:
        outer.append(Step(stage.spared, None, Take(permit=True)))
    doubt = stage.binding.doubt if stage.binding else None
    if doubt is not None:
        outer.append(Step(({doubt: NO},), Taken(stage, None), Take(permit=True)))
    outer.append(Step(stage.sees, None, Enter(inner, resume=False)))
    return tuple(outer)


def _lines(stage: Stage, lines: tuple[Line, ...]) -> tuple[Step[Taken], ...]:
    return tuple(
        Step(line.matches, Taken(stage, line), _effect(stage, line.action)) for line in lines
    )


def _effect(stage: Stage, action: Action | Call) -> Effect[Taken]:
    match action:
        case Call():
            return Enter(_lines(stage, action.lines), action.resume)
        case Action.RETURN:
            return Back()
        case _:
            return Take(permit=action is Action.PERMIT)


def _default(stage: Stage) -> tuple[Step[Taken], ...]:
    acl: Filter = stage.filter
    permit = acl.default is Action.PERMIT
    certain: Step[Taken] = Step((EVERYTHING,), Taken(stage, None), Take(permit))
    if acl.default_doubt is None:
        return (certain,)
    contrary: Step[Taken] = Step(({acl.default_doubt: NO},), Taken(stage, None), Take(not permit))
    return (contrary, certain)
