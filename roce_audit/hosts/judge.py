"""The checks that look at one host, run on one host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.context import Context
from roce_audit.checks import all_checks
from roce_audit.model.network import Fabric, Network

if TYPE_CHECKING:
    from roce_audit.findings.finding import Finding
    from roce_audit.model.host import Host

AREA = "HOST"
_NOTHING_SAID = Fabric(name="", roce="", families=())


def judge(host: Host) -> tuple[Finding, ...]:
    """Return what the host checks find where nobody has said what is meant."""
    context = Context(Network(_NOTHING_SAID, hosts={host.name: host}))
    return tuple(
        result.finding
        for check in all_checks()
        if check.code.startswith(AREA)
        for result in check.run(context)
        if result.finding is not None
    )
