"""A filter as it acts on packets whose VLAN is known and is not the one they came in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Call, Filter, Line
from roce_audit.packets.fields import UNTAGGED, VLAN, Dimension, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single, without
from roce_audit.packets.wording import values_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.boxes import Box

ANY_VLAN: Ranges = ((0, UNTAGGED),)
"""Every tag, and no tag."""

MOST_PARTS = 32
"""Sets of VLANs told apart by the conditions of one filter, each a doubt."""


def at_vlans(acl: Filter, vlans: Ranges) -> Filter:
    """Return ``acl`` with its VLAN conditions answered for packets in one of ``vlans``.

    A condition that holds for some of the VLANs and not for others becomes a question of doubts:
    which of them the packet leaves in. It leaves in exactly one, so that no two conditions that
    exclude each other ever hold together, and one of two that complete each other always does.

    Args:
        acl: The filter as configured.
        vlans: Those that the packet may be in; empty if that is not known.
    """
    wanted = {box[VLAN] for box in _boxes(acl.lines) if VLAN in box}
    if not wanted:
        return acl
    answers = _Answers(vlans or ANY_VLAN, _alike(vlans or ANY_VLAN, wanted))
    return replace(acl, lines=tuple(answers.line(line) for line in acl.lines))


def _boxes(lines: Iterable[Line]) -> Iterator[Box]:
    for line in lines:
        yield from line.matches
        if isinstance(line.action, Call):
            yield from _boxes(line.action.lines)


def _alike(vlans: Ranges, wanted: Iterable[Ranges]) -> tuple[Ranges, ...]:
    """Cut ``vlans`` into sets that no condition tells apart; no set at all if they are too many."""
    parts = [vlans]
    for values in sorted(wanted):
        cut = [half for part in parts for half in (intersect(part, values), without(part, values))]
        parts = [part for part in cut if part]
        if len(parts) > MOST_PARTS:
            return ()
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What is known of the VLAN.

    Attributes:
        vlans: Those the packet may leave in.
        parts: The same, cut into sets that no condition tells apart; empty if they are too many
            to ask about one by one: then each condition is a question of its own.
    """

    vlans: Ranges
    parts: tuple[Ranges, ...]

    def line(self, line: Line) -> Line:
        action = line.action
        if isinstance(action, Call):
            action = Call(tuple(self.line(each) for each in action.lines), action.resume)
        matches = tuple(box for each in line.matches for box in self._answered(each))
        return replace(line, action=action, matches=matches)

    def _answered(self, box: Box) -> Iterator[Box]:
        wanted = box.get(VLAN)
        rest: dict[Dimension, Ranges] = {d: v for d, v in box.items() if d is not VLAN}
        common = self.vlans if wanted is None else intersect(self.vlans, wanted)
        if common == self.vlans:
            yield rest
        elif common and not self.parts:
            yield {**rest, _doubt(common): single(1)}
        else:
            for part in self.parts:
                if intersect(part, common):
                    yield {**rest, **self._leaves_in(part)}

    def _leaves_in(self, part: Ranges) -> Box:
        """Return what says that it is this set: none of those before; the last is what is left."""
        at = self.parts.index(part)
        before: dict[Dimension, Ranges] = {_doubt(each): single(0) for each in self.parts[:at]}
        return before if at == len(self.parts) - 1 else {**before, _doubt(part): single(1)}


def _doubt(vlans: Ranges) -> Doubt:
    # The key must tell any two sets apart; the words may be shortened.
    key = ",".join(f"{low}-{high}" if low < high else f"{low}" for low, high in vlans)
    told = values_text(VLAN, vlans)
    return Doubt(f"egress VLAN {key}", f"the packet may leave in VLAN {told}")
