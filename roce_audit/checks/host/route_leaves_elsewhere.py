"""A host has no route to a peer out of the interface that is meant for it.

What it finds
    A host of a flow that, from the address the inventory gives a port, has no route to any
    address of a peer out of that port's interface. A peer with an address in the port's own
    subnet needs none, so rails that only talk among themselves are right.

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

from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.analysis.coverage import reached_from
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.packets.ranges import holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.netdev import Network as Subnet
    from roce_audit.model.network import Flow, Network

_Interface: TypeAlias = IPv4Interface | IPv6Interface
_Kinds: TypeAlias = "dict[frozenset[Subnet], tuple[str, tuple[_Interface, ...]]]"
"""By the subnets of a peer host: one such host, and its addresses."""


def _run(context: Context) -> Iterator[Result]:
    network = context.network
    ports: dict[str, list[RocePort]] = {}
    for port in roce_ports(context):
        if port.attachment is not None and port.netdev is not None:
            ports.setdefault(port.host.name, []).append(port)
    for flow in network.flows:
        ends = (flow.sources, flow.destinations)
        for mine, others in (ends, ends[::-1]):
            kinds = _kinds(network, others)
            for name in mine:
                for port in ports.get(name, ()):
                    yield _of(port, flow, kinds)


def _kinds(network: Network, names: tuple[str, ...]) -> _Kinds:
    wanted = set(names)
    by_host: dict[str, list[_Interface]] = {}
    for attachment in network.attachments:
        if attachment.host in wanted:
            found = by_host.setdefault(attachment.host, [])
            found += [ip_interface(text) for text in attachment.addresses]
    return {
        frozenset(interface.network for interface in found): (name, tuple(found))
        for name, found in by_host.items()
    }


def _of(port: RocePort, flow: Flow, kinds: _Kinds) -> Result:
    netdev = port.netdev.name if port.netdev is not None else ""
    subject = Subject(port.host.name, f"{netdev} routes of {flow.name}")
    for text in port.attachment.addresses if port.attachment is not None else ():
        own = ip_interface(text)
        reached = reached_from(port.host, own.ip, netdev)
        if isinstance(reached, Unknown):
            message = f"Which peers {own.ip} has a route to: {reached.reason}."
            return subject.undecided(CHECK, message, *port.evidence("addresses"))
        for subnets, (name, addresses) in kinds.items():
            there = [each for each in addresses if each.version == own.version]
            if own.network in subnets or name == port.host.name or not there:
                continue
            if not any(holds(reached, int(each.ip)) for each in there):
                message = f"From {own.ip} there is no route to {there[0].ip} out of {netdev}."
                advice = f"Add a route to {there[0].network} out of {netdev}."
                return subject.failed(CHECK, message, *port.evidence("addresses"), advice=advice)
    return subject.passed()


CHECK = Check("HOST053", "route-leaves-elsewhere", Severity.CRITICAL, _run)
