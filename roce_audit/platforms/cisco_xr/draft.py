"""A filter entry while it is read, and the lines it becomes if not every word was understood."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action, Line
from roce_audit.packets.boxes import EVERYTHING, NO_PACKETS, Box, clip
from roce_audit.packets.fields import (
    DESTINATION_PORT,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    SOURCE_PORT,
    Dimension,
    Doubt,
)
from roce_audit.packets.ranges import Ranges, intersect, single
from roce_audit.platforms.cisco_xr.settings import YES

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_xr.extents import Groups
    from roce_audit.reading.statement import Statement, Words

ACTIONS = {"permit": Action.PERMIT, "deny": Action.DENY}
_UPPER = frozenset({DESTINATION_PORT, SOURCE_PORT, ICMP_TYPE, ICMP_CODE})
"""Fields that a later fragment does not carry."""
_WITH_HEADER = ((0, 1),)
_LATER = single(2)


class Draft:
    """What is understood of an entry so far.

    Attributes:
        statement: The entry as captured.
        groups: Object groups, read to the end.
        box: The conditions read, those of the list's family included.
        factors: Alternatives that come from groups; the entry matches one of each.
        loose: The condition that an unknown word, if it comes next, might widen.
        nothing: No packet can match, whatever else follows.
        limit: Why a permitted packet may be dropped after all: a limited rate; "" if it may not.
        reason: Why the entry is not fully understood; "" if it is.
    """

    __slots__ = ("box", "factors", "groups", "limit", "loose", "nothing", "reason", "statement")

    def __init__(self, statement: Statement, scope: Box, groups: Groups) -> None:
        self.statement = statement
        self.groups = groups
        self.box: dict[Dimension, Ranges] = dict(scope)
        self.factors: list[tuple[Box, ...]] = []
        self.loose: Field | None = None
        self.nothing = False
        self.reason = ""
        self.limit = ""

    def narrow(self, field: Field, values: Ranges) -> None:
        """Add a condition; a second one on the same field must hold too."""
        known = self.box.get(field)
        if known is not None:
            values = intersect(known, values)
        if values:
            self.box[field] = values
        else:
            self.nothing = True

    def choose(self, alternatives: tuple[Box, ...], doubt: Doubt | None) -> None:
        """Add alternatives that come from a group; with a doubt, other packets may match too."""
        if doubt is not None:
            self.reason = doubt.reason
            alternatives = (*alternatives, {doubt: YES})
        if not alternatives:
            self.nothing = True
        elif alternatives != (EVERYTHING,):
            self.factors.append(alternatives)

    def question(self, doubt: Doubt) -> None:
        """Add a condition that the configuration does not answer."""
        self.box[doubt] = YES
        self.reason = doubt.reason

    def not_understood(self, reason: str) -> None:
        """Note that something that can only narrow the match is not understood."""
        self.question(line_doubt(self.statement, reason))

    def beside_roce(self, what: str) -> None:
        """Add a condition that no field stands for, on packets that RoCE never sends."""
        self.box[line_doubt(self.statement, f"{what} are not compared")] = YES

    def beside_later(self, *, whole: bool) -> None:
        """Add a condition on the offset of later fragments, which no field stands for.

        Args:
            whole: Whether packets that are not fragments match too.
        """
        later: Box = {FRAGMENT: _LATER, line_doubt(self.statement, "offsets are not compared"): YES}
        self.factors.append(({FRAGMENT: _WITH_HEADER}, later) if whole else (later,))

    def lines(self, action: Action, label: str) -> tuple[Line, ...]:
        """Return the filter lines that do what the entry does."""
        boxes: list[Box] = []
        if not self.nothing:
            for whole in self._wholes():
                boxes += _with_fragments(whole, action)
        line = Line(action, tuple(boxes) or NO_PACKETS, self.statement.source, label)
        if not self.limit or action is Action.DENY:
            return (line,)
        over = line_doubt(self.statement, self.limit)
        dropped = tuple({**box, over: YES} for box in boxes)
        return (Line(Action.DENY, dropped, self.statement.source, label), line)

    def _wholes(self) -> list[Box]:
        if not self.factors:
            return [self.box]
        found: list[Box] = []
        for parts in product(*self.factors):
            whole: Box | None = self.box
            for part in parts:
                whole = clip(part, whole) if whole is not None else None
            if whole is not None:
                found.append(whole)
        return found


def _with_fragments(box: Box, action: Action) -> tuple[Box, ...]:
    """Say what later fragments do: a permit with ports takes them by addresses, a deny none."""
    if FRAGMENT in box or _UPPER.isdisjoint(box):
        return (box,)
    if action is Action.DENY:
        return ({**box, FRAGMENT: _WITH_HEADER},)
    later = {field: values for field, values in box.items() if field not in _UPPER}
    later[FRAGMENT] = _LATER
    return (box, later)


Grammar: TypeAlias = "Callable[[Words, Draft], None]"
"""Reads the words behind the action into a draft."""


def read_rule(words: Words, draft: Draft, grammar: Grammar, label: str) -> tuple[Line, ...]:
    """Read ``permit ...`` or ``deny ...``; ``draft.reason`` tells whether it was understood.

    A word that is not understood makes the entry an open question for every packet that it could
    take by the words before.
    """
    action = ACTIONS[words.take()]
    try:
        grammar(words, draft)
        words.end()
    except ParseError as problem:
        draft.nothing = False
        if draft.loose is not None:
            draft.box.pop(draft.loose, None)
        draft.not_understood(problem.reason)
    return draft.lines(action, label)


def line_doubt(statement: Statement, reason: str) -> Doubt:
    """Return the doubt about one statement."""
    text = f"line {statement.line} is not understood: {reason}"
    return Doubt(f"{statement.file} line {statement.line}", text)


def either_way(statement: Statement, scope: Box, reason: str, label: str = "") -> tuple[Line, ...]:
    """Return what a statement may do whose action is not known: permit, deny or nothing."""
    doubt = line_doubt(statement, reason)
    drops = Doubt(f"{doubt.key}, as deny", doubt.reason)
    source = statement.source
    return (
        Line(Action.PERMIT, ({**scope, doubt: YES},), source, label),
        Line(Action.DENY, ({**scope, drops: YES},), source, label),
    )
