"""RoCE is switched off on an adapter.

What it finds
    An adapter whose devlink parameter ``enable_roce`` is false.

Why it matters
    The adapter then has no GID table and makes no RoCE queue pairs; UDP packets to port 4791
    reach the kernel as ordinary traffic, and nobody answers them.

What to do
    ``devlink dev param set pci/NAME name enable_roce value true cmode driverinit``, then
    ``devlink dev reload pci/NAME``, which interrupts its traffic. The value shown is the one that
    holds after the next reload.

Source
    Linux ``Documentation/networking/devlink/mlx5.rst`` and ``ice.rst``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        enabled = port.device.roce_enabled
        if isinstance(enabled, Unknown):
            yield port.subject.not_applicable("devlink does not show the parameter")
        elif enabled:
            yield port.subject.passed()
        else:
            message = f"devlink shows enable_roce false for {port.device.name}: RoCE is off."
            yield port.subject.failed(CHECK, message, port.device.source, advice=_ADVICE)


_ADVICE = "Set enable_roce to true with devlink and reload the device (interrupts its traffic)."

CHECK = Check("HOST003", "roce-switched-off", Severity.CRITICAL, _run)
