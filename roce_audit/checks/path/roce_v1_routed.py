"""A RoCE v1 flow crosses a routed hop, or its hosts are in different VLANs.

What it finds
    A flow of RoCE v1 between hosts in different VLANs or subnets, or a host port that the switch
    routes.

Why it matters
    RoCE v1 is a plain Ethernet frame with EtherType 0x8915, not IP. No router forwards it,
    whatever the filters say: hosts of a v1 flow must share one VLAN end to end.

What to do
    Put the hosts into one VLAN, or use RoCE v2 for this flow.

Source
    InfiniBand Architecture Specification, annex A16 (RoCE).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.judgement import place_of, source_of
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.dropping import absent
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Attachment, Flow


def _run(context: Context) -> Iterator[Result]:
    yield from absent(context, (Traffic.V1,))
    yield from _routed_ports(context)
    ports: dict[str, list[Attachment]] = {}
    for port in context.network.attachments:
        ports.setdefault(port.host, []).append(port)
    for flow in context.network.flows:
        if flow.roce == "v1":
            yield _one_vlan(flow, ports)


def _routed_ports(context: Context) -> Iterator[Result]:
    for crossing in context.network.crossings:
        if crossing.traffic is not Traffic.V1 or not crossing.passage.ingress:
            continue
        subject = Subject(crossing.device, f"{place_of(crossing)} v1")
        obstacle = crossing.route.blocked.get(Traffic.V1)
        device = context.network.switches[crossing.device]
        source = source_of(device, place_of(crossing))
        if obstacle is None:
            yield subject.passed()
        elif obstacle.doubt is not None:
            yield subject.undecided(CHECK, f"{obstacle.reason}: {obstacle.doubt.reason}.", source)
        else:
            yield subject.failed(CHECK, f"{obstacle.reason}.", source, advice=_ADVICE)


_ADVICE = "Put the hosts of the flow into one VLAN, or use RoCE v2."


def _one_vlan(flow: Flow, ports: dict[str, list[Attachment]]) -> Result:
    subject = Subject("", f"flow {flow.name}")
    used = [port for host in (*flow.sources, *flow.destinations) for port in ports.get(host, [])]
    vlans: dict[int, Attachment] = {}
    for port in used:
        if port.vlan is not None:
            vlans.setdefault(port.vlan, port)
    if not vlans:
        return subject.not_applicable("the inventory names no VLAN for its ports")
    if len(vlans) == 1:
        return subject.passed()
    places = [f"{p.host} {p.netdev} in VLAN {vlan}" for vlan, p in sorted(vlans.items())]
    message = f"Hosts of RoCE v1 flow {flow.name} are in different VLANs: {', '.join(places)}."
    return subject.failed(CHECK, message, *(p.source for p in vlans.values()), advice=_ADVICE)


CHECK = Check("PATH001", "roce-v1-crosses-router", Severity.CRITICAL, _run)
