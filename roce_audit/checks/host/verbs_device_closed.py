"""Ordinary users may not open the RDMA device files.

What it finds
    A host with RoCE ports whose ``/dev/infiniband/uverbs*`` are missing from a directory that
    exists, or may not be read and written by everybody.

Why it matters
    Programs reach the adapter through these files. Users then see no RDMA device at all, while
    everything looks right for root.

What to do
    Install the rules of rdma-core (mode 0666), or put the job's users into the group of the
    files; hand the files to the container.

Source
    rdma-core ``kernel-boot/rdma-umad.rules`` and udev rules; ``ls(1)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host, graded
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

_OTHERS = slice(7, 9)


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        subject = Subject(name, "device files")
        if not ports:
            yield subject.not_applicable("it has no RoCE port")
        else:
            yield _of(subject, ports[0].host)


def _of(subject: Subject, host: Host) -> Result:
    nodes = host.verbs_nodes
    if isinstance(nodes, Unknown):
        return subject.not_applicable("the device files are not shown")
    modes = {name: mode for name, mode in nodes.items() if name.startswith("uverbs")}
    if not modes:
        message = "There is no /dev/infiniband/uverbs file: programs cannot reach the adapter."
        return subject.failed(graded(CHECK, Severity.CRITICAL), message, advice=_ADVICE)
    closed = [name for name, mode in modes.items() if mode[_OTHERS] != "rw"]
    if not closed:
        return subject.passed()
    shown = ", ".join(f"{name} {modes[name]}" for name in closed[:4])
    message = f"Not everybody may open {shown}."
    return subject.failed(CHECK, message, advice=_ADVICE)


_ADVICE = "Install rdma-core's udev rules, or give the job's users or container access."

CHECK = Check("HOST062", "verbs-device-closed", Severity.MINOR, _run)
