"""The host's own packet filter drops the packets of a software RoCE device.

What it finds
    A software RoCE device (rdma_rxe) whose UDP packets to port 4791, to or from the peers of its
    flows or of its own subnet, are dropped by nftables or iptables of the host; or a firewall
    that could not be read on such a host.

Why it matters
    Software RoCE is an ordinary UDP socket: its packets pass INPUT and OUTPUT. An adapter's RoCE
    does not, so the same rule has no effect there, neither as an obstacle nor as a protection.

What to do
    Accept UDP destination port 4791 both ways before the line named (``firewall-cmd
    --add-port=4791/udp --permanent``).

Source
    Linux ``drivers/infiniband/sw/rxe/rxe_net.c``; IANA service names and port numbers, 4791.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.filtering import Met, met, peers_of
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import Version
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Network

_FAMILIES = {4: Traffic.V2_IPV4, 6: Traffic.V2_IPV6}
_WAYS = {"in": "to", "out": "from"}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        if port.device.software is True:
            yield _of(port, context.network)
        else:
            yield port.subject.not_applicable("an adapter's RoCE does not pass the host's filters")


def _of(port: RocePort, network: Network) -> Result:
    best = port.end().recommendation.gid
    if best is None or best.version is not Version.V2:
        return port.subject.not_applicable("there is no entry to use")
    filters = port.host.filters
    if isinstance(filters, Unknown):
        message = f"Whether the host drops UDP 4791 is not known: {filters.reason}."
        return port.subject.undecided(CHECK, message, best.source, advice=_ADVICE)
    peers = peers_of(network, port, best)
    found = list(met(filters, best, _FAMILIES[best.address.version], peers))
    for each in found:
        if each.denied:
            return _dropped(port, each, str(best.address))
    for each in found:
        if each.open:
            message = f"Whether UDP 4791 {_WAYS[each.way]} {best.address} passes is not decided."
            return port.subject.undecided(CHECK, message, *each.evidence(), advice=_ADVICE)
    if filters.gap:
        message = f"Nothing seen drops UDP 4791 of {port.name}, but {filters.gap}."
        return port.subject.undecided(CHECK, message, best.source, advice=_ADVICE)
    return port.subject.passed()


def _dropped(port: RocePort, each: Met, address: str) -> Result:
    part = "some of the " if each.permitted or each.open else ""
    check = graded(CHECK, Severity.MAJOR) if part else CHECK
    message = f"The host drops {part}UDP 4791 {_WAYS[each.way]} {address} ({port.name}, software)."
    return port.subject.failed(check, message, *each.evidence(), advice=_ADVICE)


_ADVICE = "Accept UDP destination port 4791, in and out, before that line; or read it as root."

CHECK = Check("HOST060", "software-roce-filtered", Severity.CRITICAL, _run)
