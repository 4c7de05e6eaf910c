"""Statements of the global mode that begin with ``vlan``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_xe.modes import LostMode
from roce_audit.platforms.cisco_xe.switchport import VLAN_TOP
from roce_audit.platforms.cisco_xe.vlan_maps import drop_entry, open_entry, serve
from roce_audit.platforms.cisco_xe.vlan_modes import MapMode, VlanMode
from roce_audit.platforms.cisco_xe.vlan_state import VlanState
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cisco_xe.list_headers import Taken
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.said import Said


def vlan(xe: Xe, said: Said) -> Taken:
    """Take ``vlan LIST``, ``vlan access-map``, ``vlan filter`` and ``vlan dot1q tag native``."""
    match said.words[1:2]:
        case ("access-map",):
            return _access_map(xe, said.behind(2))
        case ("filter",):
            told = serve(xe, said.behind(2))
            if told:
                xe.book.doubt(said.statement.source, told)
                xe.lost.append(said.statement)
            else:
                xe.book.read += 1
            return True
        case ("dot1q",) if said.words[2:4] == ("tag", "native"):
            xe.tag_native = not said.negated
            xe.book.read += 1
            return True
        case _:
            return _vlan_list(xe, said.behind(1))


def _access_map(xe: Xe, said: Said) -> Taken:
    if said.negated:
        taken: Taken = drop_entry(xe, said.words)
    else:
        entry = open_entry(xe, said.statement, said.words)
        taken = MapMode(entry) if entry else False
    if taken:
        xe.book.read += 1
        return taken
    xe.book.doubt(said.statement.source, "no VLAN map is named")
    xe.lost.append(said.statement)
    return LostMode(said.statement, told=True)


def _vlan_list(xe: Xe, said: Said) -> Taken:
    listed = listed_vlans(said.words)
    if listed is None:
        return False
    numbers = [number for low, high in listed for number in range(low, high + 1)]
    xe.book.read += 1
    if said.negated:
        for number in numbers:
            xe.vlans.pop(number, None)
        return True
    states = [xe.vlans.setdefault(each, VlanState(each, said.statement)) for each in numbers]
    return VlanMode(tuple(states))


def listed_vlans(words: tuple[str, ...]) -> Ranges | None:
    """Return the VLANs of a list of numbers; None if it is no such list."""
    if not words or not words[0][0].isdecimal():
        return None
    try:
        return number_list("".join(words), VLAN_TOP, 1)
    except ParseError:
        return None
