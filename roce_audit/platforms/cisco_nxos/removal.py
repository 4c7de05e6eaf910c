"""Global commands that begin with ``no``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.blocks import Block, ForeignBlock
from roce_audit.platforms.cisco_nxos.groups import PORT_KIND
from roce_audit.platforms.cisco_nxos.names import interface_names
from roce_audit.platforms.cisco_nxos.row import KINDS
from roce_audit.platforms.cisco_nxos.switchport import TOP_VLAN
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.statement import Statement

_GROUP_KINDS = {"address": "", "port": PORT_KIND}


def remove(state: State, statement: Statement) -> Block | None:
    """Do what ``no ...`` says; None if it removes nothing that matters.

    Raises:
        ParseError: It is not understood.
    """
    if not _remove(state, statement, statement.words[1:]):
        return None
    state.book.read += 1
    return ForeignBlock()


def _remove(state: State, statement: Statement, words: tuple[str, ...]) -> bool:
    match words:
        case (kind, "access-list", name) if kind in KINDS:
            state.acls.pop((kind, name), None)
        case ("object-group", family, kind, name) if kind in _GROUP_KINDS:
            state.groups.pop((_GROUP_KINDS[kind] or family, name), None)
        case ("interface", *rest) if rest:
            for name in interface_names(" ".join(rest)):
                state.ports.pop(name, None)
        case ("vlan", *_):
            return _remove_vlan(state, statement, words)
        case ("class-map", *_, name):
            state.classes.pop(name, None)
        case ("policy-map", *_, name):
            state.policies.pop(name, None)
        case _:
            return _switch_off(state, words)
    return True


def _remove_vlan(state: State, statement: Statement, words: tuple[str, ...]) -> bool:
    match words[1:]:
        case ("access-map", name):
            state.maps.pop(name, None)
        case ("access-map", name, number):
            _remove_entry(state, name, number)
        case ("filter", *_):
            state.vlans.use_map(statement)
        case ("configuration", *rest):
            state.vlans.policies.pop(number_list("".join(rest), TOP_VLAN, 1), None)
        case (text, *rest) if text[0].isdigit():
            state.vlans.delete(number_list("".join((text, *rest)), TOP_VLAN, 1))
        case _:
            return False
    return True


def _remove_entry(state: State, name: str, number: str) -> None:
    entries = state.maps.get(name, {})
    for low, high in number_list(number, 65535):
        for key in [key for key in entries if low <= key <= high]:
            del entries[key]
    if not entries:
        state.maps.pop(name, None)


def _switch_off(state: State, words: tuple[str, ...]) -> bool:
    match words:
        case ("system", "default", "switchport"):
            state.default_switchport = False
        case ("system", "default", "switchport", "shutdown"):
            state.default_shutdown = False
        case ("hardware", "access-list", "update", "atomic"):
            state.atomic = False
        case ("ip", "arp", "inspection", "vlan", *rest):
            gone = number_list("".join(rest), TOP_VLAN, 1)
            state.vlans.inspected = [each for each in state.vlans.inspected if each[0] != gone]
        case _:
            return False
    return True
