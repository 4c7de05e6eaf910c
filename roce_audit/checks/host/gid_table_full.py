"""The GID table of a port is full, or nearly so.

What it finds
    A RoCE port with 90 percent or more of its GID slots taken, or a kernel log that says an
    entry could not be added.

Why it matters
    An address that finds no free slot silently gets no GID: it answers ping, and RDMA from it
    fails. Each address takes one slot per RoCE version.

What to do
    Remove addresses from the interface and from the VLANs on it.

Source
    Linux ``drivers/infiniband/core/cache.c`` (ENOSPC, "unable to add gid").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

SMALLEST_TABLE = 32
"""Smaller tables belong to virtual functions, which are given as many slots as they need."""
NEARLY_FULL_PERCENT = 90


def _run(context: Context) -> Iterator[Result]:
    for host in context.network.hosts.values():
        yield _log(host)
    for port in roce_ports(context):
        yield _of(port)


def _log(host: Host) -> Result:
    subject = Subject(host.name, "kernel log")
    if isinstance(host.kernel_log, Unknown):
        return subject.not_applicable("the kernel log is not known")
    lines = [line for line in host.kernel_log if "unable to add gid" in line.text]
    if not lines:
        return subject.passed()
    message = "The kernel could not add a GID: an address has no entry."
    return subject.failed(graded(CHECK, Severity.MAJOR), message, *lines[:3], advice=_ADVICE)


def _of(port: RocePort) -> Result:
    slots = known_or(port.port.slots, 0)
    used = len(known_or(port.port.gids, ()))
    if slots < SMALLEST_TABLE or used * 100 < slots * NEARLY_FULL_PERCENT:
        return port.subject.passed()
    check = graded(CHECK, Severity.MAJOR) if used == slots else CHECK
    message = f"{used} of the {slots} GID slots of {port.name} are taken."
    return port.subject.failed(check, message, *port.evidence("gids"), advice=_ADVICE)


_ADVICE = "Remove addresses from the interface and from the VLANs on it."

CHECK = Check("HOST015", "gid-table-full", Severity.MINOR, _run)
