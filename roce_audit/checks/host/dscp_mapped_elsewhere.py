"""RoCE packets are marked with a DSCP that does not lead to the lossless priority.

What it finds
    A traffic class found for RoCE (``NCCL_IB_TC``, ``UCX_IB_TRAFFIC_CLASS``, the default type of
    service of rdma_cm, the class forced on a port), or the fabric's DSCP, whose DSCP the port
    maps to a priority without flow control; or a class with another DSCP than the fabric's.

Why it matters
    The packets travel in a lossy queue while the lossless one stays empty. It shows only under
    load, as drops and retransmissions.

What to do
    Set the traffic class to four times the fabric's DSCP, and map that DSCP to the priority with
    flow control.

Source
    RFC 2474 (the DSCP is the upper six bits of the byte); ``dcb-app(8)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import Marking, lossless, markings
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import known_or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Fabric


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric)


def _of(port: RocePort, fabric: Fabric) -> Result:
    found = list(markings(port))
    table = _table(port)
    if fabric.dscp is not None:
        problem = _against_fabric(fabric, found, table)
        if problem is not None:
            return _failed(port, *problem)
        return port.subject.passed() if found or table else _silent(port)
    priorities = lossless(port)
    if not found or not table or not priorities:
        return _silent(port)
    for marking in found:
        priority = table.get(marking.dscp)
        if priority is not None and priority not in priorities:
            told = _told(marking, f"priority {priority}, which has no flow control")
            return _failed(port, told, marking)
    return port.subject.passed()


def _silent(port: RocePort) -> Result:
    return port.subject.not_applicable("class, map or flow control is not known")


def _table(port: RocePort) -> Mapping[int, int]:
    if port.netdev is None or port.netdev.qos.trust != "dscp":
        return {}
    return known_or(port.netdev.qos.dscp_to_priority, dict[int, int]())


def _told(marking: Marking, where: str) -> str:
    return f"{marking.who} is {marking.value}: DSCP {marking.dscp} goes to {where}."


def _against_fabric(
    fabric: Fabric, found: list[Marking], table: Mapping[int, int]
) -> tuple[str, Marking | None] | None:
    for marking in found:
        if marking.dscp != fabric.dscp:
            told = f"{marking.who} is {marking.value}: DSCP {marking.dscp}, not {fabric.dscp}."
            return told, marking
    if fabric.dscp is None or fabric.priority is None or fabric.dscp not in table:
        return None
    if table[fabric.dscp] != fabric.priority:
        told = f"DSCP {fabric.dscp} is mapped to priority {table[fabric.dscp]}"
        return f"{told}, RoCE is meant to use {fabric.priority}.", None
    return None


def _failed(port: RocePort, message: str, marking: Marking | None) -> Result:
    evidence = (marking.source,) if marking is not None else port.evidence("dscp_to_priority")
    advice = "Use one DSCP for RoCE and map it to the priority with flow control."
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST043", "dscp-mapped-elsewhere", Severity.MAJOR, _run)
