"""A filter entry while it is read, and the lines it becomes if not every word was understood."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeVar

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action, Line
from roce_audit.packets.boxes import EVERYTHING, NO_PACKETS, Box, clip
from roce_audit.packets.program import YES
from roce_audit.packets.ranges import Ranges, intersect
from roce_audit.reading.doubts import line_doubt
from roce_audit.reading.later_fragments import with_later

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.fields import Dimension, Doubt, Field
    from roce_audit.reading.statement import Statement, Words

ACTIONS = {"permit": Action.PERMIT, "deny": Action.DENY}


class EntryDraft:
    """What is understood of an entry so far.

    Attributes:
        statement: The entry as captured.
        box: The conditions read, those of the list's family included.
        factors: Alternatives that come from groups; the entry matches one of each.
        loose: The condition that an unknown word, if it comes next, might widen.
        nothing: No packet can match, whatever else follows.
        reason: Why the entry is not fully understood; "" if it is.
    """

    __slots__ = ("box", "factors", "loose", "nothing", "reason", "statement")

    def __init__(self, statement: Statement, scope: Box) -> None:
        self.statement = statement
        self.box: dict[Dimension, Ranges] = dict(scope)
        self.factors: list[tuple[Box, ...]] = []
        self.loose: Field | None = None
        self.nothing = False
        self.reason = ""

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

    def lines(self, action: Action, label: str) -> tuple[Line, ...]:
        """Return the filter lines that do what the entry does."""
        boxes: list[Box] = []
        if not self.nothing:
            for whole in self._wholes():
                boxes += with_later(whole, action)
        return (Line(action, tuple(boxes) or NO_PACKETS, self.statement.source, label),)

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


_Draft = TypeVar("_Draft", bound=EntryDraft)


def read_rule(
    words: Words, draft: _Draft, grammar: Callable[[Words, _Draft], None], label: str
) -> tuple[Line, ...]:
    """Read ``permit ...`` or ``deny ...``; ``draft.reason`` tells whether it was understood.

    A word that is not understood makes the entry an open question for every packet that it could
    take by the words before.

    Args:
        words: From the action on.
        draft: Holds the conditions of the list's family.
        grammar: Reads the words behind the action into the draft.
        label: Of the lines.
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
