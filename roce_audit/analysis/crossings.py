"""What the inventory's flows put on the ports and routed interfaces of the switches they touch.

Cost grows with ports, never with pairs of hosts: a host's peers are one set of addresses, and
hosts of the same flows share it. Paths beyond the attached switches are not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.peers import VERSION, Peers, addresses_of, peers_of
from roce_audit.analysis.through import not_followed, through
from roce_audit.errors import NotThere
from roce_audit.model.network import Attachment, Crossing, Failure, Network
from roce_audit.model.path import Passage, Route
from roce_audit.packets.ranges import Ranges, normalise, without
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from roce_audit.model.device import Device

Way = Callable[["Device", Passage], Route]

Far = Callable[[Peers, Traffic], Ranges]
"""Addresses of the hosts at the other end, worked out once for each set of hosts."""


def with_crossings(network: Network, way: Way, whole: Collection[str] = ()) -> Network:
    """Return the network with its crossings, and with a failure for each port that is not there.

    Args:
        network: Read devices, attachments and flows.
        way: The platform's answer to which filters a passage meets.
        whole: Switches whose filters depend on both ends of a passage.
    """
    found: list[Crossing] = []
    failures: list[Failure] = []
    peers = peers_of(network)

    @cache
    def far(group: Peers, traffic: Traffic) -> Ranges:
        return _far(network, group, traffic)

    for port in network.attachments:
        device = network.switches.get(port.switch)
        if device is None or port.host not in peers:
            continue
        group = peers[port.host]
        try:
            if device.name in whole:
                found += through(network, device, port, group, way)
                failures += not_followed(network, device, port, group)
            else:
                found += _at_port(device, port, group, far, way)
        except NotThere as problem:
            reason = f"{problem}, where the inventory plugs in {port.host} {port.netdev}"
            failures.append(Failure(device.name, reason, port.source))
    told = tuple(dict.fromkeys((*network.failures, *failures)))
    return replace(network, crossings=tuple(found), failures=told)


@dataclass(frozen=True, slots=True)
class _Leg:
    """One kind of traffic of one host port, and the switch it is plugged into."""

    device: Device
    port: Attachment
    traffic: Traffic
    peers: Peers
    own: Ranges
    far: Ranges

    def crossing(self, passage: Passage, route: Route, far: Ranges) -> Crossing:
        inbound = bool(passage.ingress)
        return Crossing(
            device=self.device.name,
            passage=passage,
            traffic=self.traffic,
            hosts=(self.port.host,),
            sources=self.own if inbound else far,
            destinations=far if inbound else self.own,
            route=route,
            peers=self.peers.name,
        )


def _at_port(
    device: Device, port: Attachment, peers: Peers, far: Far, way: Way
) -> Iterator[Crossing]:
    passages = (
        Passage(ingress=port.interface, vlan=port.vlan),
        Passage(egress=port.interface, vlan=port.vlan),
    )
    routes = [way(device, passage) for passage in passages]
    for traffic in peers.traffic:
        leg = _Leg(device, port, traffic, peers, addresses_of(port, traffic), far(peers, traffic))
        for passage, route in zip(passages, routes, strict=True):
            yield leg.crossing(passage, route, leg.far)
        yield from _at_svi(leg, way)


def _at_svi(leg: _Leg, way: Way) -> Iterator[Crossing]:
    """Yield what crosses the routed interface of the port's VLAN, if anything leaves its subnet."""
    beyond = without(leg.far, _subnets(leg.port, leg.traffic))
    if leg.traffic not in (Traffic.V2_IPV4, Traffic.V2_IPV6) or not beyond:
        return
    for name in _svis(leg.device, leg.port):
        for passage in (Passage(ingress=name), Passage(egress=name)):
            yield leg.crossing(passage, way(leg.device, passage), beyond)


def _svis(device: Device, port: Attachment) -> Iterator[str]:
    interface = device.interfaces.get(port.interface)
    if interface is None:
        return
    carrier = device.interfaces.get(interface.parent, interface)
    vlan = port.vlan if port.vlan in device.vlans else carrier.access_vlan
    for each in device.interfaces.values():
        if each.svi_vlan is not None and each.svi_vlan == vlan and each.addresses:
            yield each.name


def _subnets(port: Attachment, traffic: Traffic) -> Ranges:
    version = VERSION.get(traffic)
    nets = (ip_interface(text).network for text in port.addresses)
    return normalise(
        (int(net.network_address), int(net.broadcast_address))
        for net in nets
        if net.version == version
    )


def _far(network: Network, peers: Peers, traffic: Traffic) -> Ranges:
    return normalise(
        part
        for port in network.attachments
        if port.host in peers.hosts
        for part in addresses_of(port, traffic)
    )
