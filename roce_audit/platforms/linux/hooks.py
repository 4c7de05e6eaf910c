"""Places on a way where filters are called, and what is known of packets there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.context import ABSENT, NOT_YET, Context, Name
from roce_audit.platforms.linux.questions import End, Kind
from roce_audit.platforms.linux.unions import ALWAYS, Union

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.way import Port, Way

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
        at: Interface to name in answers.
        device: Interface of an ingress or egress hook.
        offered: The packets that come by.
        ports: Port of a bridge that ``physdev`` sees, by family of the filter; where it is empty,
            ``context`` says it.
    """

    families: frozenset[str]
    hook: Hook
    context: Context
    at: str
    device: str = ""
    offered: Union = ALWAYS
    ports: Mapping[str, Name] = field(default_factory=dict[str, Name])

    def context_of(self, family: str) -> Context:
        """Return what is known there for filters of a family."""
        if family not in self.ports:
            return self.context
        ends = {**self.context.ends, End.IN_PORT: self.ports[family]}
        return replace(self.context, ends=ends)


@dataclass(frozen=True, slots=True)
class Passing:
    """What the visits of one way have in common.

    Attributes:
        way: The way.
        handed: Packets of a bridge that IP filters see.
        maybe_port: Packets that bridge filters see where it is not known if there is a bridge.
        ports: Port of a bridge that ``physdev`` sees, by family of the filter.
        vlans: VLAN field on leaving for each one on entry, where a bridge changes it.
    """

    way: Way
    handed: Union
    maybe_port: Union = ALWAYS
    ports: Mapping[str, Name] = field(default_factory=dict[str, Name])
    vlans: Mapping[int, int] | None = None


def ends(
    enters: Name, leaves: Name, *, bridges: tuple[Name, Name] = (ABSENT, ABSENT)
) -> dict[End, Name]:
    """Return the names of interfaces, and of the bridges that they are ports of."""
    return {
        End.IN: enters,
        End.OUT: leaves,
        End.IN_BRIDGE: bridges[0],
        End.OUT_BRIDGE: bridges[1],
        End.IN_PORT: ABSENT,
        End.OUT_PORT: ABSENT,
    }


def bridge_name(*ports: Port) -> Name:
    """Return the name of the ports' bridge; one that is not known is at least none of them."""
    if ports[0].bridge:
        return Name(ports[0].bridge)
    return Name(never=tuple(port.name for port in ports))


def ingress(device: str, receiver: Kind | None, vlan: int | None = None) -> Visit:
    """Return the ingress hook of an interface.

    Args:
        device: The interface.
        receiver: To whom frames to one station are addressed there; None if that is open.
        vlan: VLAN field of the frames there, None if it is the one on entry.
    """
    context = Context(ends(Name(device), ABSENT), NOT_YET, receiver=receiver, vlan=vlan)
    return Visit(DEVICE, Hook.INGRESS, context, device, device=device)


def egress(device: str, context: Context) -> Visit:
    """Return the egress hook of an interface."""
    return Visit(DEVICE, Hook.EGRESS, context, device, device=device)
