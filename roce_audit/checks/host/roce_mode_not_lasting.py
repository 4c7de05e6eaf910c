"""The RoCE mode of a port was changed by hand and goes back at the next start.

What it finds
    A port with entries of both versions whose default mode for rdma_cm is version 1, on a host
    where no unit, udev rule, start script or dispatcher script speaks of the mode.

Why it matters
    The kernel starts with version 2 where the port has it; a mode is lost when the module is
    loaded again. After the next start one host speaks another version than before.

What to do
    If version 1 is meant, set the mode from a unit at each start; else set version 2 now.

Source
    Linux ``drivers/infiniband/core/cma.c`` (CMA_PREFERRED_ROCE_GID_TYPE),
    ``Documentation/ABI/testing/configfs-rdma_cm``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import Version
from roce_audit.model.remedy import SetRoceMode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Fabric


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric)


def _of(port: RocePort, fabric: Fabric) -> Result:
    mode, setters = port.port.cm_mode, port.host.mode_setters
    if isinstance(mode, Unknown) or isinstance(setters, Unknown):
        return port.subject.not_applicable("the mode, or what sets it, is not known")
    versions = {gid.version for gid in known_or(port.port.gids, ())}
    if mode is not Version.V1 or Version.V2 not in versions:
        return port.subject.passed()
    if setters:
        return port.subject.passed()
    message = (
        f"rdma_cm's default on {port.name} is RoCE v1, and nothing was found that sets it at each "
        "start: it will be RoCE v2 then."
    )
    advice = "Set the mode from a unit if version 1 is meant."
    result = port.subject.failed(CHECK, message, *port.evidence("cm_mode"), advice=advice)
    # Where nobody has said that version 1 is meant, it is not for us to make it last.
    if result.finding is None or fabric.roce != "v1":
        return result
    netdev = port.netdev.name if port.netdev is not None else ""
    remedy = SetRoceMode(port.host.name, port.port.device, port.port.number, "v1", "v1", netdev)
    return port.subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST026", "roce-mode-not-lasting", Severity.INFO, _run)
