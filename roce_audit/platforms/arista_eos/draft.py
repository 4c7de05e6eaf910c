"""A filter line while it is read, and what it becomes if not every word was understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.packets.boxes import NO_PACKETS
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.arista_eos.settings import FREE_BITS
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension, Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.settings import Settings
    from roce_audit.reading.statement import Statement

YES = single(1)
NO = single(0)
ACTIONS = {"permit": Action.PERMIT, "deny": Action.DENY}


@dataclass(slots=True)
class Draft:
    """What was understood of a line so far.

    Attributes:
        box: The conditions read, those of the list's family included.
        settings: The platform's switches.
        loose: The condition that an unknown word, if it comes next, might widen.
        doubt: Why the conditions read do not decide alone; "" if they do.
        understood: True if ``doubt`` is what the line means, not a gap in what we know.
        nothing: True if no packet can match.
        vlans: The VLANs of a VLAN mask in both readings: one bits free, one bits matching.
    """

    box: dict[Dimension, Ranges]
    settings: Settings
    loose: Field | None = None
    doubt: str = ""
    understood: bool = False
    nothing: bool = False
    vlans: tuple[Ranges, Ranges] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One meaning of a statement: what happens to which packets."""

    action: Action
    matches: tuple[Box, ...]


Grammar: TypeAlias = "Callable[[Words, Draft], None]"
"""Reads the words behind the action into a draft."""


def read_rule(
    statement: Statement, start: int, draft: Draft, grammar: Grammar
) -> tuple[tuple[Rule, ...], str]:
    """Read ``permit ...`` or ``deny ...``.

    Args:
        statement: The statement.
        start: Index of its word ``permit`` or ``deny``.
        draft: Holds the family's conditions.
        grammar: Reads the rest.

    Returns:
        The rules, and why the statement is uncertain ("" if it is not).
    """
    words = Words(statement.words, start + 1)
    problem = ""
    try:
        grammar(words, draft)
        words.end()
    except ParseError as error:
        problem = error.reason
        if draft.loose is not None:
            draft.box.pop(draft.loose, None)
        draft.nothing = False
    reason = problem or draft.doubt
    doubt = doubt_about(statement, reason) if reason else None
    rule = Rule(ACTIONS[statement.words[start]], _matches(draft, doubt))
    return (rule,), "" if draft.understood and not problem else reason


def doubt_about(statement: Statement, reason: str) -> Doubt:
    """Return the open question of one statement."""
    return Doubt(
        f"{statement.file} line {statement.line}", f"line {statement.line} is not certain: {reason}"
    )


def doubt_that(statement: Statement, reason: str) -> Doubt:
    """Return the open question whether what a statement is known to do happens to a packet."""
    return Doubt(doubt_about(statement, "").key, f"{reason} (line {statement.line})")


def either_action(statement: Statement, box: Box, reason: str) -> tuple[Rule, ...]:
    """Return what a statement may do whose action is not known: permit, deny or nothing."""
    doubt = doubt_about(statement, reason)
    drops = Doubt(f"{doubt.key}, as deny", doubt.reason)
    return (
        Rule(Action.PERMIT, ({**box, doubt: YES},)),
        Rule(Action.DENY, ({**box, drops: YES},)),
    )


def _matches(draft: Draft, doubt: Doubt | None) -> tuple[Box, ...]:
    if draft.nothing:
        return NO_PACKETS
    box: Box = draft.box if doubt is None else {**draft.box, doubt: YES}
    if draft.vlans is None:
        return (box,)
    free, match = draft.vlans
    if free == match or draft.settings.vlan_mask == "free":
        return ({**box, VLAN: free},)
    if draft.settings.vlan_mask == "match":
        return ({**box, VLAN: match},)
    return ({**box, VLAN: free, FREE_BITS: YES}, {**box, VLAN: match, FREE_BITS: NO})
