"""The host drops every TCP connection by which an NCCL job could start.

What it finds
    A host with NCCL (a library or a setting of it was found) whose own filter drops every new TCP
    connection to ports above 1023, in or out, on each interface that NCCL could start over: those
    that ``NCCL_SOCKET_IFNAME`` names, else all with an address. On an interface of the inventory
    only connections of the peers in the host's flows count, if it has any.

Why it matters
    The ranks of a job tell each other their queue pairs over TCP, on ports that nobody knows
    beforehand. These connections do pass the host's filter, also where the adapter's RoCE does
    not: the job hangs or fails before the first RDMA packet.

What to do
    Accept TCP between the hosts of the flow, before the line named.

Source
    NVIDIA NCCL documentation, NCCL_SOCKET_IFNAME, and "Troubleshooting", networking issues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.filtering import Met, met_at
from roce_audit.checks.host.start_interfaces import Start, Wiring, starts, wiring_of
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host, HostFilters

_LIBRARIES = frozenset({"nccl", "rccl"})
_WAYS = {"in": "to", "out": "from"}


def _run(context: Context) -> Iterator[Result]:
    wiring = wiring_of(context.network)
    for host in context.network.hosts.values():
        yield _of(host, wiring)


def _of(host: Host, wiring: Wiring) -> Result:
    subject = Subject(host.name, "TCP")
    if not _has_nccl(host):
        return subject.not_applicable("nothing shows that NCCL is used here")
    filters = host.filters
    if isinstance(filters, Unknown):
        return subject.not_applicable(f"its filters are not known: {filters.reason}")
    found = starts(host, wiring)
    if not found or any((start.netdev, "in") not in filters.ways for start in found):
        return subject.not_applicable("the interfaces that NCCL may start over are not known")
    for way in _WAYS:
        closed = _closed(filters, found, way)
        if closed:
            return _dropped(host, found, closed)
    return subject.not_applicable(filters.gap) if filters.gap else subject.passed()


def _has_nccl(host: Host) -> bool:
    named = any(each.name.startswith("NCCL_") for each in host.settings)
    return named or bool(_LIBRARIES & set(host.libraries))


def _closed(filters: HostFilters, found: tuple[Start, ...], way: str) -> tuple[Met, ...]:
    """Return what drops the connections if nothing of them passes anywhere; else nothing."""
    seen: list[Met] = []
    for start in found:
        for region in start.regions(way):
            here = tuple(met_at(filters, start.netdev, way, region))
            if not here or any(each.permitted or each.open or not each.denied for each in here):
                return ()
            seen += here
    return tuple(seen)


def _dropped(host: Host, found: tuple[Start, ...], closed: tuple[Met, ...]) -> Result:
    names = ", ".join(start.netdev for start in found)
    setting = effective(host, "NCCL_SOCKET_IFNAME")
    why = f" ({setting.name} in {setting.file})" if setting is not None else ""
    message = (
        f"The host drops every new TCP connection {_WAYS[closed[0].way]} it above port 1023 on "
        f"{names}{why}: an NCCL job cannot start."
    )
    evidence = tuple(dict.fromkeys(source for each in closed for source in each.evidence()))[:4]
    return Subject(host.name, "TCP").failed(CHECK, message, *evidence, advice=_ADVICE)


_ADVICE = "Accept TCP between the hosts of the flow before that line."

CHECK = Check("HOST067", "bootstrap-filtered", Severity.CRITICAL, _run)
