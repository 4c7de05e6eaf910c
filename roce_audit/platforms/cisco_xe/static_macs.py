"""``mac address-table static M vlan V drop``: frames of a station that the device drops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DMAC, SMAC, VLAN
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xe.switchport import VLAN_TOP
from roce_audit.reading.guard import Guard
from roce_audit.reading.mac_address import mac_number
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xe.list_headers import Taken
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.reading.said import Said


def static_mac(xe: Xe, said: Said) -> Taken:
    """Take ``M vlan V drop|interface X``; only the form that drops counts."""
    cursor = Words(said.words)
    try:
        station = mac_number(cursor.take("a MAC address"))
        cursor.choice("vlan")
        number = cursor.number(VLAN_TOP, 1)
    except ParseError as problem:
        xe.book.doubt(said.statement.source, problem.reason)
        return True
    if cursor.peek() != "drop" and not said.negated:
        xe.book.no_effect += 1
        return True
    xe.static_drops.pop((station, number), None)
    xe.book.read += 1
    if not said.negated:
        inside, who = single(number), single(station)
        sees: tuple[Box, ...] = ({VLAN: inside, SMAC: who}, {VLAN: inside, DMAC: who})
        text = f"line {said.statement.line}: frames of one station are dropped on some models"
        xe.static_drops[station, number] = Guard(text, said.statement, sees)
    return True
