"""The hooks that packets meet which the machine receives, sends or routes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.packets.fields import UNTAGGED
from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.context import ABSENT, OPEN, Context, Name
from roce_audit.platforms.linux.hooks import (
    ARP,
    BRIDGE,
    IP_FAMILIES,
    Passing,
    Visit,
    bridge_name,
    egress,
    ends,
    ingress,
)
from roce_audit.platforms.linux.questions import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.linux.way import Port


def received(passing: Passing) -> Iterator[Visit]:
    """Yield the places of packets for the machine itself, in the order met."""
    port = passing.way.enters
    if port is None:
        return
    yield from _arrival(passing, port, local=True)
    names = ends(Name(port.layer3), ABSENT)
    here = Context(names, OPEN, local=True, receiver=Kind.HOST, vlan=UNTAGGED)
    yield Visit(ARP, Hook.INPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.PREROUTING, here, port.name, ports=passing.ports)
    yield Visit(IP_FAMILIES, Hook.INPUT, here, port.name, ports=passing.ports)


def sent(passing: Passing) -> Iterator[Visit]:
    """Yield the places of packets that the machine itself sends, in the order met."""
    port = passing.way.leaves
    if port is None:
        return
    names = ends(ABSENT, Name(port.layer3))
    here = Context(names, OPEN, local=False, header=False, vlan=UNTAGGED)
    yield Visit(ARP, Hook.OUTPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.OUTPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, here, port.name)
    frame = Context(tracking=OPEN, local=False, receiver=Kind.HOST, vlan=port.vlan)
    yield from _departure(passing, port, frame)


def routed(passing: Passing) -> Iterator[Visit]:
    """Yield the places of packets that the machine routes, in the order met."""
    enters, leaves = passing.way.enters, passing.way.leaves
    if enters is None or leaves is None:
        return
    yield from _arrival(passing, enters, local=False)
    names = ends(Name(enters.layer3), ABSENT)
    came = Context(names, OPEN, local=False, receiver=Kind.HOST, vlan=UNTAGGED)
    yield Visit(IP_FAMILIES, Hook.PREROUTING, came, enters.name, ports=passing.ports)
    goes = replace(came, ends=ends(Name(enters.layer3), Name(leaves.layer3)), hops=1)
    yield Visit(IP_FAMILIES, Hook.FORWARD, goes, enters.name, ports=passing.ports)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, goes, leaves.name, ports=passing.ports)
    vlan = UNTAGGED if leaves.vlan is None else leaves.vlan
    frame = Context(tracking=OPEN, local=False, macs=False, hops=1, vlan=vlan)
    yield from _departure(passing, leaves, frame)


def _arrival(passing: Passing, port: Port, *, local: bool) -> Iterator[Visit]:
    """Yield what packets meet that enter the machine or its router."""
    # A frame to the bridge's MAC is not to that of the port, unless the bridge has taken it (run).
    yield ingress(port.wire, Kind.HOST if port.is_port is False else None)
    if port.is_port is not False:
        names = ends(Name(port.name), ABSENT, bridges=(bridge_name(port), ABSENT))
        came = Context(names, OPEN, local=local, receiver=Kind.HOST)
        offered = passing.maybe_port
        yield Visit(BRIDGE, Hook.PREROUTING, came, port.name, offered=offered)
        yield Visit(BRIDGE, Hook.INPUT, came, port.name, offered=offered)
    if port.layer3 != port.wire:
        yield ingress(port.layer3, Kind.HOST, UNTAGGED)


def _departure(passing: Passing, port: Port, frame: Context) -> Iterator[Visit]:
    """Yield what packets meet that leave the machine or its router.

    Args:
        passing: The way.
        port: Where they leave.
        frame: What is known of their frames on the wire.
    """
    if port.layer3 != port.wire:
        upper = replace(frame, ends=ends(ABSENT, Name(port.layer3)), vlan=UNTAGGED)
        yield egress(port.layer3, upper)
    if port.is_port is not False:
        names = ends(ABSENT, Name(port.name), bridges=(ABSENT, bridge_name(port)))
        out = replace(frame, ends=names)
        offered = passing.maybe_port
        yield Visit(BRIDGE, Hook.OUTPUT, out, port.name, offered=offered)
        yield Visit(BRIDGE, Hook.POSTROUTING, out, port.name, offered=offered)
    yield egress(port.wire, replace(frame, ends=ends(ABSENT, Name(port.wire))))
