"""The hooks that packets meet on each kind of way, and what is known of them there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.linux import questions
from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.context import ABSENT, NOT_YET, OPEN, UNKNOWN, Context, Name
from roce_audit.platforms.linux.questions import End
from roce_audit.platforms.linux.unions import ALWAYS, Union
from roce_audit.platforms.linux.way import Kind, Port, Way

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

IP_FAMILIES = frozenset({"ip", "ip6", "inet"})
BRIDGE = frozenset({"bridge"})
DEVICE = frozenset({"netdev", "inet"})
ARP = frozenset({"arp"})


@dataclass(frozen=True, slots=True)
class Visit:
    """One place on a way.

    Attributes:
        families: Families whose chains are called.
        hook: The hook.
        context: What is known there; of tracking only if it is known whatever the priority.
        device: Interface of an ingress or egress hook.
        offered: The packets that come by.
        at: Interface to name in answers.
    """

    families: frozenset[str]
    hook: Hook
    context: Context
    at: str
    device: str = ""
    offered: Union = ALWAYS


@dataclass(frozen=True, slots=True)
class Passing:
    """What the visits of one way have in common.

    Attributes:
        way: The way.
        handed: Packets of a bridge that IP filters see.
        maybe_port: Packets that bridge filters see where it is not known if there is a bridge.
        vlans: VLAN field on leaving for each one on entry, where a bridge changes it.
        vlans_open: Whether the bridge may change VLAN fields in a way that is not known.
    """

    way: Way
    handed: Union
    maybe_port: Union = ALWAYS
    vlans: Mapping[int, int] | None = None


def visits(passing: Passing) -> Iterator[Visit]:
    """Yield the places of a way in the order met."""
    match passing.way.kind:
        case Kind.BRIDGED:
            return _bridged(passing)
        case Kind.ROUTED:
            return _routed(passing)
        case Kind.INPUT:
            return _input(passing)
        case Kind.OUTPUT:
            return _output(passing)


def _ends(  # noqa: PLR0913, PLR0917 - one parameter per end
    enters: Name,
    leaves: Name,
    bridge_in: Name = ABSENT,
    bridge_out: Name = ABSENT,
    port_in: Name = ABSENT,
    port_out: Name = ABSENT,
) -> Mapping[End, Name]:
    return {
        End.IN: enters,
        End.OUT: leaves,
        End.IN_BRIDGE: bridge_in,
        End.OUT_BRIDGE: bridge_out,
        End.IN_PORT: port_in,
        End.OUT_PORT: port_out,
    }


def _name(port: Port | None) -> Name:
    return ABSENT if port is None else Name(port.name)


def _bridge(port: Port | None, other: Port | None) -> Name:
    """Return the name of the bridge; unknown ones are at least not the ports' names."""
    if port is None:
        return ABSENT
    if port.bridge:
        return Name(port.bridge)
    never = tuple(each.name for each in (port, other) if each is not None)
    return Name(never=never)


def _bridged(passing: Passing) -> Iterator[Visit]:
    enters, leaves = passing.way.enters, passing.way.leaves
    port_in, port_out = _name(enters), _name(leaves)
    bridge = _bridge(enters or leaves, leaves)
    other, host = questions.Kind.OTHER, questions.Kind.HOST
    name_in, name_out = (enters.name if enters else ""), (leaves.name if leaves else "")
    came = Context(_ends(port_in, ABSENT, bridge), OPEN, local=False, receiver=other)
    yield _ingress(name_in, Name(name_in), other)
    yield Visit(BRIDGE, Hook.PREROUTING, came, name_in)
    seen = Context(_ends(bridge, ABSENT, port_in=port_in), OPEN, local=False, receiver=host)
    yield Visit(IP_FAMILIES, Hook.PREROUTING, seen, name_in, offered=passing.handed)
    vlans = passing.vlans
    going = Context(
        _ends(port_in, port_out, bridge, bridge), OPEN, local=False, receiver=other, vlans=vlans
    )
    yield Visit(BRIDGE, Hook.FORWARD, going, name_in)
    inside = _ends(bridge, bridge, port_in=port_in, port_out=port_out)
    crossing = Context(inside, OPEN, local=False, receiver=host, vlans=vlans)
    yield Visit(IP_FAMILIES, Hook.FORWARD, crossing, name_in, offered=passing.handed)
    left = Context(
        _ends(ABSENT, port_out, bridge_out=bridge), OPEN, local=False, receiver=other, vlans=vlans
    )
    yield Visit(BRIDGE, Hook.POSTROUTING, left, name_out)
    last = _ends(ABSENT, bridge, port_in=port_in, port_out=port_out)
    gone = Context(last, OPEN, local=False, receiver=host, vlans=vlans)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, gone, name_out, offered=passing.handed)
    yield _egress(name_out, Context(_ends(ABSENT, port_out), OPEN, receiver=other, vlans=vlans))


def _ingress(device: str, name: Name, receiver: questions.Kind) -> Visit:
    context = Context(_ends(name, ABSENT), NOT_YET, local=None, receiver=receiver)
    return Visit(DEVICE, Hook.INGRESS, context, device, device=device)


def _egress(device: str, context: Context) -> Visit:
    return Visit(DEVICE, Hook.EGRESS, context, device, device=device)


def _arrival(passing: Passing) -> Iterator[Visit]:
    """Yield what packets meet that enter the machine itself or its router."""
    port = passing.way.enters
    if port is None:
        return
    host = questions.Kind.HOST
    local = passing.way.kind is Kind.INPUT
    yield _ingress(port.wire, Name(port.wire), host)
    if port.is_port is not False:
        bridge = _bridge(port, None)
        ends = _ends(Name(port.name), ABSENT, bridge)
        came = Context(ends, OPEN, local=local, receiver=host)
        yield Visit(BRIDGE, Hook.PREROUTING, came, port.name, offered=passing.maybe_port)
        yield Visit(BRIDGE, Hook.INPUT, came, port.name, offered=passing.maybe_port)
    if port.layer3 != port.wire:
        inner = Context(_ends(Name(port.layer3), ABSENT), NOT_YET, receiver=host, tagged=False)
        yield Visit(DEVICE, Hook.INGRESS, inner, port.layer3, device=port.layer3)


def _departure(passing: Passing, before: Context) -> Iterator[Visit]:
    """Yield what packets meet that leave the machine itself or its router."""
    port = passing.way.leaves
    if port is None:
        return
    routed = passing.way.kind is Kind.ROUTED
    sent = Context(
        _ends(ABSENT, Name(port.layer3)),
        OPEN,
        local=False,
        receiver=questions.Kind.HOST,
        macs=False,
        hops=before.hops,
        tagged=not routed or port.vlan is None,
    )
    if port.layer3 != port.wire:
        yield _egress(port.layer3, sent)
    if port.is_port is not False:
        bridge = _bridge(port, None)
        out = Context(
            _ends(ABSENT, Name(port.name), bridge_out=bridge),
            OPEN,
            local=False,
            macs=False,
            hops=before.hops,
        )
        yield Visit(BRIDGE, Hook.OUTPUT, out, port.name, offered=passing.maybe_port)
        yield Visit(BRIDGE, Hook.POSTROUTING, out, port.name, offered=passing.maybe_port)
    ends = _ends(ABSENT, Name(port.wire))
    yield _egress(port.wire, Context(ends, OPEN, local=False, macs=False, hops=before.hops))


def _physical(port: Port | None) -> Name:
    """Return the bridge port that ``physdev`` sees: none unless the interface is one."""
    if port is None or port.is_port is False:
        return ABSENT
    return Name(port.name) if port.bridge else UNKNOWN


def _input(passing: Passing) -> Iterator[Visit]:
    port = passing.way.enters
    if port is None:
        return
    yield from _arrival(passing)
    ends = _ends(Name(port.layer3), ABSENT, port_in=_physical(port))
    host = questions.Kind.HOST
    here = Context(ends, OPEN, local=True, receiver=host, tagged=False)
    yield Visit(ARP, Hook.INPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.PREROUTING, here, port.name)
    yield Visit(IP_FAMILIES, Hook.INPUT, here, port.name)


def _output(passing: Passing) -> Iterator[Visit]:
    port = passing.way.leaves
    if port is None:
        return
    ends = _ends(ABSENT, Name(port.layer3))
    here = Context(ends, OPEN, local=False, header=False, tagged=False)
    yield Visit(ARP, Hook.OUTPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.OUTPUT, here, port.name)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, here, port.name)
    yield from _departure(passing, here)


def _routed(passing: Passing) -> Iterator[Visit]:
    enters, leaves = passing.way.enters, passing.way.leaves
    if enters is None or leaves is None:
        return
    yield from _arrival(passing)
    came, goes = Name(enters.layer3), Name(leaves.layer3)
    host, physical = questions.Kind.HOST, _physical(enters)
    first = Context(
        _ends(came, ABSENT, port_in=physical), OPEN, local=False, receiver=host, tagged=False
    )
    yield Visit(IP_FAMILIES, Hook.PREROUTING, first, enters.name)
    then = Context(
        _ends(came, goes, port_in=physical), OPEN, local=False, receiver=host, tagged=False, hops=1
    )
    yield Visit(IP_FAMILIES, Hook.FORWARD, then, enters.name)
    yield Visit(IP_FAMILIES, Hook.POSTROUTING, then, leaves.name)
    yield from _departure(passing, then)
