"""One lookup of the hardware: several lists one behind the other, the first match wins.

Each list keeps a filter of its own, so that a drop is told of the list that holds it. In the
filter of one list, packets that another list takes first just pass by: what becomes of them is
said by the filter of that other list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Line
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import single

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.acl import Binding, Filter
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cumulus_linux.match import Entry

NVUE = "nvue"
"""Tag of filters that are lists of NVUE."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines of one filter that stand together.

    Attributes:
        acl: The filter.
        entries: Its lines here.
        binding: Why they are here.
        sees: The packets offered to them.
        guard: If given, they are here only if the answer is yes.
        shown: Whether the filter gets a stage of its own in this lookup.
    """

    acl: Filter
    entries: tuple[Entry, ...]
    binding: Binding
    sees: tuple[Box, ...] = (EVERYTHING,)
    guard: Doubt | None = None
    shown: bool = True


def stages_of(segments: Sequence[Segment]) -> Iterator[Stage]:
    """Yield one stage for each filter of a lookup."""
    done: set[tuple[str, str, str]] = set()
    for segment in segments:
        own = (*segment.acl.key, segment.binding.interface)
        if own in done or not segment.shown:
            continue
        done.add(own)
        lines = tuple(_lines(segments, segment))
        yield Stage(replace(segment.acl, lines=lines), segment.sees, segment.binding)


def _lines(segments: Sequence[Segment], owner: Segment) -> Iterator[Line]:
    order = [each for each in segments if _is_list(each) and not _same(each, owner)]
    swapped = _is_list(owner) and order
    for segment in segments:
        if _same(segment, owner):
            if swapped:
                yield from (line for each in order for line in _passed(each, _order(each, owner)))
            yield from (entry.line for entry in segment.entries)
        elif not (swapped and _is_list(segment)):
            yield from _passed(segment, {})


def _same(one: Segment, other: Segment) -> bool:
    return (one.acl.key, one.binding.interface) == (other.acl.key, other.binding.interface)


def _is_list(segment: Segment) -> bool:
    return segment.acl.tag == NVUE and segment.guard is None


def _order(first: Segment, owner: Segment) -> Box:
    """Return the box of "``first`` is tried before ``owner``"."""
    one, other = sorted((first.acl.name, owner.acl.name))
    reason = f"which of acl {one} and acl {other} is tried first is not certain"
    question = Doubt(f"acl {one} before acl {other}", reason)
    return {question: single(1 if first.acl.name == one else 0)}


def _passed(segment: Segment, more: Box) -> Iterator[Line]:
    """Yield what lets packets by that the lines of another filter take."""
    lines = tuple(
        replace(entry.line, action=Action.PERMIT) for entry in segment.entries if entry.ends
    )
    if not lines:
        return
    guard: Box = {} if segment.guard is None else {segment.guard: single(1)}
    boxes = tuple({**box, **guard, **more} for box in segment.sees)
    yield Line(Call(lines), boxes, segment.acl.source, "")
