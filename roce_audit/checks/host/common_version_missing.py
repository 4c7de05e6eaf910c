"""Hosts of a flow, or ports of a host, have no RoCE version in common.

What it finds
    RoCE ports in one flow of which one has GIDs of RoCE v1 only and another of v2 only. On a
    host judged alone: two such ports of it.

Why it matters
    A queue pair takes packets of its own version only. Nothing is negotiated: the first message
    times out (error 12), or UCX falls back to TCP.

What to do
    Keep the two kinds of adapters in different flows, or replace one kind.

Source
    InfiniBand Architecture Specification, annexes A16 and A17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import Version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    by_host: dict[str, list[RocePort]] = {}
    for port in roce_ports(context):
        by_host.setdefault(port.host.name, []).append(port)
    if not context.network.flows:
        for ports in by_host.values():
            yield from _group(ports)
    for flow in context.network.flows:
        names = dict.fromkeys((*flow.sources, *flow.destinations))
        mine = [port for name in names for port in by_host.get(name, ()) if port.attachment]
        yield from _group(mine)


def _versions(port: RocePort) -> frozenset[Version]:
    """Return the versions of a port's entries, link-local ones included; none if not known."""
    gids = port.port.gids
    if isinstance(gids, Unknown) or any(isinstance(gid.version, Unknown) for gid in gids):
        return frozenset()
    return frozenset(gid.version for gid in gids if not isinstance(gid.version, Unknown))


def _group(ports: list[RocePort]) -> Iterator[Result]:
    only = {
        version: [port for port in ports if _versions(port) == frozenset({version})]
        for version in Version
    }
    first, second = only[Version.V1], only[Version.V2]
    if not first or not second:
        for port in ports:
            yield port.subject.passed()
        return
    for port in first:
        other = second[0]
        message = (
            f"{port.name} of {port.host.name} has RoCE v1 only, "
            f"{other.name} of {other.host.name} has RoCE v2 only: they cannot talk."
        )
        evidence = (*port.evidence("gids"), *other.evidence("gids"))
        yield port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)


_ADVICE = "Keep the two kinds of adapters in different flows, or replace one kind."

CHECK = Check("HOST023", "common-version-missing", Severity.CRITICAL, _run)
