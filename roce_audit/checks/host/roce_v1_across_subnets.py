"""A RoCE v1 flow joins hosts that share no subnet.

What it finds
    Hosts of a RoCE v1 flow whose addresses have no subnet in common with those of another host
    of the flow.

Why it matters
    RoCE v1 frames are not IP and are not routed. Through rdma_cm the kernel takes v2 for such a
    peer; programs that choose the v1 entry themselves wait for a timeout.

What to do
    Use RoCE v2 for the flow, or give the hosts addresses of one subnet in one VLAN.

Source
    InfiniBand Architecture Specification, annex A16; Linux ``drivers/infiniband/core/addr.c``.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Attachment, Flow


def _run(context: Context) -> Iterator[Result]:
    ports: dict[str, list[Attachment]] = {}
    for port in context.network.attachments:
        ports.setdefault(port.host, []).append(port)
    for flow in context.network.flows:
        if flow.roce == "v1":
            yield _of(flow, ports)


def _of(flow: Flow, ports: dict[str, list[Attachment]]) -> Result:
    subject = Subject("", f"flow {flow.name} subnets")
    names = dict.fromkeys((*flow.sources, *flow.destinations))
    subnets = {
        name: frozenset(
            ip_interface(text).network for port in ports.get(name, ()) for text in port.addresses
        )
        for name in names
    }
    known = {name: found for name, found in subnets.items() if found}
    kinds = set(known.values())
    apart = [(one, two) for one in kinds for two in kinds if not one & two]
    if not apart:
        return subject.passed() if known else subject.not_applicable("no addresses are given")
    one, two = min(apart, key=str)
    hosts = [next(name for name, found in known.items() if found == kind) for kind in (one, two)]
    message = f"RoCE v1 flow {flow.name}: {hosts[0]} and {hosts[1]} share no subnet."
    sources = [ports[name][0].source for name in hosts]
    return subject.failed(CHECK, message, *sources, advice="Use RoCE v2 for this flow.")


CHECK = Check("HOST022", "roce-v1-across-subnets", Severity.CRITICAL, _run)
