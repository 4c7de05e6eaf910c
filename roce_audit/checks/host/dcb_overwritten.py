"""Somebody else may overwrite a port's priorities.

What it finds
    Two LLDP agents running at once, or a RoCE port whose DCBX is left to the adapter's firmware
    or to an LLDP agent.

Why it matters
    PFC and DSCP settings made on the host hold only until the other side or the firmware sends
    its own, often after the next link flap.

What to do
    Decide who sets the priorities: the host (``mlnx_qos -d os``, ``dcb dcbx set … host ieee``)
    or one agent.

Source
    ``dcb-dcbx(8)``; IEEE 802.1Q, clause 38 (DCBX).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.priorities import lossless
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

_AGENTS = ("lldpd", "lldpad")
_OTHERS = frozenset({"lld-managed", "lld_managed", "firmware controlled"})


def _run(context: Context) -> Iterator[Result]:
    for host in context.network.hosts.values():
        yield _agents(host)
    for port in roce_ports(context):
        yield _of(port)


def _agents(host: Host) -> Result:
    subject = Subject(host.name, "LLDP agents")
    if not host.services:
        return subject.not_applicable("the services are not known")
    running = [name for name in _AGENTS if host.services.get(name) == "active"]
    if len(running) < len(_AGENTS):
        return subject.passed()
    message = f"{' and '.join(running)} both run: they take each other's LLDP frames."
    evidence = [host.evidence[name] for name in ("services",) if name in host.evidence]
    return subject.failed(CHECK, message, *evidence, advice="Keep one of them.")


def _of(port: RocePort) -> Result:
    if port.netdev is None or isinstance(port.netdev.qos.dcbx, Unknown):
        return port.subject.not_applicable("who decides is not shown")
    others = port.netdev.qos.dcbx & _OTHERS
    if not others or not lossless(port):
        return port.subject.passed()
    message = (
        f"{port.netdev.name} has PFC, but its DCBX is {', '.join(sorted(others))}: "
        "settings made on the host may be overwritten."
    )
    advice = "Let the host decide (mlnx_qos -d os, or dcb dcbx set), or leave it all to one agent."
    return port.subject.failed(CHECK, message, *port.evidence("dcbx"), advice=advice)


CHECK = Check("HOST047", "dcb-overwritten", Severity.MINOR, _run)
