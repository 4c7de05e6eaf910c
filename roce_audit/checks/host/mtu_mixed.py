"""RoCE ports that belong together have different RDMA MTUs.

What it finds
    RoCE ports in use, on one host or on hosts of one flow, whose RDMA MTU differs.

Why it matters
    Programs that do not agree on the smaller value fail for large messages only: connecting and
    small transfers work, the first full-size packet is lost.

What to do
    Give all interfaces of the group the same MTU.

Source
    InfiniBand Architecture Specification, volume 1 (the path MTU is agreed by the programs, not by
    the network); Linux ``include/rdma/ib_addr.h``.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, by_host, in_use
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    ports = by_host(context)
    groups = [list(found) for found in ports.values()]
    for flow in context.network.flows:
        names = dict.fromkeys((*flow.sources, *flow.destinations))
        groups.append([port for name in names for port in ports.get(name, ()) if port.attachment])
    told: set[tuple[str, str]] = set()
    for group in groups:
        for port, usual in _odd(group):
            place = (port.host.name, port.name)
            if place not in told:
                told.add(place)
                yield _found(port, usual)
    for found in ports.values():
        for port in found:
            if (port.host.name, port.name) not in told:
                yield port.subject.passed()


def _odd(group: list[RocePort]) -> Iterator[tuple[RocePort, int]]:
    """Yield the ports that differ from most of their group, and what most have."""
    known = [
        (port, port.port.active_mtu)
        for port in group
        if not isinstance(port.port.active_mtu, Unknown) and in_use(port)
    ]
    counts = Counter(mtu for _, mtu in known)
    if len(counts) < 2:  # noqa: PLR2004 - one value is no difference
        return
    usual = max(counts, key=lambda mtu: (counts[mtu], mtu))
    yield from ((port, usual) for port, mtu in known if mtu != usual)


def _found(port: RocePort, usual: int) -> Result:
    shown = "" if port.netdev is None else f" ({port.netdev.name} MTU {port.netdev.mtu_bytes})"
    message = f"RDMA MTU of {port.name} is {port.port.active_mtu}{shown}, of its peers {usual}."
    evidence = port.evidence("active_mtu", "mtu_bytes")
    advice = "Give all interfaces of the group the same MTU."
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST031", "mtu-mixed", Severity.MAJOR, _run)
