"""The host's own packet filter drops the packets of a software RoCE device.

What it finds
    A software RoCE device (rdma_rxe) whose UDP packets to port 4791, to or from the peers of its
    flows or of its own subnet, are dropped by nftables or iptables of the host, over any of the
    address families that the inventory means; or a firewall that could not be read on such a
    host.

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

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import recommend
from roce_audit.checks.base import Check
from roce_audit.checks.host.filtering import Met, met, peers_of, rewriting
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.facts import Unknown
from roce_audit.model.rdma import Gid, Version
from roce_audit.packets.traffic import Traffic
from roce_audit.packets.witness import witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import HostFilters
    from roce_audit.model.network import Network
    from roce_audit.packets.ranges import Ranges

_FAMILIES = {4: Traffic.V2_IPV4, 6: Traffic.V2_IPV6}
_WAYS = {"in": "to", "out": "from"}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        if port.device.software is True:
            yield from _of(port, context.network)
        else:
            yield port.subject.not_applicable("an adapter's RoCE does not pass the host's filters")


def _of(port: RocePort, network: Network) -> Iterator[Result]:
    gids = tuple(_entries(port, network))
    filters = port.host.filters
    if not gids:
        yield port.subject.not_applicable("there is no entry to use")
    elif isinstance(filters, Unknown):
        message = f"Whether the host drops UDP 4791 is not known: {filters.reason}."
        yield port.subject.undecided(CHECK, message, gids[0].source, advice=_ADVICE)
    else:
        for gid in gids:
            yield _judged(port, filters, gid, peers_of(network, port, gid))


def _entries(port: RocePort, network: Network) -> Iterator[Gid]:
    """Yield the entry to use of each kind that the site means; the best one if it has not said."""
    kinds = port.wanted.traffic if network.fabric.roce else ()
    for wanted in [replace(port.wanted, traffic=(kind,)) for kind in kinds] or [port.wanted]:
        gid = recommend(port.port, port.host.netdevs, wanted).gid
        if gid is not None and gid.version is Version.V2:
            yield gid


def _judged(port: RocePort, filters: HostFilters, best: Gid, peers: Ranges) -> Result:
    kind = _FAMILIES[best.address.version]
    found = list(met(filters, best, kind, peers))
    for each in found:
        if each.denied:
            return _dropped(port, each, str(best.address), kind)
    for each in found:
        # What address translation does to them is a question of its own: address-rewritten.
        if any(rewriting(outcome) is None for outcome in each.open):
            message = f"Whether UDP 4791 {_WAYS[each.way]} {best.address} passes is not decided."
            return port.subject.undecided(CHECK, message, *each.evidence(), advice=_ADVICE)
    if filters.gap:
        message = f"Nothing seen drops UDP 4791 of {port.name}, but {filters.gap}."
        return port.subject.undecided(CHECK, message, best.source, advice=_ADVICE)
    return port.subject.passed()


def _dropped(port: RocePort, each: Met, address: str, kind: Traffic) -> Result:
    part = "some of the " if each.permitted or each.open else ""
    message = f"The host drops {part}UDP 4791 {_WAYS[each.way]} {address} ({port.name}, software)."
    finding = Finding(
        CHECK.code,
        CHECK.name,
        Severity.MAJOR if part else CHECK.severity,
        Ending.FAILED,
        port.host.name,
        port.name,
        message,
        each.evidence(),
        witness=witness(each.denied[0].box, kind),
        traffic=kind.value,
        advice=_ADVICE,
    )
    return port.subject.ended(finding)


_ADVICE = "Accept UDP destination port 4791, in and out, before that line; or read it as root."

CHECK = Check("HOST060", "software-roce-filtered", Severity.CRITICAL, _run)
