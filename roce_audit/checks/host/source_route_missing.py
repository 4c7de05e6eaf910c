"""Packets from one RoCE interface leave through another one in the same subnet.

What it finds
    Two or more RoCE interfaces of a host in one subnet where the route from the address of
    one of them, as rules and tables decide it, leads out of another.

Why it matters
    RoCE answers, ARP and the kernel's own reverse-path test of rdma_cm use that route: connections
    to the second interface are refused without a word in any log.

What to do
    One routing rule and one table for each interface: ``ip rule add from ADDRESS lookup N`` and
    ``ip route add SUBNET dev X table N``; or one subnet for each rail.

Source
    Linux ``drivers/infiniband/core/cma.c`` (validate_ipv4_net_dev and validate_ipv6_net_dev);
    ``ip-rule(8)``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.routing import route_to
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host
from roce_audit.checks.host.subnets import Member, shared_subnets
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.host_remedy import RouteBySource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host
    from roce_audit.model.netdev import Network

_MAIN_PRIORITY = 32766
_FIRST_TABLE = 1000
_MOST_TRIES = 64


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        shared = shared_subnets(ports, (4, 6))
        if not shared:
            yield Subject(name, "routes").not_applicable("no two RoCE interfaces share a subnet")
        for subnet, members in shared.items():
            own = {member.address.value.ip for member in members}
            peer = next((each for each in _first_addresses(subnet) if each not in own), None)
            for number, member in enumerate(members):
                yield _of(member, subnet, peer, number)


def _first_addresses(subnet: Network) -> list[IPv4Address | IPv6Address]:
    """Return some addresses of a subnet, to stand for a peer in it."""
    count = min(subnet.num_addresses - 2, _MOST_TRIES)
    return [subnet.network_address + offset for offset in range(1, count + 1)]


def _of(
    member: Member, subnet: Network, peer: IPv4Address | IPv6Address | None, number: int
) -> Result:
    host, address = member.port.host, member.address.value.ip
    subject = Subject(host.name, f"{member.netdev} {address}")
    if peer is None:
        return subject.not_applicable("the subnet has no room for a peer")
    route = route_to(host, peer, address)
    if isinstance(route, Unknown):
        message = f"Which way packets from {address} go is not known: {route.reason}."
        return subject.undecided(CHECK, message, member.address.source)
    if route is not None and member.netdev in route.devices:
        return subject.passed()
    way = f"leave through {', '.join(route.devices)}" if route is not None else "have no route"
    message = f"Packets from {address} ({member.netdev}) to {subnet} {way}."
    evidence = (member.address.source, *((route.source,) if route is not None else ()))
    result = subject.failed(CHECK, message, *evidence)
    if result.finding is None:
        return result
    table = _free_table(host, number)
    remedy = RouteBySource(
        host.name, member.netdev, str(address), subnet, table, _MAIN_PRIORITY - 1000 + number
    )
    return subject.ended(replace(result.finding, remedy=remedy))


def _free_table(host: Host, number: int) -> int:
    taken = {rule.table for rule in known_or(host.rules, ())}
    taken |= {route.table for route in known_or(host.routes, ())}
    free = (each for each in range(_FIRST_TABLE, 2 * _FIRST_TABLE) if str(each) not in taken)
    return next(table for at, table in enumerate(free) if at == number)


CHECK = Check("HOST051", "source-route-missing", Severity.CRITICAL, _run)
