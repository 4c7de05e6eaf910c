"""A rule of the host rewrites the addresses or ports of a software RoCE device's packets.

What it finds
    A software RoCE device (rdma_rxe) whose RoCE v2 packets, to or from the peers of its flows or of
    its own subnet, meet a rule of SNAT, masquerading, DNAT or redirection that changes them. In a
    container whose device stands on a veth interface, with peers behind its router: whether that
    router rewrites them cannot be seen from inside.

Why it matters
    The check value of RoCE v2 covers the IP addresses and UDP ports. A packet whose addresses were
    changed on its way is dropped by its receiver without an answer: connections come up over TCP,
    and not a byte of RDMA moves.

What to do
    Leave UDP port 4791 out of the rule, or give the container an interface of its own on the
    network: macvlan, a virtual function, or the network of its host.

Source
    InfiniBand Architecture Specification, annex A17 (ICRC); Linux ``net/netfilter/nf_nat_core.c``
    and ``nf_nat_masquerade.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.filtering import met, peers_of, rewriting
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.checks.host.rewrites import Rewrite, rewrite_of
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import Gid, Version
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import HostFilters
    from roce_audit.model.network import Network

_FAMILIES = {4: Traffic.V2_IPV4, 6: Traffic.V2_IPV6}
_WAYS = {"in": "to", "out": "from"}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port, context.network)


def _of(port: RocePort, network: Network) -> Result:
    if port.device.software is not True:
        return port.subject.not_applicable("an adapter's RoCE does not pass the host's rules")
    best = port.end().recommendation.gid
    if best is None or best.version is not Version.V2:
        return port.subject.not_applicable("there is no RoCE v2 entry to use")
    filters = port.host.filters
    if isinstance(filters, Unknown):
        return port.subject.not_applicable(f"the rules are not known: {filters.reason}")
    return _judged(port, network, filters, best)


def _judged(port: RocePort, network: Network, filters: HostFilters, best: Gid) -> Result:
    found = _found(port, network, filters, best)
    changing = next((each for each in found if each.changes is True), None)
    if changing is not None:
        message = (
            f"The host rewrites UDP 4791 {_WAYS[changing.way]} {best.address} ({port.name}): "
            "its receiver drops it."
        )
        return port.subject.failed(CHECK, message, changing.source, advice=_ADVICE)
    for each in found:
        if isinstance(each.changes, Unknown):
            message = f"A rule may rewrite UDP 4791 of {best.address}: {each.changes.reason}."
            return port.subject.undecided(CHECK, message, each.source, advice=_ADVICE)
    if _behind_a_container_router(port, network, best):
        message = (
            f"{best.netdev} is a container's end of a veth pair, and peers of {best.address} are "
            "behind its router: whether that rewrites addresses cannot be seen from here."
        )
        return port.subject.undecided(CHECK, message, best.source, advice=_ADVICE)
    return port.subject.not_applicable(filters.gap) if filters.gap else port.subject.passed()


def _found(port: RocePort, network: Network, filters: HostFilters, gid: Gid) -> tuple[Rewrite, ...]:
    """Return what the rules of translation do that certainly take the packets."""
    peers = peers_of(network, port, gid)
    return tuple(
        rewrite_of(port.host, gid, each.way, line)
        for each in met(filters, gid, _FAMILIES[gid.address.version], peers)
        for outcome in each.open
        if (line := rewriting(outcome)) is not None
    )


def _behind_a_container_router(port: RocePort, network: Network, gid: Gid) -> bool:
    netdev = port.host.netdevs.get(known_or(gid.netdev, ""))
    if not port.host.container or netdev is None or netdev.kind != "veth":
        return False
    make = type(gid.address)
    own = [each.value.network for each in known_or(netdev.addresses, ())]
    ends = [make(end) for span in peers_of(network, port, gid) for end in span]
    return any(not any(end in subnet for subnet in own) for end in ends)


_ADVICE = "Leave UDP port 4791 out of the translation, or put the device on the network itself."

CHECK = Check("HOST056", "address-rewritten", Severity.CRITICAL, _run)
