"""Ports of a group have different default RoCE versions.

What it finds
    RoCE ports of one host, or of hosts in one audit, whose visible ``default_roce_mode`` differ.

Why it matters
    The side that connects decides: traffic one way is v1, the other way v2, and a filter or a
    priority rule that knows only one of them treats the two directions differently.

What to do
    Set one mode on all ports of the group.

Source
    Linux ``drivers/infiniband/core/cma.c`` (cm_req_handler).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Version


def _run(context: Context) -> Iterator[Result]:
    shown: list[tuple[RocePort, Version]] = []
    for port in roce_ports(context):
        if isinstance(port.port.cm_mode, Unknown):
            yield port.subject.not_applicable("the mode is not visible")
        else:
            shown.append((port, port.port.cm_mode))
    counts = Counter(mode for _, mode in shown)
    for port, mode in shown:
        usual, count = counts.most_common(1)[0]
        if mode is usual:
            yield port.subject.passed()
            continue
        message = f"rdma_cm on {port.name} defaults to {mode}, on {count} other ports to {usual}."
        advice = f"Set {usual} on {port.name}, or one mode on all ports."
        yield port.subject.failed(CHECK, message, *port.evidence("cm_mode"), advice=advice)


CHECK = Check("HOST021", "roce-mode-mixed", Severity.MAJOR, _run)
