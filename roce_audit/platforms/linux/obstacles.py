"""What stops packets on their way whatever the filters say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.path import Obstacle
from roce_audit.packets.fields import UNTAGGED, Doubt
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from roce_audit.model.path import Passage
    from roce_audit.platforms.linux.way import Port
    from roce_audit.platforms.linux.world import World

ROUTERS_DROP_V1 = "a router never forwards RoCE v1: EtherType 0x8915 is not IP"


def switched_off(world: World, passage: Passage) -> dict[Traffic, Obstacle]:
    """Return what a link that is switched off stops: everything."""
    for name in (passage.ingress, passage.egress):
        link = world.links.get(name)
        if link is not None and not link.up:
            return dict.fromkeys(Traffic, Obstacle(f"{name} is switched off"))
    return {}


def bridge_blocks(world: World, enters: str, leaves: str) -> dict[Traffic, Obstacle]:
    """Return what two ports of a bridge stop by their state."""
    links = [world.links.get(name) for name in (enters, leaves)]
    if all(link is not None and link.isolated for link in links):
        reason = f"{enters} and {leaves} are isolated ports of the bridge"
        return dict.fromkeys(Traffic, Obstacle(reason))
    for link in links:
        if link is not None and link.port_state in {"disabled", "blocking", "listening"}:
            reason = f"bridge port {link.name} is {link.port_state}"
            return dict.fromkeys(Traffic, Obstacle(reason))
    return {}


def takes_untagged_only(world: World, port: Port) -> bool:
    """Whether the capture shows that tagged frames have no interface here to go to."""
    return port.name in world.links and not port.bridge and port.vlan is None


def tag_blocks(world: World, port: Port, vlan: int | None) -> dict[Traffic, Obstacle]:
    """Return what the lack of a VLAN interface stops."""
    if vlan in {None, UNTAGGED, 0} or not takes_untagged_only(world, port):
        return {}
    reason = f"{port.name} has no VLAN interface for VLAN {vlan}"
    return dict.fromkeys(Traffic, Obstacle(reason))


def router_blocks(world: World, enters: Port, unsure: str) -> dict[Traffic, Obstacle]:
    """Return what a router never forwards, or not as it is set.

    Args:
        world: Links and settings.
        enters: Where packets come in.
        unsure: Why it may be a bridge after all; "" if it certainly routes.
    """
    never = Obstacle(ROUTERS_DROP_V1, Doubt("bridged or routed", unsure) if unsure else None)
    blocked = {Traffic.V1: never, Traffic.ARP: never}
    own = world.setting(f"net.ipv4.conf.{enters.layer3}.forwarding")
    common = world.setting("net.ipv4.ip_forward")
    four = own if own is not None else common
    if four is False:
        blocked[Traffic.V2_IPV4] = Obstacle("forwarding of IPv4 is switched off (ip_forward)")
    if world.setting("net.ipv6.conf.all.forwarding") is False:
        reason = "forwarding of IPv6 is switched off (net.ipv6.conf.all.forwarding)"
        blocked[Traffic.V2_IPV6] = Obstacle(reason)
        blocked[Traffic.ND] = Obstacle(reason)
    return blocked
