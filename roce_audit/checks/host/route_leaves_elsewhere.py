"""A host has no route to a peer out of the interface that is meant for it.

What it finds
    A host of a flow that, from the address the inventory gives a port, has no route to the
    address of a peer out of that port's interface. One peer is tried for each subnet of peers.

Why it matters
    The kernel's reverse-path test of rdma_cm wants such a route and refuses connect requests
    without it; and what goes out of another interface does so with a GID that is not there.

What to do
    Add the route: a gateway for the peers' subnet on that interface, or a rule and a table for
    the address.

Source
    Linux ``drivers/infiniband/core/cma.c`` (validate_ipv4_net_dev, validate_ipv6_net_dev).
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.analysis.routing import route_to
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ipaddress import IPv4Interface, IPv6Interface

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.netdev import Network as Subnet
    from roce_audit.model.network import Flow, Network

_Peers = dict["Subnet", "IPv4Interface | IPv6Interface"]


def _run(context: Context) -> Iterator[Result]:
    network = context.network
    ports: dict[str, list[RocePort]] = {}
    for port in roce_ports(context):
        if port.attachment is not None and port.netdev is not None:
            ports.setdefault(port.host.name, []).append(port)
    for flow in network.flows:
        ends = (flow.sources, flow.destinations)
        for mine, others in (ends, ends[::-1]):
            yield from _side(network, flow, ports, mine, others)


def _side(
    network: Network,
    flow: Flow,
    ports: dict[str, list[RocePort]],
    mine: tuple[str, ...],
    others: tuple[str, ...],
) -> Iterator[Result]:
    peers = _peers(network, others)
    for name in mine:
        for port in ports.get(name, ()):
            yield _of(port, flow, peers)


def _peers(network: Network, names: tuple[str, ...]) -> _Peers:
    """Return one address of each subnet that peers are in."""
    wanted = set(names)
    found: _Peers = {}
    for attachment in network.attachments:
        if attachment.host in wanted:
            for text in attachment.addresses:
                interface = ip_interface(text)
                found.setdefault(interface.network, interface)
    return found


def _of(port: RocePort, flow: Flow, peers: _Peers) -> Result:
    netdev = port.netdev.name if port.netdev is not None else ""
    subject = Subject(port.host.name, f"{netdev} routes of {flow.name}")
    for text in port.attachment.addresses if port.attachment is not None else ():
        own = ip_interface(text)
        for subnet, peer in peers.items():
            if subnet.version != own.version or peer.ip == own.ip or own.ip in subnet:
                continue
            route = route_to(port.host, peer.ip, own.ip, out=netdev)
            if isinstance(route, Unknown):
                message = f"Whether {own.ip} has a route to {peer.ip}: {route.reason}."
                return subject.undecided(CHECK, message, *port.evidence("addresses"))
            if route is None:
                message = f"From {own.ip} there is no route to {peer.ip} out of {netdev}."
                advice = f"Add a route to {subnet} out of {netdev}."
                return subject.failed(CHECK, message, *port.evidence("addresses"), advice=advice)
    return subject.passed()


CHECK = Check("HOST053", "route-leaves-elsewhere", Severity.CRITICAL, _run)
