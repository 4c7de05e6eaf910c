"""RoCE v1 frames leave without a tag, so the priority that the site wants is not in them.

What it finds
    A RoCE port whose entry to use is RoCE v1 and belongs to no VLAN, where a priority other than
    0 is wanted: by PFC on the interface, or by the inventory of a version 1 fabric.

Why it matters
    RoCE v1 is not IP: its frames have no DSCP, and only a VLAN tag carries a priority (PCP). A
    switch puts untagged ones into the default class, where packets are dropped under load.

What to do
    Give RDMA a VLAN interface with an egress map (``ip link set X.10 type vlan egress-qos-map
    0:3``), or have the switches classify EtherType 0x8915, or use RoCE v2 and DSCP.

Source
    IEEE 802.1Q, clause 6.9 (priority in the tag); InfiniBand annex A16 (EtherType 0x8915, GRH).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import Version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Fabric


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric)


def _wanted(port: RocePort, fabric: Fabric) -> frozenset[int]:
    meant = {fabric.priority} if fabric.roce == "v1" and fabric.priority is not None else set[int]()
    return (lossless(port) | meant) - {0}


def _of(port: RocePort, fabric: Fabric) -> Result:
    priorities = _wanted(port, fabric)
    if not priorities:
        return port.subject.not_applicable("no priority but 0 is known to be wanted")
    best = port.end().recommendation.gid
    if best is None or best.version is not Version.V1:
        return port.subject.not_applicable("its RoCE is not version 1")
    if isinstance(best.vlan, Unknown) or port.device.virtual_function is True:
        return port.subject.not_applicable("whether its frames are tagged is not known")
    if best.vlan is not None or port.port.priority_tagged is True:
        return port.subject.passed()
    if isinstance(port.port.priority_tagged, Unknown):
        return port.subject.not_applicable(port.port.priority_tagged.reason)
    shown = ", ".join(str(each) for each in sorted(priorities))
    name = port.netdev.name if port.netdev is not None else port.name
    message = (
        f"RoCE v1 of {name} is untagged and carries no priority, but priority {shown} is to be "
        "lossless."
    )
    evidence = (best.source, *port.evidence("pfc")[:1])
    return port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)


_ADVICE = "Use a VLAN interface with an egress map, or classify EtherType 0x8915 on the switches."

CHECK = Check("HOST048", "v1-frames-untagged", Severity.MAJOR, _run)
