"""Congestion notifications travel in the queue whose congestion they report.

What it finds
    A RoCE port whose notifications (CNPs) have a priority with flow control, or a DSCP that is
    not the fabric's.

Why it matters
    The signal to slow down waits behind the traffic that should slow down, or is paused with it.

What to do
    Give CNPs a strict priority of their own, and the DSCP of the fabric.

Source
    InfiniBand Architecture Specification, annex A17; vendors' RoCE set-up guides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric.cnp_dscp)


def _of(port: RocePort, wanted: int | None) -> Result:
    if port.netdev is None:
        return port.subject.not_applicable("its interface is not known")
    qos = port.netdev.qos
    priority, dscp = qos.cnp_priority, qos.cnp_dscp
    if isinstance(priority, Unknown) and isinstance(dscp, Unknown):
        return port.subject.not_applicable("the adapter does not show it")
    evidence = port.evidence("cnp_priority", "cnp_dscp")
    if wanted is not None and not isinstance(dscp, Unknown) and dscp != wanted:
        message = f"{port.netdev.name} sends notifications with DSCP {dscp}, not {wanted}."
        return port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)
    if not isinstance(priority, Unknown) and priority in lossless(port):
        message = f"{port.netdev.name} sends notifications on priority {priority}, which has PFC."
        return port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)
    return port.subject.passed()


_ADVICE = "Give notifications a strict priority of their own and the fabric's DSCP."

CHECK = Check("HOST046", "cnp-on-lossless-priority", Severity.MINOR, _run)
