"""RDMA programs may not pin enough memory.

What it finds
    A limit file that gives less than 1 GiB of locked memory, or, for a login other than root's,
    such a limit of the session. A limit of one scope says nothing of another: services and
    containers have their own.

Why it matters
    Registering memory for RDMA pins it. Beyond the limit it fails with "cannot allocate memory",
    often only when a job grows.

What to do
    ``memlock unlimited`` in ``/etc/security/limits.d``, ``LimitMEMLOCK=infinity`` in services,
    ``--ulimit memlock=-1`` for containers.

Source
    ``limits.conf(5)``; ``setrlimit(2)``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import by_host
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

ENOUGH_KIB = 1 << 20
_LIMIT = re.compile(r"^[^:]*:\s*\S+\s+(?:soft|hard|-)\s+memlock\s+(?P<kib>[0-9]{1,15})\b")


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        subject = Subject(name, "memlock")
        if not ports:
            yield subject.not_applicable("it has no RoCE port")
        else:
            yield _of(subject, ports[0].host)


def _of(subject: Subject, host: Host) -> Result:
    for source in host.memlock.configured:
        match = _LIMIT.match(source.text)
        if match is not None and int(match["kib"]) < ENOUGH_KIB:
            message = f"A limit file allows {match['kib']} KiB of locked memory."
            return subject.failed(CHECK, message, source, advice=_ADVICE)
    limit = host.memlock.session_kib
    if isinstance(limit, Unknown) or host.root:
        # Root pins what it likes; whose jobs run here cannot be seen.
        return subject.not_applicable("the limit of the jobs is not known")
    if limit is None or limit >= ENOUGH_KIB:
        return subject.passed()
    evidence = [host.evidence["memlock"]] if "memlock" in host.evidence else []
    message = f"The login of the collector may lock {limit} KiB of memory (a job may differ)."
    return subject.failed(CHECK, message, *evidence, advice=_ADVICE)


_ADVICE = "Raise memlock where the jobs run: limits.d, the service, or the container runtime."

CHECK = Check("HOST061", "memlock-small", Severity.MINOR, _run)
