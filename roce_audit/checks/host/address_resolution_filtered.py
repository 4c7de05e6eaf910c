"""The host's own packet filter drops ARP or neighbour discovery.

What it finds
    A RoCE port whose host drops ARP (for an IPv4 entry) or neighbour solicitations and
    advertisements (for an IPv6 entry) on the interface of the entry to use.

Why it matters
    The kernel resolves the peer's address for RDMA too, by packets that do pass the host's
    filters. Without them no queue pair comes up, also with an adapter whose RoCE no filter sees.

What to do
    Accept ICMPv6 types 135 and 136, and ARP, before the line named.

Source
    RFC 4861, sections 4.3 and 4.4; RFC 826; Linux ``drivers/infiniband/core/addr.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.filtering import met
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_COMPANIONS = {4: (Traffic.ARP, "ARP"), 6: (Traffic.ND, "neighbour discovery")}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    best = port.end().recommendation.gid
    filters = port.host.filters
    if best is None or isinstance(filters, Unknown):
        return port.subject.not_applicable("entry or filters not known")
    traffic, title = _COMPANIONS[best.address.version]
    for each in met(filters, best, traffic, ()):
        if each.denied and not each.permitted and not each.open:
            message = f"The host drops {title} for {best.address} ({best.netdev}, {each.way})."
            return port.subject.failed(CHECK, message, *each.evidence(), advice=_ADVICE)
    return port.subject.passed()


_ADVICE = "Accept ARP and ICMPv6 types 135 and 136 before that line."

CHECK = Check("HOST065", "address-resolution-filtered", Severity.CRITICAL, _run)
