"""Headers that begin with ``vlan``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_nxos.blocks import Block, ForeignBlock, SimpleBlock
from roce_audit.platforms.cisco_nxos.port import Port
from roce_audit.platforms.cisco_nxos.switchport import TOP_VLAN
from roce_audit.platforms.cisco_nxos.vlan_map import MapEntry, next_number
from roce_audit.platforms.cisco_nxos.vlans import vlan_command, vlan_odd, vlan_policy
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.statement import Statement

_TOP_ENTRY = 65535


def vlan_header(state: State, statement: Statement) -> Block | None:
    """Read ``vlan LIST``, ``vlan configuration LIST``, ``vlan access-map`` and ``vlan filter``."""
    match statement.words[1:]:
        case ("access-map", name, *rest):
            return _map_header(state, statement, name, rest)
        case ("filter", *_):
            return _once(state, statement)
        case ("configuration", *rest) if rest:
            return _settings(state, statement, "".join(rest))
        case (text, *rest) if text[0].isdigit():
            return _vlans(state, statement, "".join((text, *rest)))
        case _:
            return None


def _map_header(state: State, statement: Statement, name: str, rest: list[str]) -> Block:
    entries = state.maps.setdefault(name, {})
    try:
        number = _entry_number(rest) if rest else next_number(entries)
    except ParseError as problem:
        state.lose(statement, problem.reason)
        return SimpleBlock(MapEntry(0, statement.source).enter, state.book)
    if state.first_time(("vlan access-map", name, number)):
        entries.pop(number, None)
    entry = entries.setdefault(number, MapEntry(number, statement.source))
    state.book.read += 1
    return SimpleBlock(entry.enter, state.book, entry.spoil)


def _entry_number(rest: list[str]) -> int:
    numbers = number_list("".join(rest), _TOP_ENTRY)
    if len(numbers) != 1 or numbers[0][0] != numbers[0][1]:
        raise ParseError("an entry has one number")
    return numbers[0][0]


def _once(state: State, statement: Statement) -> Block:
    """Read a ``vlan filter`` command, which opens no mode."""
    state.vlans.use_map(statement)
    state.book.read += 1
    return ForeignBlock()


def _settings(state: State, statement: Statement, text: str) -> Block:
    vlans = number_list(text, TOP_VLAN, 1)
    settings = state.vlans.policies.setdefault(vlans, Port(statement.text, statement.source))
    state.book.read += 1
    return SimpleBlock(lambda each: vlan_policy(settings, each), state.book)


def _vlans(state: State, statement: Statement, text: str) -> Block | None:
    try:
        numbers = number_list(text, TOP_VLAN, 1)
    except ParseError:
        return None
    rows = state.vlans.create(numbers, statement.source)
    state.book.read += 1
    return SimpleBlock(
        lambda each: vlan_command(rows, each), state.book, lambda each: vlan_odd(rows, each)
    )
