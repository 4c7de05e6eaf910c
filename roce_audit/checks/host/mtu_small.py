"""A RoCE port sends smaller packets than it could.

What it finds
    A RoCE port whose interface has an MTU below 4192 bytes, so that the RDMA payload is below
    4096 bytes; or below what the fabric is meant to carry.

Why it matters
    The RDMA MTU is the largest of 256 to 4096 that fits the interface's MTU less 96 bytes of
    headers: 1500 gives 1024, and 4096 only 2048. Four times the packets cost rate and latency.

What to do
    Set the MTU of the interface to 4200 or 9000, after the switch ports carry it.

Source
    Linux ``include/rdma/ib_addr.h`` (iboe_get_mtu).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, in_use, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.remedy import SetMtu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Fabric

SMALLEST_FOR_4096 = 4192
USUAL = 9000


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network.fabric)


def _of(port: RocePort, fabric: Fabric) -> Result:
    if port.netdev is None or isinstance(port.netdev.mtu_bytes, Unknown):
        return port.subject.not_applicable("the MTU of its interface is not known")
    if not in_use(port):
        return port.subject.not_applicable("no address on its interface: not in use")
    mtu = port.netdev.mtu_bytes
    meant = fabric.mtu_bytes
    # A fabric that carries less is the reason, not the host; what it carries is the most to ask.
    wanted = SMALLEST_FOR_4096 if meant is None else min(SMALLEST_FOR_4096, meant)
    if mtu >= wanted:
        return port.subject.passed()
    payload = known_or(port.port.active_mtu, None)
    shown = f", RDMA MTU {payload}" if payload is not None else ""
    message = f"{port.netdev.name} of {port.name} has MTU {mtu}{shown}: less than 4096 payload."
    evidence = port.evidence("mtu_bytes", "active_mtu")
    result = port.subject.failed(CHECK, message, *evidence)
    if result.finding is None:
        return result
    target = min(USUAL, meant) if meant is not None else USUAL
    remedy = SetMtu(port.host.name, port.netdev.name, target, mtu, evidence[0])
    return port.subject.ended(replace(result.finding, remedy=remedy))


CHECK = Check("HOST030", "mtu-small", Severity.MINOR, _run)
