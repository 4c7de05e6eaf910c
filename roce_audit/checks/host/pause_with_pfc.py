"""Link-level pause and priority flow control are both on.

What it finds
    A RoCE port with priorities under flow control (PFC) whose interface also sends or obeys
    link-level pause frames.

Why it matters
    The two exclude each other: a pause frame stops all priorities of the link, also those that
    carry the congestion signals, and adapters ignore PFC while link pause is on.

What to do
    Switch link pause off on the host (``ethtool -A X rx off tx off``) and on the switch port.

Source
    IEEE 802.1Qbb; vendors' RoCE set-up guides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.host_remedy import SetLinkPause

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    priorities = lossless(port)
    if port.netdev is None or not priorities:
        return port.subject.not_applicable("no priority is known to have flow control")
    pause = port.netdev.pause
    if isinstance(pause, Unknown):
        return port.subject.not_applicable("the pause setting is not shown")
    if not (pause.receive or pause.send):
        return port.subject.passed()
    shown = ", ".join(str(each) for each in sorted(priorities))
    message = f"{port.netdev.name} has link pause on beside PFC on priority {shown}."
    evidence = port.evidence("pause")
    result = port.subject.failed(CHECK, message, *evidence)
    if result.finding is None:
        return result
    remedy = SetLinkPause(port.host.name, port.netdev.name, pause.receive, pause.send)
    return port.subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST040", "pause-with-pfc", Severity.MAJOR, _run)
