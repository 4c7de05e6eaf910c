"""A RoCE port has no GID that another host can be reached from.

What it finds
    A RoCE port in use whose GID table is empty, or holds nothing but link-local entries
    (``fe80::/64``), or none of the version and family that the fabric uses.

Why it matters
    The kernel makes a link-local entry from the MAC of the interface, with IPv6 on or off. It is
    not routed, and within a segment often not the address that the interface answers for. With
    an empty table nothing can be sent at all. In a container it shows that the interface of the
    adapter is not in the container's network namespace.

What to do
    Give the interface an IP address, or attach the container to the adapter's interface (SR-IOV,
    macvlan). An address that is there but has no entry: see address-without-gid.

Source
    Linux ``drivers/infiniband/core/roce_gid_mgmt.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import usable
from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, graded, in_use, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Gid


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    gids = port.port.gids
    evidence = port.evidence("gids")
    if isinstance(gids, Unknown):
        message = f"The GID table of {port.name} is not known: {gids.reason}."
        return port.subject.undecided(CHECK, message, *evidence)
    found = usable(port.port)
    if any(found[traffic] for traffic in port.wanted.traffic):
        return port.subject.passed()
    if any(isinstance(gid.version, Unknown) for gid in gids):
        message = f"No entry of {port.name} is known to be usable; the type of some is not shown."
        return port.subject.undecided(CHECK, message, *evidence)
    if gids and not in_use(port):
        return port.subject.not_applicable("no address on its interface: not in use")
    check = graded(CHECK, Severity.MAJOR) if gids and port.attachment is None else CHECK
    sources = tuple(gid.source for gid in gids[:4]) or evidence
    return port.subject.failed(check, _message(port, gids), *sources, advice=_advice(port))


def _message(port: RocePort, gids: tuple[Gid, ...]) -> str:
    if not gids:
        where = ", in a container" if port.host.container else ""
        return f"The GID table of {port.name} is empty{where}: nothing can be sent."
    usable_now = [kind.value for kind, found in usable(port.port).items() if found]
    wanted = " or ".join(kind.value for kind in port.wanted.traffic)
    if usable_now:
        return f"{port.name} has entries for {', '.join(usable_now)} but none for {wanted}."
    shown = ", ".join(f"{gid.index}: {gid.address}" for gid in gids[:4])
    return f"{port.name} has link-local entries only ({shown}): no peer beyond its segment."


def _advice(port: RocePort) -> str:
    name = port.netdev.name if port.netdev is not None else "its interface"
    return f"Give {name} an address of the RDMA subnet."


CHECK = Check("HOST010", "gid-unusable", Severity.CRITICAL, _run)
