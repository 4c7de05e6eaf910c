"""Filters and bindings as the steps of a walk, defaults and open questions included."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box, Sieve
from roce_audit.packets.program import DEEPEST, NO, TooLargeError
from roce_audit.packets.steps import Back, Effect, Enter, Step, Take

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


def steps_of(stage: Stage, region: Box = EVERYTHING) -> tuple[Step[Taken], ...]:
    """Return ``stage`` as steps; a packet that it does not see falls off their end.

    Args:
        stage: A filter at work.
        region: The packets asked about; lines that cannot meet them may be left out.

    Raises:
        TooLargeError: Calls deeper than ``DEEPEST``.
    """
    # The filter is entered as a list of its own, so that a goto ends at the filter's default.
    writer = _Writer(stage, Sieve.of(region))
    lines = Enter(writer.steps(stage.filter.lines), resume=True)
    inner = (Step((EVERYTHING,), None, lines), *_default(stage))
    outer: list[Step[Taken]] = []
    if stage.spared:
        outer.append(Step(stage.spared, None, Take(permit=True)))
    doubt = stage.binding.doubt if stage.binding else None
    if doubt is not None:
        outer.append(Step(({doubt: NO},), Taken(stage, None), Take(permit=True)))
    outer.append(Step(stage.sees, None, Enter(inner, resume=False)))
    return tuple(outer)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Turns lists of lines into steps, a list that is called often only once."""

    stage: Stage
    sieve: Sieve
    called: dict[int, tuple[Step[Taken], ...]] = field(
        default_factory=dict[int, tuple[Step[Taken], ...]]
    )
    """By the identity of a list of lines; lines hold mappings and have no hash."""

    def steps(self, lines: tuple[Line, ...], depth: int = 0) -> tuple[Step[Taken], ...]:
        if depth > DEEPEST:
            raise TooLargeError
        known = self.called.get(id(lines))
        if known is None:
            known = self.called[id(lines)] = tuple(
                Step(line.matches, Taken(self.stage, line), self._effect(line.action, depth))
                for line in self.sieve.passed(lines)
            )
        return known

    def _effect(self, action: Action | Call, depth: int) -> Effect[Taken]:
        match action:
            case Call():
                return Enter(self.steps(action.lines, depth + 1), action.resume)
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
