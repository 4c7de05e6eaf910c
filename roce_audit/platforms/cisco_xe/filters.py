"""Access lists as filters, once the configuration is read to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ICMP_TYPE, PROTOCOL
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ICMPV6
from roce_audit.platforms.cisco_xe.draft import Draft
from roce_audit.platforms.cisco_xe.ip_lines import (
    read_extended_v4,
    read_extended_v6,
    read_standard,
)
from roce_audit.platforms.cisco_xe.mac_lines import read_mac, read_mac_sources
from roce_audit.platforms.cisco_xe.settings import IPV4_BOX, IPV6_BOX, YES
from roce_audit.reading.doubts import either_way, line_doubt
from roce_audit.reading.entry_draft import ACTIONS, read_rule
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xe.access_list import AccessList, Entry
    from roce_audit.platforms.cisco_xe.draft import Grammar
    from roce_audit.platforms.cisco_xe.extents import Groups
    from roce_audit.platforms.cisco_xe.state import Xe

_GRAMMARS: Mapping[str, Grammar] = {
    "extended": read_extended_v4,
    "standard": read_standard,
    "ipv6": read_extended_v6,
    "mac": read_mac,
    "mac sources": read_mac_sources,
}
_SCOPES: Mapping[Family, Box] = {
    Family.IPV4: IPV4_BOX,
    Family.IPV6: IPV6_BOX,
    Family.MAC: EVERYTHING,
}
_KINDS = {
    "extended": "ip access-list extended",
    "standard": "ip access-list standard",
    "ipv6": "ipv6 access-list",
    "mac": "mac access-list extended",
    "mac sources": "access-list",
}
UNNUMBERED = " unnumbered"
"""End of a filter's tag if the text does not show its sequence numbers."""
IMPLICIT = "implicit "
"""Beginning of the text of lines that no statement holds."""


def filters_of(xe: Xe, groups: Groups) -> dict[tuple[str, str], Filter]:
    """Return every access list as a filter; the account takes note of each entry."""
    return {key: _filter(xe, acl, groups) for key, acl in xe.lists.items()}


def _filter(xe: Xe, acl: AccessList, groups: Groups) -> Filter:
    lines: list[Line] = []
    for number in sorted(acl.entries):
        entry = acl.entries[number]
        label = "" if acl.family is Family.MAC else str(number)
        found, reason = _read(xe, acl, entry, groups, label)
        lines += found
        if reason:
            xe.book.doubt(entry.statement.source, reason)
        else:
            xe.book.read += 1
    default = Action.DENY if lines else Action.PERMIT
    if lines and acl.family is Family.IPV6:
        lines += _discovery(acl)
    if acl.broken:
        lines = list(either_way(acl.header, _SCOPES[acl.family], acl.broken))
        default = Action.PERMIT
    return Filter(
        family=acl.family,
        name=acl.name,
        lines=tuple(lines),
        default=default,
        source=acl.header.source,
        kind=_KINDS[acl.kind],
        tag=acl.kind + ("" if acl.numbered else UNNUMBERED),
        sees=xe.settings.mac_sees if acl.family is Family.MAC else None,
    )


def _read(
    xe: Xe, acl: AccessList, entry: Entry, groups: Groups, label: str
) -> tuple[tuple[Line, ...], str]:
    scope = _SCOPES[acl.family]
    words = entry.words
    if words and words[0] in ACTIONS:
        draft = Draft(entry.statement, scope, xe.settings, groups)
        return read_rule(Words(words), draft, _GRAMMARS[acl.kind], label), draft.reason
    if words and words[0] == "evaluate":
        return _stateful(entry, scope, "a reflexive list depends on sessions", label)
    if words and words[0].lower() == "dynamic":
        return _stateful(entry, scope, "a dynamic entry depends on who has logged in", label)
    reason = f"unknown statement {words[0]!r} in a list" if words else "a number without an entry"
    return either_way(entry.statement, scope, reason, label), reason


def _stateful(entry: Entry, scope: Box, reason: str, label: str) -> tuple[tuple[Line, ...], str]:
    """Return an entry that may permit, by what the configuration does not hold, or do nothing."""
    if "deny" in entry.words:
        return either_way(entry.statement, scope, reason, label), reason
    doubt = line_doubt(entry.statement, reason)
    return (Line(Action.PERMIT, ({**scope, doubt: YES},), entry.statement.source, label),), reason


def _discovery(acl: AccessList) -> list[Line]:
    """Return the permits for neighbour discovery that stand before the implicit deny."""
    box = {**IPV6_BOX, PROTOCOL: single(ICMPV6)}
    file = acl.header.file
    return [
        Line(
            Action.PERMIT,
            ({**box, ICMP_TYPE: single(kind)},),
            SourceRef(file, None, f"{IMPLICIT}permit icmp any any {name}"),
        )
        for kind, name in ((136, "nd-na"), (135, "nd-ns"))
    ]
