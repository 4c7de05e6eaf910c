"""Entries of a GID table do not show their type.

What it finds
    A RoCE port with used entries whose type the kernel does not print.

Why it matters
    Such an entry belongs to another network namespace, or its interface is going away. A program
    that picks it by index fails with "No such device" or "Invalid argument", and what it would
    send cannot be told.

What to do
    Leave these indices alone. In a container choose the entry of the container's own interface.

Source
    Linux ``drivers/infiniband/core/sysfs.c``; NVIDIA/nccl#1573.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_SHOWN = 8


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    if isinstance(port.port.gids, Unknown):
        return port.subject.not_applicable("the GID table is not known")
    hidden = [gid for gid in port.port.gids if isinstance(gid.version, Unknown)]
    if not hidden:
        return port.subject.passed()
    if port.end().recommendation.gid is None:
        return port.subject.not_applicable("gid-unusable tells of them")
    indices = ", ".join(str(gid.index) for gid in hidden[:_SHOWN])
    more = f" and {len(hidden) - _SHOWN} more" if len(hidden) > _SHOWN else ""
    message = f"The type of index {indices}{more} of {port.name} cannot be read."
    evidence = tuple(gid.source for gid in hidden[:3])
    advice = "Leave these indices alone: they are another namespace's, or about to go."
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST025", "gid-type-unreadable", Severity.INFO, _run)
