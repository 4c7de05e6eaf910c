"""A peer does not answer, or a flow has more peers than the neighbour table holds.

What it finds
    A host of a flow whose neighbour table says FAILED for the address of a peer on the interface
    meant for it; or whose ``gc_thresh3`` is smaller than the number of peers.

Why it matters
    Before the first packet the kernel must learn the peer's MAC; where that fails, setting up a
    queue pair ends in a timeout (110). Entries beyond the limit are refused.

What to do
    Check the peer, the VLAN and the cable; raise ``net.ipv4.neigh.default.gc_thresh3``.

Source
    Linux ``Documentation/networking/ip-sysctl.rst`` (gc_thresh3); RFC 826.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Network

_LIMIT = "net/ipv4/neigh/default/gc_thresh3"
_LONGEST_NUMBER = 9


def _run(context: Context) -> Iterator[Result]:
    peers = _addresses(context.network)
    for port in roce_ports(context):
        if port.attachment is not None and port.netdev is not None:
            yield _of(port, peers)


def _addresses(network: Network) -> frozenset[str]:
    named = {name for flow in network.flows for name in (*flow.sources, *flow.destinations)}
    return frozenset(
        str(ip_interface(text).ip)
        for attachment in network.attachments
        if attachment.host in named
        for text in attachment.addresses
    )


def _of(port: RocePort, peers: frozenset[str]) -> Result:
    netdev = port.netdev.name if port.netdev is not None else ""
    subject = Subject(port.host.name, f"{netdev} neighbours")
    failed = {
        address
        for address, name in known_or(port.host.failed_neighbours, frozenset())
        if name == netdev
    }
    silent = sorted(peers & failed)
    if silent:
        message = f"{netdev} got no answer from {', '.join(silent[:4])}."
        advice = "Check the peers, the VLAN and the cable."
        return subject.failed(CHECK, message, *port.evidence("addresses"), advice=advice)
    limit = port.host.sysctls.get(_LIMIT, "")
    known = limit.isascii() and limit.isdigit() and len(limit) <= _LONGEST_NUMBER
    if known and int(limit) < len(peers):
        message = f"The neighbour table holds {limit} entries, the flows have {len(peers)} peers."
        advice = "Raise net.ipv4.neigh.default.gc_thresh3."
        check = graded(CHECK, Severity.MINOR)
        return subject.failed(check, message, *port.evidence("addresses"), advice=advice)
    return subject.passed()


CHECK = Check("HOST055", "neighbour-failed", Severity.MAJOR, _run)
