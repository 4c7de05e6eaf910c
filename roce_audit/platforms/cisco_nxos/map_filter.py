"""The filter that a VLAN map is.

Source: Nexus 9000 security guide, "Configuring VLAN ACLs"; NOTES.md, "where filters act".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_nxos.entry import YES, either_way
from roce_audit.platforms.cisco_nxos.mac_entry import NON_IP
from roce_audit.platforms.cisco_nxos.port_filters import IPV4_ONLY, IPV6_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cisco_nxos.vlan_map import Clause, MapEntry
    from roce_audit.reading.statement import Statement

MAP_KIND = "vlan access-map"
_SCOPES: Mapping[Family, tuple[Box, ...]] = {
    Family.IPV4: IPV4_ONLY,
    Family.IPV6: IPV6_ONLY,
    Family.MAC: (NON_IP,),
}


def map_filter(
    name: str,
    entries: Mapping[int, MapEntry],
    lists: Mapping[FilterKey, Filter],
    others: str,
    lost: Statement | None,
) -> Filter:
    """Return the filter that a VLAN map is.

    Args:
        name: Of the map.
        entries: By number; at least one.
        lists: The access lists of the device.
        others: ``dropped`` or ``forwarded`` if the user settled what happens to frames that are
            not IP and that no clause is for; "" if not.
        lost: A statement that may belong to an entry of the map.
    """
    ordered = [entry for _, entry in sorted(entries.items())]
    lines = [line for entry in ordered for line in _entry_lines(entry, lists)]
    if lost is not None:
        lines[:0] = either_way(lost.source, EVERYTHING, "it may belong to a VLAN map", "")
    source = ordered[0].source
    for_mac = any(each.family is Family.MAC for entry in ordered for each in entry.clauses)
    if not for_mac and others != "dropped":
        doubt = Doubt(
            f"vlan access-map {name} non-IP",
            f"documents do not say whether VLAN map {name}, which has no MAC clause, drops "
            "frames that are not IP",
        )
        box: Box = NON_IP if others == "forwarded" else {**NON_IP, doubt: YES}
        lines.append(Line(Action.PERMIT, (box,), source))
    return Filter(Family.MIXED, name, tuple(lines), Action.DENY, source, kind=MAP_KIND)


def _entry_lines(entry: MapEntry, lists: Mapping[FilterKey, Filter]) -> Iterator[Line]:
    label = str(entry.number)
    for clause in entry.clauses:
        called = tuple(_called(entry, clause, lists))
        scope = _SCOPES[clause.family]
        yield Line(Call(called), scope, clause.source, label)
    if entry.odd or not entry.clauses:
        reason = entry.odd or "it matches by no list"
        yield from _doubted(entry, (EVERYTHING,), entry.source, reason)


def _called(entry: MapEntry, clause: Clause, lists: Mapping[FilterKey, Filter]) -> Iterator[Line]:
    """Yield the lines of a list, its permits doing what the entry does."""
    acl = lists.get((clause.family.value, clause.name))
    if acl is None or not acl.lines:
        state = "is not defined" if acl is None else "has no line"
        reason = f"the list {clause.name} that it matches by {state}"
        yield from _doubted(entry, _SCOPES[clause.family], clause.source, reason)
        return
    for line in acl.lines:
        if line.action is not Action.PERMIT:
            yield replace(line, action=Action.RETURN)
        else:
            yield from _acting(entry, line)


def _acting(entry: MapEntry, line: Line) -> Iterator[Line]:
    match entry.action:
        case "forward":
            yield line
        case "drop":
            yield replace(line, action=Action.DENY)
        case _:
            why = "redirects packets" if entry.action else "has no action"
            doubt = _doubt(entry, why)
            doubted = tuple({**box, doubt: YES} for box in line.matches)
            yield replace(line, matches=doubted)
            yield replace(line, action=Action.DENY)


def _doubted(
    entry: MapEntry, scope: tuple[Box, ...], source: SourceRef, reason: str
) -> Iterator[Line]:
    doubt = _doubt(entry, reason)
    line = Line(
        Action.PERMIT, tuple({**box, doubt: YES} for box in scope), source, str(entry.number)
    )
    yield from _acting(entry, line)


def _doubt(entry: MapEntry, reason: str) -> Doubt:
    where = f"{entry.source.file} line {entry.source.line}"
    told = f"entry {entry.number} of the VLAN map (line {entry.source.line}): {reason}"
    return Doubt(f"{where}: {reason}", told)
