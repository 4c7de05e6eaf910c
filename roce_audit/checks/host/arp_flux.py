"""Several RoCE interfaces share a subnet, and the host answers ARP for any of them on each.

What it finds
    Two or more RoCE interfaces of a host in one IPv4 subnet without ``arp_ignore`` of at least 1
    and ``arp_announce`` of 2 on them.

Why it matters
    Linux answers for every address of the host on every interface, so a peer may learn the MAC
    of the wrong adapter. TCP survives that. RoCE does not: the packet arrives at an adapter
    whose GID table and queue pairs are others.

What to do
    Set both on each of the interfaces, flush the peers' neighbour entries, and route by source
    address; or give each rail its own subnet, which needs none of this.

Source
    Linux ``Documentation/networking/ip-sysctl.rst`` (arp_ignore, arp_announce).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host
from roce_audit.checks.host.subnets import Member, shared_subnets, strongest
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import SetSysctls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.netdev import Network

_NEEDED = {"arp_ignore": 1, "arp_announce": 2}


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        shared = shared_subnets(ports)
        if not shared:
            yield Subject(name, "subnets").not_applicable("no two RoCE interfaces share one")
        for subnet, members in shared.items():
            yield _of(name, subnet, members)


def _of(name: str, subnet: Network, members: list[Member]) -> Result:
    subject = Subject(name, f"subnet {subnet}")
    host = members[0].port.host
    names = ", ".join(member.netdev for member in members)
    weak: list[tuple[str, str]] = []
    for member in members:
        for key, least in _NEEDED.items():
            value = strongest(host, member.netdev, key)
            if isinstance(value, Unknown):
                message = f"{names} share {subnet}, but {value.reason}."
                return subject.undecided(CHECK, message, members[0].address.source)
            if value < least:
                weak.append((member.netdev, key))
    if not weak:
        return subject.passed()
    shown = ", ".join(f"{netdev} {key}" for netdev, key in weak[:4])
    message = f"{names} share {subnet}; the host may answer for one on another ({shown} too low)."
    sources = [member.address.source for member in members[:4]]
    result = subject.failed(CHECK, message, *sources)
    if result.finding is None:
        return result
    values = tuple(
        (path, str(_NEEDED[key]), host.sysctls.get(path, ""))
        for netdev, key in weak
        for path in (f"net/ipv4/conf/{netdev}/{key}",)
    )
    remedy = SetSysctls(name, values, "each interface answers ARP for its own addresses only")
    return subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST050", "arp-flux", Severity.MAJOR, _run)
