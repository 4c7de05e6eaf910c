"""Global commands besides headers: deletions, renumbering, system-wide settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_nxos.blocks import Block, ForeignBlock, QuietBlock, SimpleBlock
from roce_audit.platforms.cisco_nxos.class_map import ClassMap
from roce_audit.platforms.cisco_nxos.groups import TOP_NUMBER
from roce_audit.platforms.cisco_nxos.headers import (
    acl_header,
    group_header,
    interface_header,
    profile_header,
)
from roce_audit.platforms.cisco_nxos.names import interface_names
from roce_audit.platforms.cisco_nxos.policy_map import PolicyMap
from roce_audit.platforms.cisco_nxos.port import Port, said
from roce_audit.platforms.cisco_nxos.port_filters import service_policy
from roce_audit.platforms.cisco_nxos.removal import remove
from roce_audit.platforms.cisco_nxos.row import KINDS
from roce_audit.platforms.cisco_nxos.switchport import TOP_VLAN
from roce_audit.platforms.cisco_nxos.vlan_headers import vlan_header
from roce_audit.reading.number_list import number_list
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.statement import Statement

_QOS = ("class-map", "policy-map")
_OLD_IMAGES = (")N", ")U", ")A")
"""Marks in the version of families whose layer-2 MTU comes from network-qos."""


def open_mode(state: State, statement: Statement) -> Block | None:
    """Do what a global command says; None if it is not one of those that matter."""
    reader = _READERS.get(statement.words[0].lower())
    if reader is None:
        return None
    try:
        return reader(state, statement)
    except ParseError as problem:
        state.book.doubt(statement.source, problem.reason)
        return ForeignBlock()


def _ip(state: State, statement: Statement) -> Block | None:
    found = acl_header(state, statement) or _shown_group(state, statement)
    if found is None and statement.words[1:4] == ("arp", "inspection", "vlan"):
        return _inspection(state, statement)
    return found


def _shown_group(state: State, statement: Statement) -> Block | None:
    return group_header(state, statement) if "object-group" in statement.words else None


def _inspection(state: State, statement: Statement) -> Block:
    vlans = number_list("".join(statement.words[4:]), TOP_VLAN, 1)
    state.vlans.inspected.append((vlans, statement.source))
    state.book.doubt(statement.source, "ARP inspection may drop ARP")
    return ForeignBlock()


def _system(state: State, statement: Statement) -> Block | None:
    match statement.words[1:]:
        case ("default", "switchport"):
            state.default_switchport = True
        case ("default", "switchport", "shutdown"):
            state.default_shutdown = True
        case ("jumbomtu", size):
            state.jumbo = Words((size,)).number(65535)
        case ("qos",):
            return _system_qos(state, statement)
        case _:
            return None
    state.book.read += 1
    return ForeignBlock()


def _system_qos(state: State, statement: Statement) -> Block:
    settings = state.system = state.system or Port("system qos", statement.source)
    state.book.read += 1
    return SimpleBlock(
        lambda each: (
            service_policy(settings, said(each)) if "service-policy" in each.words else None
        ),
        state.book,
    )


def _resequence(state: State, statement: Statement) -> Block:
    match statement.words[1:]:
        case (kind, "access-list", name, *numbers) if kind in KINDS:
            words = Words(tuple(numbers) or ("10", "10"))
            start, step = words.number(TOP_NUMBER, 1), words.number(TOP_NUMBER, 1)
            words.end()
            if (kind, name) in state.acls:
                state.acls[(kind, name)].resequence(start, step)
        case _:
            raise ParseError("it does not read resequence KIND access-list NAME")
    state.book.read += 1
    return ForeignBlock()


def _class_map(state: State, statement: Statement) -> Block:
    kind, every, name = _map_words(statement)
    state.book.read += 1
    if kind != "qos":
        return QuietBlock(state.book)
    found = state.classes.setdefault(name, ClassMap(statement.source, every))
    if state.first_time(("class-map", name)):
        found.conditions.clear()
    return SimpleBlock(found.enter, state.book, found.spoil)


def _policy_map(state: State, statement: Statement) -> Block:
    kind, _, name = _map_words(statement)
    state.book.read += 1
    if kind != "qos":
        return QuietBlock(state.book)
    found = state.policies.setdefault(name, PolicyMap(statement.source))
    if state.first_time(("policy-map", name)):
        found.classes.clear()
    return SimpleBlock(found.enter, state.book, found.spoil)


def _map_words(statement: Statement) -> tuple[str, bool, str]:
    """Return type, whether all conditions must hold, and name."""
    words = Words(statement.words, 1)
    kind = (words.take() if words.skip("type") and words.peek() else "") or "qos"
    every = words.skip("match-any", "match-all") != "match-any"
    return kind, every, statement.words[-1]


def _time_range(state: State, statement: Statement) -> Block:
    del statement
    state.book.no_effect += 1
    return QuietBlock(state.book)


def _default(state: State, statement: Statement) -> Block | None:
    if statement.words[1:2] != ("interface",):
        return None
    for name in interface_names(" ".join(statement.words[2:])):
        state.ports[name] = Port(name, statement.source)
    state.book.read += 1
    return ForeignBlock()


def _hostname(state: State, statement: Statement) -> Block:
    del statement
    state.hostname = True
    return ForeignBlock()


def _version(state: State, statement: Statement) -> Block:
    image = statement.words[1] if len(statement.words) > 1 else ""
    state.network_mtu = any(mark in image for mark in _OLD_IMAGES)
    state.version = True
    return ForeignBlock()


def _vtp(state: State, statement: Statement) -> Block:
    if statement.words[1:] == ("mode", "client"):
        state.vtp_client = True
    return ForeignBlock()


_READERS: Mapping[str, Callable[[State, Statement], Block | None]] = {
    "ip": _ip,
    "ipv4": _ip,
    "ipv6": _ip,
    "mac": acl_header,
    "object-group": group_header,
    "port": _shown_group,
    "protocol": _shown_group,
    "vlan": vlan_header,
    "interface": interface_header,
    "int": interface_header,
    "port-profile": profile_header,
    "class-map": _class_map,
    "policy-map": _policy_map,
    "system": _system,
    "resequence": _resequence,
    "time-range": _time_range,
    "default": _default,
    "hostname": _hostname,
    "switchname": _hostname,
    "version": _version,
    "vtp": _vtp,
    "no": remove,
}
