"""What a term matches, put together condition by condition."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING, NO_PACKETS, Box, clip
from roce_audit.packets.fields import ETHERTYPE, Dimension, Doubt
from roce_audit.packets.ranges import Ranges, complement, intersect, normalise, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.packets.fields import Field
    from roce_audit.platforms.juniper_junos.node import Node

YES = single(1)
NO = single(0)

V4 = "IPv4"
V6 = "IPv6"
OTHER = "other"
IP = (V4, V6)
"""The kinds of frames that conditions tell apart."""

_TYPES = {
    V4: single(ETHERTYPE_IPV4),
    V6: single(ETHERTYPE_IPV6),
    OTHER: complement((*single(ETHERTYPE_IPV4), *single(ETHERTYPE_IPV6)), ETHERTYPE.top),
}
_MOST = 64
"""Boxes that the alternatives of one term may make."""


def doubt_of(node: Node, reason: str) -> Doubt:
    """Return the open question of one statement.

    Args:
        node: Of the statement.
        reason: A phrase.
    """
    file, line, _ = node.place
    return Doubt(f"{file} line {line}", f"line {line} is not certain: {reason}")


class Draft:
    """The packets of a term so far.

    Attributes:
        place: File, line and what else tells the statement that holds the conditions.
        boxes: By kind of frame; a kind that cannot match is gone.
        open: Conditions that are not understood, or ask what the configuration does not say.
    """

    __slots__ = ("_choices", "boxes", "open", "place")

    def __init__(self, kinds: Sequence[str], place: tuple[str, int, str] = ("", 0, "")) -> None:
        self.place = place
        self.boxes: dict[str, dict[Dimension, Ranges]] = {
            kind: {ETHERTYPE: _TYPES[kind]} for kind in kinds
        }
        self.open: list[Doubt] = []
        self._choices: dict[str, list[Sequence[Box]]] = {}

    def narrow(self, field: Field, values: Ranges, kinds: Sequence[str] = ()) -> None:
        """Keep the packets whose ``field`` is among ``values``; of other kinds none, if named."""
        if kinds:
            self.only(kinds)
        for kind in list(self.boxes):
            self.narrow_in(kind, field, values)

    def narrow_in(self, kind: str, field: Field, values: Ranges) -> None:
        """Keep, of one kind of frame, the packets whose ``field`` is among ``values``."""
        box = self.boxes[kind]
        known = box.get(field)
        common = values if known is None else intersect(known, values)
        if common:
            box[field] = common
        else:
            del self.boxes[kind]

    def only(self, kinds: Sequence[str]) -> None:
        """Drop every kind of frame but these."""
        for kind in [each for each in self.boxes if each not in kinds]:
            del self.boxes[kind]

    def choose(self, options: Sequence[Box], kinds: Sequence[str] = ()) -> None:
        """Keep the packets in at least one of ``options``; of other kinds none, if named."""
        if kinds:
            self.only(kinds)
        for kind in self.boxes:
            self.choose_in(kind, options)

    def choose_in(self, kind: str, options: Sequence[Box]) -> None:
        """Keep, of one kind of frame, the packets in at least one of ``options``."""
        self._choices.setdefault(kind, []).append(options)

    def doubt(self, doubt: Doubt, kinds: Sequence[str] = ()) -> None:
        """Keep the packets if the answer to ``doubt`` is yes, of ``kinds`` only if named."""
        for kind, box in self.boxes.items():
            if not kinds or kind in kinds:
                box[doubt] = YES

    def question(self, node: Node, reason: str) -> None:
        """Note a condition that can only narrow the match, and that is not understood."""
        self.doubt(self.opened(node, reason))

    def opened(self, node: Node, reason: str) -> Doubt:
        """Note that a statement is not understood; return the question."""
        node.doubt(reason)
        doubt = doubt_of(node, reason)
        self.open.append(doubt)
        return doubt

    def nothing(self) -> None:
        """Drop every packet: the condition is one that no packet meets."""
        self.boxes.clear()

    def constrains(self, field: Field) -> bool:
        """Return whether every kind of frame left is limited in ``field``."""
        return all(field in box for box in self.boxes.values())

    def matches(self) -> tuple[Box, ...]:
        """Return the packets as boxes."""
        if len(self.boxes) == 1 and not self._choices:
            return tuple(self.boxes.values())
        found: list[Box] = []
        for kind, box in self.boxes.items():
            found += self._spread(kind, box)
        return tuple(_joined(found)) if len(self.boxes) > 1 else tuple(found) or NO_PACKETS

    def _too_many(self) -> Doubt:
        file, line, _ = self.place
        reason = f"the conditions in line {line} have too many alternatives to be written out"
        return Doubt(f"{file} line {line}, alternatives", reason)

    def _spread(self, kind: str, box: Box) -> list[Box]:
        choices = self._choices.get(kind, [])
        count = 1
        for options in choices:
            count *= len(options)
        if count > _MOST:
            return [{**box, self._too_many(): YES}]
        boxes: list[Box] = []
        for chosen in product(*choices):
            whole: Box | None = box
            for part in chosen:
                whole = clip(part, whole) if whole is not None else None
            if whole is not None:
                boxes.append(whole)
        return boxes


def _joined(boxes: list[Box]) -> list[Box]:
    """Return boxes that differ in nothing but their EtherType as one."""
    merged: dict[object, list[Box]] = {}
    for box in boxes:
        rest = frozenset((d, values) for d, values in box.items() if d is not ETHERTYPE)
        merged.setdefault(rest, []).append(box)
    joined: list[Box] = []
    for group in merged.values():
        types = normalise(part for box in group for part in box[ETHERTYPE])
        common: Box = {d: values for d, values in group[0].items() if d is not ETHERTYPE}
        whole: Box = common if types == ((0, ETHERTYPE.top),) else {ETHERTYPE: types, **common}
        joined.append(whole or EVERYTHING)
    return joined
