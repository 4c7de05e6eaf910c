"""Commands on VLANs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.arista_eos.model_state import VlanState
from roce_audit.platforms.arista_eos.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.reading.statement import Statement

VLAN_TOP = 4094


def edit_vlans(eos: Eos, statement: Statement) -> None:
    """Apply ``vlan N`` and what stands under it; other words are global settings."""
    try:
        numbers = number_list(statement.words[1:], VLAN_TOP)
    except ParseError:
        eos.book.ignore(statement)
        return
    eos.book.read += 1
    states = [
        eos.vlans.setdefault(number, VlanState(number, statement)) for number in each(numbers)
    ]
    for child in statement.children:
        _edit(eos, states, child)


def remove_vlans(eos: Eos, words: tuple[str, ...]) -> None:
    """Apply ``no vlan N``."""
    try:
        gone = set(each(number_list(words, VLAN_TOP)))
    except ParseError:
        return
    eos.vlans = {number: vlan for number, vlan in eos.vlans.items() if number not in gone}


def each(numbers: Ranges) -> Iterable[int]:
    """Yield every number of a set."""
    return (number for low, high in numbers for number in range(low, high + 1))


def _edit(eos: Eos, states: list[VlanState], statement: Statement) -> None:
    words = statement.words
    negative = words[0] in ("no", "default")
    words = words[1:] if negative else words
    match words:
        case ("state", state) if state in ("active", "suspend"):
            _set_active(states, active=negative or state == "active")
        case ("trunk", "group", name):
            for vlan in states:
                rest = tuple(group for group in vlan.groups if group != name)
                vlan.groups = rest if negative else (*rest, name)
        case ("private-vlan", *_):
            for vlan in states:
                vlan.isolated = None if negative else statement
        case ("name" | "mac" | "exit" | "arp", *_):
            eos.book.no_effect += 1
            return
        case _:
            eos.book.doubt(statement.source, f"unknown VLAN statement {words[:1]}")
            return
    eos.book.read += 1


def _set_active(states: list[VlanState], *, active: bool) -> None:
    for vlan in states:
        vlan.active = active
