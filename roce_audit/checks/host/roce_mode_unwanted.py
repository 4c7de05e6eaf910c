"""The default RoCE version of rdma_cm is not the one that is meant, or not there.

What it finds
    A RoCE port whose visible ``default_roce_mode`` differs from the fabric's version, or, where
    no fabric is described, is RoCE v1 on a port that has v2 entries; or is a version of which
    the port has no entry.

Why it matters
    The side that connects decides the version. In mode v1 its traffic inside a subnet is
    EtherType 0x8915, which no router forwards and which filters written for UDP 4791 do not know;
    through a router the kernel takes v2 all the same, so both kinds leave the host.

What to do
    Set the mode through configfs, and again at each start: it is gone with the module.

Source
    Linux ``Documentation/ABI/testing/configfs-rdma_cm``; ``drivers/infiniband/core/cma.c``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import Version
from roce_audit.model.remedy import SetRoceMode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Fabric

_WORDS = {Version.V1: "v1", Version.V2: "v2"}
_VERSIONS = {"v1": Version.V1, "v2": Version.V2}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric)


def _of(port: RocePort, fabric: Fabric) -> Result:
    mode = port.port.cm_mode
    if isinstance(mode, Unknown):
        return port.subject.not_applicable(f"the mode is not visible: {mode.reason}")
    have = {gid.version for gid in known_or(port.port.gids, ())}
    wanted = _VERSIONS.get(fabric.roce)
    if wanted is None and mode in have:
        # Nobody has said what is meant: v1 is only strange where v2 is to be had.
        wanted = Version.V2 if Version.V2 in have else mode
    if mode is wanted and (mode in have or not have):
        return port.subject.passed()
    target = wanted or next(
        (version for version in (Version.V2, Version.V1) if version in have), mode
    )
    return _found(port, mode, target, have, said=bool(fabric.roce))


def _found(
    port: RocePort, mode: Version, target: Version, have: AbstractSet[object], *, said: bool
) -> Result:
    missing = bool(have) and mode not in have
    severity = Severity.CRITICAL if missing else Severity.MAJOR if said else Severity.MINOR
    why = "of which it has no GID" if missing else f"where {target} is meant or to be had"
    message = f"rdma_cm on {port.name} connects with {mode} by default, {why}."
    result = port.subject.failed(graded(CHECK, severity), message, *port.evidence("cm_mode"))
    if result.finding is None or (have and target not in have):
        return result
    netdev = port.netdev.name if port.netdev is not None else ""
    remedy = SetRoceMode(
        port.host.name, port.port.device, port.port.number, _WORDS[target], _WORDS[mode], netdev
    )
    return port.subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST020", "roce-mode-unwanted", Severity.MAJOR, _run)
