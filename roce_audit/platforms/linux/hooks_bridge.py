"""The hooks that bridged packets meet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.packets.fields import UNTAGGED
from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.context import ABSENT, OPEN, Context, Name
from roce_audit.platforms.linux.hooks import (
    BRIDGE,
    IP_FAMILIES,
    Passing,
    Visit,
    bridge_name,
    egress,
    ends,
    ingress,
)
from roce_audit.platforms.linux.questions import End, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.linux.way import Port


def bridged(passing: Passing) -> Iterator[Visit]:
    """Yield the places in the order met."""
    enters, leaves = passing.way.enters, passing.way.leaves
    if enters is None or leaves is None:
        return
    yield from _entry(enters)
    yield from _inside(passing, enters, leaves)
    yield from _exit(passing, enters, leaves)


def _entry(port: Port) -> Iterator[Visit]:
    yield ingress(port.wire, Kind.OTHER)
    if port.wire != port.name:
        yield ingress(port.name, Kind.OTHER, UNTAGGED)


def _inside(passing: Passing, enters: Port, leaves: Port) -> Iterator[Visit]:
    into, out = Name(enters.name), Name(leaves.name)
    bridge = bridge_name(enters, leaves)
    # The tag of a VLAN interface is gone before its frames enter the bridge.
    vlan = None if enters.vlan is None else UNTAGGED
    seen = Context(tracking=OPEN, local=False, receiver=Kind.OTHER, vlan=vlan)
    upstairs = replace(seen, receiver=Kind.HOST)
    moved = replace(seen, vlans=passing.vlans)
    upstairs_moved = replace(upstairs, vlans=passing.vlans)
    handed = passing.handed
    came = ends(into, ABSENT, bridges=(bridge, ABSENT))
    yield Visit(BRIDGE, Hook.PREROUTING, replace(seen, ends=came), enters.name)
    first = {**ends(bridge, ABSENT), End.IN_PORT: into}
    yield Visit(
        IP_FAMILIES, Hook.PREROUTING, replace(upstairs, ends=first), enters.name, offered=handed
    )
    across = ends(into, out, bridges=(bridge, bridge))
    yield Visit(BRIDGE, Hook.FORWARD, replace(moved, ends=across), enters.name)
    both = {**ends(bridge, bridge), End.IN_PORT: into, End.OUT_PORT: out}
    yield Visit(
        IP_FAMILIES, Hook.FORWARD, replace(upstairs_moved, ends=both), enters.name, offered=handed
    )
    left = ends(ABSENT, out, bridges=(ABSENT, bridge))
    yield Visit(BRIDGE, Hook.POSTROUTING, replace(moved, ends=left), leaves.name)
    last = {**ends(ABSENT, bridge), End.IN_PORT: into, End.OUT_PORT: out}
    gone = replace(upstairs_moved, ends=last)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, gone, leaves.name, offered=handed)


def _exit(passing: Passing, enters: Port, leaves: Port) -> Iterator[Visit]:
    vlan = None if enters.vlan is None else UNTAGGED
    out = ends(ABSENT, Name(leaves.name))
    context = Context(out, OPEN, receiver=Kind.OTHER, vlan=vlan, vlans=passing.vlans)
    yield egress(leaves.name, context)
    if leaves.wire != leaves.name:
        wire = replace(context, ends=ends(ABSENT, Name(leaves.wire)), vlan=leaves.vlan)
        yield egress(leaves.wire, wire)
