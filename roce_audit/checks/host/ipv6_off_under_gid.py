"""An IPv6 GID is the one to use, but IPv6 is switched off on its interface.

What it finds
    A RoCE port whose entry to use, or whose only entries, are IPv6 while ``disable_ipv6`` is 1
    on the interface of the entry.

Why it matters
    The default IPv6 entries exist with IPv6 off, as they are made from the MAC. Without IPv6
    there is no neighbour discovery, and no packet finds its way to the peer.

What to do
    Switch IPv6 on for the interface, or use IPv4 addresses.

Source
    Linux ``drivers/infiniband/core/roce_gid_mgmt.c``; ``ip-sysctl.rst`` (disable_ipv6).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, in_use, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.host_remedy import SetSysctls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Gid

_IPV6 = 6


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _chosen(port: RocePort) -> Gid | None:
    best = port.end().recommendation.gid
    return best if best is not None else next(iter(known_or(port.port.gids, ())), None)


def _of(port: RocePort) -> Result:
    gid = _chosen(port)
    if gid is None or gid.address.version != _IPV6 or isinstance(gid.netdev, Unknown):
        return port.subject.not_applicable("its entry to use is not IPv6")
    if not in_use(port):
        return port.subject.not_applicable("no address on its interface: not in use")
    path = f"net/ipv6/conf/{gid.netdev}/disable_ipv6"
    value = port.host.sysctls.get(path)
    if value is None:
        return port.subject.not_applicable("whether IPv6 is off is not in the capture")
    if value != "1":
        return port.subject.passed()
    message = f"{port.name} depends on {gid.address}, but IPv6 is off on {gid.netdev}."
    result = port.subject.failed(CHECK, message, gid.source)
    if result.finding is None:
        return result
    remedy = SetSysctls(port.host.name, ((path, "0", "1"),), "neighbour discovery for IPv6 GIDs")
    return port.subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST054", "ipv6-off-under-gid", Severity.CRITICAL, _run)
