"""Filters as they act at one place of a way: questions about the way answered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Call, Filter, Line
from roce_audit.packets.fields import (
    DMAC,
    PCP,
    SMAC,
    TTL,
    UNTAGGED,
    VLAN,
    Dimension,
    Doubt,
)
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.linux.questions import (
    KindQuestion,
    LocalQuestion,
    NameQuestion,
    TrackQuestion,
)
from roce_audit.platforms.linux.unions import NO, YES, Union, both, negated

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.linux.context import Context

_QUESTIONS = (NameQuestion, TrackQuestion, LocalQuestion, KindQuestion)
_HEADER = frozenset({VLAN, PCP, SMAC, DMAC})
_REWRITTEN = "the router puts its own MAC addresses on the frame"
_PRIORITY = "the machine chooses the priority in the tag"
_TTL_TOP = 255


@dataclass(slots=True)
class Resolver:
    """Answers questions of filters at one place.

    Attributes:
        context: What is known there.
        fields: Fields whose conditions are not the same here as where the packet entered.
        done: Lists of lines done before, by identity.
    """

    context: Context
    fields: frozenset[Dimension] = frozenset()
    done: dict[int, tuple[tuple[Line, ...], tuple[Line, ...]]] = field(
        default_factory=dict[int, "tuple[tuple[Line, ...], tuple[Line, ...]]"]
    )

    def __post_init__(self) -> None:
        here = self.context
        plain = here.header and here.vlan is None
        fields: set[Dimension] = set() if plain else set(_HEADER)
        if here.vlans is not None:
            fields.add(VLAN)
        if not here.macs:
            fields.update((SMAC, DMAC))
        if here.hops:
            fields.add(TTL)
        self.fields = frozenset(fields)

    def filter(self, acl: Filter) -> Filter:
        """Return the filter as it acts here."""
        lines = self._lines(acl.lines)
        return acl if lines is acl.lines else replace(acl, lines=lines)

    def _lines(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        known = self.done.get(id(lines))
        if known is not None:
            return known[1]
        made = tuple(self._line(line) for line in lines)
        same = all(new is old for new, old in zip(made, lines, strict=True))
        result = lines if same else made
        # The original is kept too: an identity is only good while its object lives.
        self.done[id(lines)] = (lines, result)
        return result

    def _line(self, line: Line) -> Line:
        action = line.action
        if isinstance(action, Call):
            inner = self._lines(action.lines)
            action = action if inner is action.lines else Call(inner, action.resume)
        matches = self.union(line.matches)
        if matches is line.matches and action is line.action:
            return line
        return replace(line, action=action, matches=matches)

    def union(self, union: Union) -> Union:
        """Return packets as seen from the beginning of the way, questions answered."""
        if not any(self._touches(box) for box in union):
            return union
        return tuple(part for box in union for part in self._box(box))

    def _touches(self, box: Box) -> bool:
        fields = self.fields
        return any(each in fields or type(each) in _QUESTIONS for each in box)

    def _box(self, box: Box) -> Union:
        kept: dict[Dimension, Ranges] = {}
        union: Union = ({},)
        for dimension, values in box.items():
            if isinstance(dimension, _QUESTIONS):
                told = self.context.answer(dimension)
                if told is None:
                    kept[dimension] = values
                elif values == YES:
                    union = both(union, told)
                elif values == NO:
                    union = both(union, negated(told))
            elif dimension in self.fields:
                part = self._header(dimension, values)
                if part is None:
                    return ()
                union = both(union, (part,))
            else:
                kept[dimension] = values
        return both(union, (kept,))

    def _header(self, dimension: Dimension, values: Ranges) -> Box | None:
        """Return a condition on the frame's header as one on the frame that entered."""
        context = self.context
        if dimension is TTL:
            return self._hops(values)
        if not context.header:
            return None
        if dimension in {SMAC, DMAC}:
            return {dimension: values} if context.macs else _open(_REWRITTEN, dimension, values)
        if context.vlan is not None:
            return self._fixed(dimension, values, context.vlan)
        if dimension is VLAN and context.vlans is not None:
            entered = normalise((v, v) for v, here in context.vlans.items() if _holds(values, here))
            return {VLAN: entered} if entered else None
        return {dimension: values}

    def _fixed(self, dimension: Dimension, values: Ranges, vlan: int) -> Box | None:
        """Return a condition on the tag where every frame has the same VLAN."""
        if dimension is VLAN:
            return {} if _holds(values, vlan) else None
        return None if vlan == UNTAGGED else _open(_PRIORITY, dimension, values)

    def _hops(self, values: Ranges) -> Box | None:
        hops = self.context.hops
        if not hops:
            return {TTL: values}
        moved = tuple((low + hops, min(high + hops, _TTL_TOP)) for low, high in values)
        kept = tuple((low, high) for low, high in moved if low <= high)
        return {TTL: kept} if kept else None


def _holds(values: Ranges, value: int) -> bool:
    return any(low <= value <= high for low, high in values)


def _open(why: str, dimension: Dimension, values: Ranges) -> Box:
    """Return a condition on a field that the machine writes: each one is a question of its own."""
    return {Doubt(f"{dimension.name} {values}: {why}", why): YES}
