"""VLAN maps as commands edit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Family
from roce_audit.packets.ranges import normalise, without
from roce_audit.platforms.cisco_xe.vlan_state import MapEntry, VlanMap
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.said import Said
    from roce_audit.reading.statement import Statement

SEQUENCE_TOP = 65535
_STEP = 10
ACTION_UNKNOWN = "unknown action"
"""Beginning of the reason why an entry is not understood of which only the action is open."""
_MATCHES: Mapping[tuple[str, ...], Family] = {
    ("ip", "address"): Family.IPV4,
    ("ipv6", "address"): Family.IPV6,
    ("mac", "address"): Family.MAC,
}


def open_entry(xe: Xe, statement: Statement, words: tuple[str, ...]) -> MapEntry | None:
    """Return the entry that ``vlan access-map NAME [N]`` names; None if it names none."""
    named = _named(words)
    if named is None:
        return None
    name, number = named
    vlan_map = xe.maps.get(name)
    if vlan_map is None or xe.replaces(vlan_map.dump):
        vlan_map = xe.maps[name] = VlanMap(name, statement, xe.dump)
    if number is None:
        number = max(vlan_map.entries, default=0) + _STEP
    return vlan_map.entries.setdefault(number, MapEntry(statement))


def drop_entry(xe: Xe, words: tuple[str, ...]) -> bool:
    """Delete what ``no vlan access-map NAME [N]`` names; return whether it names anything."""
    named = _named(words)
    if named is None:
        return False
    name, number = named
    vlan_map = xe.maps.get(name)
    if vlan_map is not None and number is not None:
        vlan_map.entries.pop(number, None)
    if vlan_map is not None and (number is None or not vlan_map.entries):
        del xe.maps[name]
    return True


def _named(words: tuple[str, ...]) -> tuple[str, int | None] | None:
    """Return the name and the sequence number of an entry."""
    match words:
        case (name,):
            return name, None
        case (name, number) if number.isdecimal() and len(number) <= len(str(SEQUENCE_TOP)):
            return name, int(number)
        case _:
            return None


def edit_entry(entry: MapEntry, statement: Statement) -> str:
    """Apply a statement of an entry's mode; return why it is not understood, "" if it is."""
    negated = statement.words[0] == "no"
    words = statement.words[1:] if negated else statement.words
    family = _MATCHES.get(words[1:3]) if words[:1] == ("match",) else None
    if family is not None:
        for name in words[3:]:
            key = (family.value, name)
            entry.matches.pop(key, None)
            if not negated:
                entry.matches[key] = statement
        if negated and len(words) == 3:  # noqa: PLR2004 - no list named: all of them
            for key in [key for key in entry.matches if key[0] == family.value]:
                del entry.matches[key]
        return ""
    if words[:1] == ("action",):
        known = words[1:2] in (("forward",), ("drop",)) and words[2:] in ((), ("log",))
        entry.action = words[1] if known and not negated else "forward"
        entry.action_statement = None if negated else statement
        return "" if known or negated else f"{ACTION_UNKNOWN} {' '.join(words[1:])!r}"
    return f"unknown statement {words[0]!r} in a VLAN map"


def serve(xe: Xe, said: Said) -> str:
    """Apply ``NAME vlan-list LIST`` behind ``vlan filter``; return why it is not understood."""
    words = said.words
    if len(words) < 3 or words[1] != "vlan-list":  # noqa: PLR2004 - name, vlan-list, numbers
        return "expected NAME vlan-list NUMBERS"
    listed = "".join(words[2:])
    try:
        vlans = number_list("1-4094" if listed == "all" else listed, 4094, 1)
    except ParseError as problem:
        return problem.reason
    known, where = xe.served.pop(words[0], ((), said.statement))
    if not said.negated:
        xe.served[words[0]] = (normalise((*known, *vlans)), said.statement)
    elif left := without(known, vlans):
        xe.served[words[0]] = (left, where)
    return ""
