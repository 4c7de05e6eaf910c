"""What is understood of a filter entry while it is read, and the lines it becomes."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.boxes import EVERYTHING, NO_PACKETS, Box
from roce_audit.packets.fields import Dimension, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single
from roce_audit.reading.doubts import line_doubt, on_side
from roce_audit.reading.later_fragments import with_later

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_nxos.groups import Extent

ACTIONS = {"permit": Action.PERMIT, "deny": Action.DENY}
YES = single(1)
_ELSEWHERE = "it sends the packets elsewhere"


class Entry:
    """One permit or deny on its way from words to lines.

    Attributes:
        box: What is understood of the match; a value set may be empty.
        partly: Fields whose values come from a group that is only partly known.
        diverted: The packets may go elsewhere instead (``redirect``).
        reason: Why it is not fully understood; "" if it is.
    """

    __slots__ = ("box", "diverted", "partly", "reason", "source")

    def __init__(self, source: SourceRef, scope: Box) -> None:
        self.source = source
        self.box: dict[Dimension, Ranges] = dict(scope)
        self.partly: dict[Field, Extent] = {}
        self.diverted = False
        self.reason = ""

    def narrow(self, field: Field, values: Ranges) -> None:
        """Add a condition; a second one on the same field must hold too."""
        known = self.box.get(field)
        self.box[field] = values if known is None else intersect(known, values)

    def draw(self, field: Field, extent: Extent) -> None:
        """Add a condition that comes from a group."""
        if extent.doubt is None:
            self.narrow(field, extent.values)
        else:
            self.partly[field] = extent
            self.reason = extent.doubt.reason

    def question(self, doubt: Doubt) -> None:
        """Add a condition that the configuration does not answer."""
        self.box[doubt] = YES
        self.reason = doubt.reason

    def not_understood(self, reason: str) -> None:
        """Note that something that can only narrow the match is not understood."""
        self.box[line_doubt(self.source, reason)] = YES
        self.reason = reason

    def beside_roce(self, what: str) -> None:
        """Add a condition that no field stands for, on packets that RoCE never sends."""
        self.box[line_doubt(self.source, f"{what} are not compared")] = YES

    def redirect(self) -> None:
        """Note that the packets go elsewhere."""
        self.diverted = True
        self.reason = _ELSEWHERE

    def lines(self, action: Action, label: str) -> tuple[Line, ...]:
        """Return the filter lines that do what the entry does, in order."""
        source = self.source
        if not self.partly and not self.diverted:
            return (Line(action, self._boxes(self.box, action), source, label),)
        matches = tuple(box for whole in self._alternatives() for box in self._boxes(whole, action))
        if self.diverted and action is Action.PERMIT:
            doubt = line_doubt(self.source, _ELSEWHERE)
            doubted = tuple({**box, doubt: YES} for box in matches)
            return (
                Line(Action.PERMIT, doubted, source, label),
                Line(Action.DENY, matches, source, label),
            )
        return (Line(action, matches, source, label),)

    def _alternatives(self) -> Iterator[dict[Dimension, Ranges]]:
        """Yield the box with each partly known field at its certain values, and beyond them."""
        choices: list[list[Box]] = []
        for field, extent in self.partly.items():
            open_part: Box = {on_side(extent.doubt, field): YES} if extent.doubt else EVERYTHING
            choices.append([{field: extent.values}, open_part])
        for chosen in product(*choices):
            box = dict(self.box)
            for part in chosen:
                box.update(part)
            yield box

    def _boxes(self, box: dict[Dimension, Ranges], action: Action) -> tuple[Box, ...]:
        if () in box.values():
            return NO_PACKETS
        return with_later(box, action)


def either_way(source: SourceRef, scope: Box, reason: str, label: str) -> tuple[Line, ...]:
    """Return the lines of an entry that may permit or deny anything in ``scope``."""
    where = f"{source.file} line {source.line}"
    text = f"line {source.line} is not understood: {reason}"
    return tuple(
        Line(action, ({**scope, Doubt(f"{where} {action}s", text): YES},), source, label)
        for action in (Action.PERMIT, Action.DENY)
    )
