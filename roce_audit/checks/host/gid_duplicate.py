"""Two ports have the same GID.

What it finds
    A global GID on two RoCE ports with different interfaces, on one host or on two hosts of the
    audit.

Why it matters
    The address is configured twice. Each packet to it reaches one of the two ports, and the
    queue pair is on the other.

What to do
    Give each port its own address.

Source
    RFC 5227 (IPv4 address conflicts); RFC 4862, section 5.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import traffic_of
from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Gid


def _run(context: Context) -> Iterator[Result]:
    holders: dict[IPv4Address | IPv6Address, dict[tuple[str, str], tuple[RocePort, Gid]]] = {}
    ports = list(roce_ports(context))
    for port in ports:
        for gid in known_or(port.port.gids, ()):
            if traffic_of(gid) is not None and not isinstance(gid.netdev, Unknown):
                place = (port.host.name, gid.netdev)
                holders.setdefault(gid.address, {}).setdefault(place, (port, gid))
    doubled = {address: list(found.values()) for address, found in holders.items()}
    guilty: set[tuple[str, str]] = set()
    for address, found in doubled.items():
        if len(found) > 1:
            guilty |= {(port.host.name, port.name) for port, _ in found}
            yield _of(address, found)
    for port in ports:
        if (port.host.name, port.name) not in guilty:
            yield port.subject.passed()


def _of(address: IPv4Address | IPv6Address, found: list[tuple[RocePort, Gid]]) -> Result:
    first, _ = found[0]
    places = ", ".join(f"{port.host.name} {port.name} ({gid.netdev})" for port, gid in found[:4])
    message = f"{address} is a GID of {places}."
    sources = [gid.source for _, gid in found[:4]]
    return first.subject.failed(CHECK, message, *sources, advice="Give each port its own address.")


CHECK = Check("HOST016", "gid-duplicate", Severity.CRITICAL, _run)
