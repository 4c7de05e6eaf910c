"""Whether the interfaces that a rule names are those that packets enter and leave at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.acl import Action, Line
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.platforms.cumulus_linux.match import Entry
from roce_audit.platforms.cumulus_linux.names import fits, is_management

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.packets.boxes import Box

EVERY_PORT = "swp+"


@dataclass(frozen=True, slots=True)
class Side:
    """Where packets enter or leave.

    Attributes:
        sure: Interfaces that rules for it see these packets, each with the VLANs for which that
            holds (empty: all of them).
        maybe: Interfaces of which that is not certain, each with the reason.
    """

    sure: Mapping[str, Ranges] = field(default_factory=dict[str, "Ranges"])
    maybe: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Here:
    """Where a question is asked; a side that is None is not told.

    Attributes:
        inside: Where packets enter.
        outside: Where they leave.
    """

    inside: Side | None = None
    outside: Side | None = None


Holds: TypeAlias = "bool | Doubt | Ranges"
"""Whether a rule's interfaces are met: certainly (not), by a question, or in some VLANs."""


def placed(entries: Iterable[Entry], here: Here) -> tuple[Entry, ...]:
    """Return the entries that may see packets here, their interfaces settled."""
    known: dict[tuple[str, str], Doubt] = {}
    found = (_placed(entry, here, known) for entry in entries)
    return tuple(entry for entry in found if entry is not None)


def _placed(entry: Entry, here: Here, known: dict[tuple[str, str], Doubt]) -> Entry | None:
    more: list[Box] = []
    for holds in (_inward(entry, here, known), _outward(entry, here, known)):
        if holds is False:
            return None
        if isinstance(holds, Doubt):
            more.append({holds: single(1)})
        elif isinstance(holds, tuple):
            more.append({VLAN: holds})
    if entry.ranged and entry.outward and not entry.inward:
        more.append({_ranges(entry): single(1)})
    if not more:
        return entry
    boxes = list(entry.line.matches)
    for each in more:
        boxes = [box for known in boxes if (box := clip(known, each)) is not None]
    old = entry.line
    line = Line(old.action, tuple(boxes), old.source, old.label)
    return Entry(line, entry.ends, entry.ranged, entry.inward, entry.outward)


def _ranges(entry: Entry) -> Doubt:
    source = entry.line.source
    reason = f"line {source.line} has a range of ports, which only rules on the way in may have"
    return Doubt(f"{source.file} line {source.line} range", reason)


def _inward(entry: Entry, here: Here, known: dict[tuple[str, str], Doubt]) -> Holds:
    if not entry.inward:
        return True
    if here.inside is not None:
        return _at(entry, entry.inward, here.inside, "enter")
    if here.outside is not None and entry.line.action is Action.DENY:
        return EVERY_PORT in entry.inward
    return _untold(entry, entry.inward, "enter", known)


def _outward(entry: Entry, here: Here, known: dict[tuple[str, str], Doubt]) -> Holds:
    if not entry.outward:
        return True
    if here.outside is not None:
        return _at(entry, entry.outward, here.outside, "leave")
    if here.inside is not None and not entry.inward:
        return False
    return _untold(entry, entry.outward, "leave", known)


def _untold(
    entry: Entry, patterns: tuple[str, ...], verb: str, known: dict[tuple[str, str], Doubt]
) -> Holds:
    if EVERY_PORT in patterns:
        return True
    if all(is_management(pattern) for pattern in patterns):
        return False
    names = ",".join(patterns)
    doubt = known.get((verb, names))
    if doubt is None:
        reason = f"line {entry.line.source.line} is for packets that {verb} at {names}"
        doubt = known[verb, names] = Doubt(f"{verb} at {names}", reason)
    return doubt


def _at(entry: Entry, patterns: tuple[str, ...], side: Side, verb: str) -> Holds:
    hits = [
        vlans for name, vlans in side.sure.items() if any(fits(each, name) for each in patterns)
    ]
    if any(not vlans for vlans in hits):
        return True
    for name, reason in side.maybe.items():
        if any(fits(each, name) for each in patterns):
            where = f"line {entry.line.source.line} names {','.join(patterns)}, and {reason}"
            return Doubt(f"{verb} at {','.join(patterns)} as {name}", where)
    return normalise(part for vlans in hits for part in vlans) if hits else False
