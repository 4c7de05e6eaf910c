"""What the inventory's flows put on the ports and routed interfaces of the switches they touch.

Cost grows with ports, never with pairs of hosts: a host's peers are one set of addresses, and
hosts of the same flows share it. Paths beyond the attached switches are not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.errors import NotThere
from roce_audit.model.network import Attachment, Crossing, Failure, Network
from roce_audit.model.path import Passage, Route
from roce_audit.packets.ranges import Ranges, normalise, without
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from roce_audit.model.device import Device

Way = Callable[["Device", Passage], Route]

_VERSION = {Traffic.V2_IPV4: 4, Traffic.ARP: 4, Traffic.V2_IPV6: 6, Traffic.ND: 6}
COMPANIONS = {Traffic.V1: Traffic.ARP, Traffic.V2_IPV4: Traffic.ARP, Traffic.V2_IPV6: Traffic.ND}
"""What a kind of RoCE packets cannot start without."""


@dataclass(frozen=True, slots=True)
class _Peers:
    """Hosts at the other end of a host's flows, the host itself included."""

    name: str
    hosts: frozenset[str]
    traffic: tuple[Traffic, ...]


Far = Callable[[_Peers, Traffic], Ranges]
"""Addresses of the hosts at the other end, worked out once for each set of hosts."""


def with_crossings(network: Network, way: Way) -> Network:
    """Return the network with its crossings, and with a failure for each port that is not there.

    Args:
        network: Read devices, attachments and flows.
        way: The platform's answer to which filters a passage meets.
    """
    found: list[Crossing] = []
    failures: list[Failure] = []
    peers = _peers(network)

    @cache
    def far(group: _Peers, traffic: Traffic) -> Ranges:
        return _far(network, group, traffic)

    for port in network.attachments:
        device = network.switches.get(port.switch)
        if device is None or port.host not in peers:
            continue
        try:
            found += _at_port(device, port, peers[port.host], far, way)
        except NotThere as problem:
            reason = f"{problem}, where the inventory plugs in {port.host} {port.netdev}"
            failures.append(Failure(device.name, reason, port.source))
    return replace(network, crossings=tuple(found), failures=(*network.failures, *failures))


def traffic_of(network: Network, roce: str) -> tuple[Traffic, ...]:
    """Return the kinds of packets of a flow of one RoCE version."""
    if roce == "v1":
        return (Traffic.V1,)
    kinds = {"ipv4": Traffic.V2_IPV4, "ipv6": Traffic.V2_IPV6}
    return tuple(kinds[family] for family in network.fabric.families)


def _peers(network: Network) -> Mapping[str, _Peers]:
    """Return the peers of every host that a flow names."""
    sets: dict[str, set[str]] = {}
    kinds: dict[str, dict[Traffic, None]] = {}
    for flow in network.flows:
        everyone = set(flow.sources) | set(flow.destinations)
        for near, far in ((flow.sources, flow.destinations), (flow.destinations, flow.sources)):
            for host in near:
                sets.setdefault(host, set()).update(far)
                kinds.setdefault(host, {}).update(dict.fromkeys(_kinds(network, flow.roce)))
        for host in everyone:
            sets.setdefault(host, set())
    names: dict[frozenset[str], str] = {}
    return {
        host: _Peers(_name(names, frozenset(far)), frozenset(far), tuple(kinds.get(host, ())))
        for host, far in sets.items()
    }


def _kinds(network: Network, roce: str) -> Iterator[Traffic]:
    for traffic in traffic_of(network, roce):
        yield traffic
        yield COMPANIONS[traffic]


def _name(names: dict[frozenset[str], str], hosts: frozenset[str]) -> str:
    return names.setdefault(hosts, f"{len(hosts)} hosts #{len(names)}")


@dataclass(frozen=True, slots=True)
class _Leg:
    """One kind of traffic of one host port, and the switch it is plugged into."""

    device: Device
    port: Attachment
    traffic: Traffic
    peers: _Peers
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
    device: Device, port: Attachment, peers: _Peers, far: Far, way: Way
) -> Iterator[Crossing]:
    passages = (
        Passage(ingress=port.interface, vlan=port.vlan),
        Passage(egress=port.interface, vlan=port.vlan),
    )
    routes = [way(device, passage) for passage in passages]
    for traffic in peers.traffic:
        leg = _Leg(device, port, traffic, peers, _addresses(port, traffic), far(peers, traffic))
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
    interface = device.interfaces[port.interface]
    carrier = device.interfaces.get(interface.parent, interface)
    vlan = port.vlan if port.vlan in device.vlans else carrier.access_vlan
    for each in device.interfaces.values():
        if each.svi_vlan is not None and each.svi_vlan == vlan and each.addresses:
            yield each.name


def _addresses(port: Attachment, traffic: Traffic) -> Ranges:
    version = _VERSION.get(traffic)
    parsed = (ip_interface(text) for text in port.addresses)
    return normalise((int(each.ip), int(each.ip)) for each in parsed if each.version == version)


def _subnets(port: Attachment, traffic: Traffic) -> Ranges:
    version = _VERSION.get(traffic)
    nets = (ip_interface(text).network for text in port.addresses)
    return normalise(
        (int(net.network_address), int(net.broadcast_address))
        for net in nets
        if net.version == version
    )


def _far(network: Network, peers: _Peers, traffic: Traffic) -> Ranges:
    return normalise(
        part
        for port in network.attachments
        if port.host in peers.hosts
        for part in _addresses(port, traffic)
    )
