"""A port with lossless priorities sorts RoCE v2 packets by VLAN tag, not by DSCP.

What it finds
    A RoCE v2 port with PFC priorities other than 0 whose interface trusts PCP, while its RoCE
    frames carry no VLAN tag.

Why it matters
    Untagged frames have no PCP: they all land in priority 0, without flow control, whatever
    their DSCP says.

What to do
    Make the port trust DSCP (``mlnx_qos -i X --trust dscp``, or a DSCP entry with ``dcb app``).

Source
    ``dcb-app(8)``; IEEE 802.1Q, annex I.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import Version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    if port.netdev is None or isinstance(port.netdev.qos.trust, Unknown):
        return port.subject.not_applicable("what the port trusts is not shown")
    if not lossless(port) - {0}:
        return port.subject.not_applicable("no priority but 0 is known to have flow control")
    best = port.end().recommendation.gid
    if best is None or best.version is not Version.V2 or best.vlan is not None:
        return port.subject.not_applicable("its RoCE is not known to be untagged v2")
    if port.netdev.qos.trust == "dscp":
        return port.subject.passed()
    message = (
        f"{port.netdev.name} trusts {port.netdev.qos.trust}, but its RoCE v2 frames are untagged: "
        "they land in priority 0."
    )
    advice = f"Make {port.netdev.name} trust DSCP."
    return port.subject.failed(CHECK, message, *port.evidence("trust"), advice=advice)


CHECK = Check("HOST042", "dscp-not-trusted", Severity.MAJOR, _run)
