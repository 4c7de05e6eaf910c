"""Flow control is on for other priorities than the one meant for RoCE.

What it finds
    A RoCE port whose PFC priorities are not exactly the fabric's; or, where the fabric's is not
    said, flow control on more than two priorities.

Why it matters
    Without PFC on RoCE's priority packets are dropped under load. With PFC on others, traffic
    that needs none can pause the link, headroom is spent, and pauses may lock each other.

What to do
    Switch PFC on for exactly the priority of the fabric, on hosts and switches alike.

Source
    IEEE 802.1Qbb; ``dcb-pfc(8)``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import SetPfc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

MOST_WITHOUT_A_PLAN = 2


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric.priority)


def _of(port: RocePort, wanted: int | None) -> Result:
    if port.netdev is None or isinstance(port.netdev.qos.pfc, Unknown):
        return port.subject.not_applicable("which priorities have flow control is not shown")
    have = port.netdev.qos.pfc
    name, shown = port.netdev.name, _listed(have)
    evidence = port.evidence("pfc")
    if wanted is not None:
        if have == frozenset({wanted}):
            return port.subject.passed()
        message = f"{name} has PFC on {shown}; RoCE is meant to use priority {wanted}."
        result = port.subject.failed(CHECK, message, *evidence)
        if result.finding is None:
            return result
        remedy = SetPfc(port.host.name, name, (wanted,), tuple(sorted(have)))
        return port.subject.ended(replace(result.finding, remedy=remedy))
    if len(have) <= MOST_WITHOUT_A_PLAN:
        return port.subject.passed()
    message = f"{name} has PFC on {shown}: more than RoCE and its peers need."
    check = graded(CHECK, Severity.MINOR)
    advice = "Keep PFC on the priority of RoCE only."
    return port.subject.failed(check, message, *evidence, advice=advice)


def _listed(priorities: frozenset[int]) -> str:
    if not priorities:
        return "no priority"
    return f"priority {', '.join(str(each) for each in sorted(priorities))}"


CHECK = Check("HOST041", "pfc-priorities-unwanted", Severity.MAJOR, _run)
