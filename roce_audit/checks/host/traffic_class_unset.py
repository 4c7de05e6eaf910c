"""A port has a lossless priority, but nothing puts NCCL's traffic into it.

What it finds
    A RoCE port with PFC on a priority other than 0, on a host with NCCL settings in a file of
    which none sets ``NCCL_IB_TC``, and no class forced on the port.

Why it matters
    NCCL sends traffic class 0 unless told otherwise, so its packets travel in the best-effort
    queue beside the lossless one. UCX on the same host uses class 106 by itself.

What to do
    ``NCCL_IB_TC`` in ``/etc/nccl.conf``: four times the DSCP of the lossless class. A job may set
    it itself, which cannot be seen here.

Source
    NVIDIA NCCL documentation, NCCL_IB_TC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.library_settings import effective
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
        yield _of(port)


def _of(port: RocePort) -> Result:
    priorities = lossless(port)
    if not priorities or 0 in priorities:
        return port.subject.not_applicable("no priority but 0 is known to have flow control")
    forced = port.port.traffic_class
    if not isinstance(forced, Unknown) and forced is not None:
        return port.subject.passed()
    settings = [each for each in port.host.settings if each.name.startswith("NCCL_")]
    if not settings:
        return port.subject.not_applicable("no NCCL settings were found")
    if effective(port.host, "NCCL_IB_TC") is not None:
        return port.subject.passed()
    shown = ", ".join(str(each) for each in sorted(priorities))
    message = (
        f"{port.name} has PFC on priority {shown}, but {settings[0].file} sets no NCCL_IB_TC: "
        "NCCL sends traffic class 0."
    )
    advice = "Set NCCL_IB_TC to four times the DSCP of the lossless class."
    return port.subject.failed(CHECK, message, settings[0].source, advice=advice)


CHECK = Check("HOST044", "traffic-class-unset", Severity.MINOR, _run)
