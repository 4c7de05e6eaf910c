"""From terms of a filter to lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.juniper_junos.actions import Actions, Fate, read_then
from roce_audit.platforms.juniper_junos.clause import INET, INET6
from roce_audit.platforms.juniper_junos.from_part import read_from
from roce_audit.platforms.juniper_junos.matching import NO, YES, doubt_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.clause import Surroundings
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.places import Places
    from roce_audit.platforms.juniper_junos.policers import Policers

_PARTS = frozenset(
    {"from", "then", "apply-flags", "apply-groups", "apply-groups-except", "apply-macro"}
)
_END = "a last term cannot say next term; what such a filter does is not known"


@dataclass(frozen=True, slots=True)
class TermReader:
    """Reads the terms of one filter.

    Attributes:
        family: Of the filter.
        around: What conditions ask about beside the packet.
        places: Where the filter is bound.
        policers: What policers do.
    """

    family: str
    around: Surroundings
    places: Places
    policers: Policers

    @property
    def everything(self) -> Box:
        """Every packet that a filter of the family is offered."""
        types = {INET: ETHERTYPE_IPV4, INET6: ETHERTYPE_IPV6}
        own = types.get(self.family)
        return {} if own is None else {ETHERTYPE: single(own)}

    def lines(self, term: Node, *, last: bool) -> tuple[Line, ...]:
        """Return what a term does, as lines.

        Args:
            term: The term.
            last: Whether it is the last one of the filter.
        """
        term.read()
        if term.odd:
            term.doubt(term.odd)
            return self.either_way(term, (self.everything,), term.odd)
        for part in term.children.values():
            if part.word not in _PARTS:
                part.doubt(f"{part.word} is not known in a term")
                return self.either_way(term, (self.everything,), f"{part.word} is not known")
        draft = read_from(term.children.get("from"), self.family, self.around, self.places)
        actions = read_then(term.children.get("then"), self.policers)
        return self._lines(term, actions, draft.matches(), last=last)

    def _lines(
        self, term: Node, actions: Actions, matches: tuple[Box, ...], *, last: bool
    ) -> tuple[Line, ...]:
        source = _source(term, actions)
        match actions.fate:
            case Fate.DISCARD:
                return (Line(Action.DENY, matches, source, term.word),)
            case Fate.UNKNOWN:
                reason = actions.doubt.reason if actions.doubt else ""
                return self.either_way(term, matches, reason)
            case Fate.NEXT:
                return _going_on(term, source, matches, actions, last=last)
            case _:
                return _passing(term, source, matches, actions.limits)

    def either_way(self, term: Node, matches: tuple[Box, ...], reason: str) -> tuple[Line, ...]:
        """Return the lines of a term that may accept, discard or do nothing."""
        doubt = doubt_of(term, reason)
        drops = Doubt(f"{doubt.key}, as discard", doubt.reason)
        return (
            Line(Action.PERMIT, with_doubt(matches, doubt), term.source, term.word),
            Line(Action.DENY, with_doubt(matches, drops), term.source, term.word),
        )


def with_doubt(boxes: Sequence[Box], *doubts: Doubt) -> tuple[Box, ...]:
    """Return ``boxes`` as they are if the answer to every doubt is yes."""
    more = dict.fromkeys(doubts, YES)
    return tuple({**box, **more} for box in boxes)


def _source(term: Node, actions: Actions) -> SourceRef:
    """Return the head of a term in braces; of one in ``set`` form the statement that decides."""
    if term.said or actions.node is None or actions.node.group != term.group:
        return term.source
    deepest = actions.node
    while not deepest.said and deepest.children:
        deepest = next(iter(deepest.children.values()))
    return deepest.source


def _passing(
    term: Node, source: SourceRef, matches: tuple[Box, ...], limits: list[Doubt]
) -> tuple[Line, ...]:
    if not limits:
        return (Line(Action.PERMIT, matches, source, term.word),)
    return (
        Line(Action.PERMIT, with_doubt(matches, *limits), source, term.word),
        Line(Action.DENY, matches, source, term.word),
    )


def _going_on(
    term: Node, source: SourceRef, matches: tuple[Box, ...], actions: Actions, *, last: bool
) -> tuple[Line, ...]:
    """Return what a term with ``next term`` does before the packets go on."""
    above = tuple({**box, limit: NO} for limit in actions.limits for box in matches)
    lines = [Line(Action.DENY, above, source, term.word)] if above else []
    if last:
        end = doubt_of(actions.node or term, _END)
        lines.append(Line(Action.PERMIT, with_doubt(matches, end), source, term.word))
    return tuple(lines)
