"""Which hosts each host's flows lead to, and what kinds of packets they send."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.network import Attachment, Network

VERSION = {Traffic.V2_IPV4: 4, Traffic.ARP: 4, Traffic.V2_IPV6: 6, Traffic.ND: 6}
"""IP version of the addresses that a kind of packets has."""
COMPANIONS = {Traffic.V1: Traffic.ARP, Traffic.V2_IPV4: Traffic.ARP, Traffic.V2_IPV6: Traffic.ND}
"""What a kind of RoCE packets cannot start without."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Hosts at the other end of a host's flows, the host itself included.

    Attributes:
        name: The same for equal sets of hosts.
        hosts: Inventory names.
        traffic: Kinds of packets between them, companions included.
    """

    name: str
    hosts: frozenset[str]
    traffic: tuple[Traffic, ...]


def traffic_of(network: Network, roce: str) -> tuple[Traffic, ...]:
    """Return the kinds of packets of a flow of one RoCE version."""
    if roce == "v1":
        return (Traffic.V1,)
    kinds = {"ipv4": Traffic.V2_IPV4, "ipv6": Traffic.V2_IPV6}
    return tuple(kinds[family] for family in network.fabric.families)


def peers_of(network: Network) -> Mapping[str, Peers]:
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
        host: Peers(_name(names, frozenset(far)), frozenset(far), tuple(kinds.get(host, ())))
        for host, far in sets.items()
    }


def _kinds(network: Network, roce: str) -> Iterator[Traffic]:
    for traffic in traffic_of(network, roce):
        yield traffic
        yield COMPANIONS[traffic]


def _name(names: dict[frozenset[str], str], hosts: frozenset[str]) -> str:
    return names.setdefault(hosts, f"{len(hosts)} hosts #{len(names)}")


def addresses_of(port: Attachment, traffic: Traffic) -> Ranges:
    """Return the addresses that a kind of packets has at a port; empty without IP."""
    version = VERSION.get(traffic)
    parsed = (ip_interface(text) for text in port.addresses)
    return normalise((int(each.ip), int(each.ip)) for each in parsed if each.version == version)
