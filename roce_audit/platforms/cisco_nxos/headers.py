"""Headers of access lists, groups and interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.acl import Acl
from roce_audit.platforms.cisco_nxos.blocks import (
    Block,
    QuietBlock,
    SimpleBlock,
)
from roce_audit.platforms.cisco_nxos.groups import PORT_KIND, Group
from roce_audit.platforms.cisco_nxos.list_blocks import AclBlock, GroupBlock
from roce_audit.platforms.cisco_nxos.names import interface_names
from roce_audit.platforms.cisco_nxos.port import Port
from roce_audit.platforms.cisco_nxos.port_block import PortBlock
from roce_audit.platforms.cisco_nxos.row import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.statement import Statement

_SHOWN_KINDS = {"ip": "ip", "ipv4": "ip", "ipv6": "ipv6", "mac": "mac"}
_GROUP_KINDS: Mapping[tuple[str, ...], str] = {
    ("ip", "address"): "ip",
    ("ipv6", "address"): "ipv6",
    ("ip", "port"): PORT_KIND,
}
_SHOWN_GROUPS: Mapping[tuple[str, ...], str] = {
    ("ipv4", "address"): "ip",
    ("ip", "address"): "ip",
    ("ipv6", "address"): "ipv6",
    ("port",): PORT_KIND,
    ("ip", "port"): PORT_KIND,
    ("protocol", "port"): PORT_KIND,
}


def acl_header(state: State, statement: Statement) -> Block | None:
    """Read ``ip access-list NAME`` and what show commands print for it."""
    words = statement.words
    kind = _SHOWN_KINDS.get(words[0].lower(), "")
    match words[1:]:
        case ("access-list", *rest) if words[0] in KINDS and rest:
            names = rest
        case ("access", "list", *rest) if kind and rest:
            names = rest
        case ("ACL", *rest) if kind and rest:
            names = rest
        case _:
            return None
    return AclBlock(_acl(state, kind, names, statement), state.book, statement.indent)


def _acl(state: State, kind: str, names: list[str], statement: Statement) -> Acl:
    name = names[-1]
    key = (kind, name)
    again = state.first_time(key)
    acl = state.acls.get(key)
    if acl is None:
        acl = state.acls[key] = Acl(kind, name, statement, state.untyped)
    elif again:
        acl.reopen()
    if len(names) > 1:
        # ``ip access-list extended X``: the device would call the list "extended" and refuse X.
        acl.odd = f"{' '.join(names)} is no list name"
        state.book.doubt(statement.source, acl.odd)
    else:
        state.book.read += 1
    return acl


def group_header(state: State, statement: Statement) -> Block | None:
    """Read ``object-group ip address NAME`` and what show commands print for it."""
    words = statement.words
    if words[0] == "object-group":
        kind, name = _GROUP_KINDS.get(words[1:3]), words[3:]
    else:
        at = words.index("object-group") if "object-group" in words else 0
        kind = _SHOWN_GROUPS.get(tuple(word.lower() for word in words[:at]))
        name = words[at + 1 :]
    if kind is None or len(name) != 1:
        if words[0] != "object-group":
            return None
        state.book.doubt(statement.source, "unknown kind of object group")
        return QuietBlock(state.book)
    group = state.groups.setdefault((kind, name[0]), Group(kind, name[0]))
    if state.first_time(("object-group", kind, name[0])):
        group.members.clear()
    state.book.read += 1
    return GroupBlock(group, state.book)


def interface_header(state: State, statement: Statement) -> Block:
    """Read ``interface NAMES``."""
    names = interface_names(" ".join(statement.words[1:]))
    if not names:
        if statement.words[1:2] == ("breakout",):
            state.book.no_effect += 1
        else:
            state.book.doubt(statement.source, "unknown kind of interface")
        return SimpleBlock(lambda _: None, state.book)
    state.book.read += 1
    return PortBlock(tuple(_ports(state, names, statement)), state.book, statement.indent)


def _ports(state: State, names: Iterable[str], statement: Statement) -> Iterable[Port]:
    for name in names:
        if state.first_time(("interface", name)) and state.whole:
            state.ports.pop(name, None)
        if name not in state.ports:
            state.ports[name] = Port(name, statement.source)
        yield state.ports[name]


def profile_header(state: State, statement: Statement) -> Block:
    """Read ``port-profile [type KIND] NAME``."""
    name = statement.words[-1]
    profile = state.profiles.setdefault(name, Port(name, statement.source))
    state.book.read += 1
    return PortBlock((profile,), state.book, statement.indent)
