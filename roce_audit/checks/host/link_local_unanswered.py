"""A port has only the default GIDs, and its interface does not answer for their address.

What it finds
    A RoCE port without a usable entry whose default entry is made from the MAC, while the
    interface's own link-local address is another (stable-privacy), or IPv6 is off.

Why it matters
    The default entry exists whatever the interface's addresses are. Neighbour discovery for it
    gets no answer, so even hosts of the same segment do not reach each other.

What to do
    Give the interface an address, or let it make its link-local address from the MAC
    (NetworkManager: ``ipv6.addr-gen-mode eui64``).

Source
    RFC 7217; Linux ``drivers/infiniband/core/roce_gid_mgmt.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import usable
from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    gids = known_or(port.port.gids, ())
    if not gids or any(usable(port.port).values()):
        return port.subject.not_applicable("link-local entries are not what it uses")
    if port.netdev is None or isinstance(port.netdev.addresses, Unknown):
        return port.subject.not_applicable("the addresses of its interface are not known")
    own = {address.value.ip for address in port.netdev.addresses}
    if any(gid.address in own for gid in gids):
        return port.subject.passed()
    message = (
        f"{port.name} has only {gids[0].address}, which is no address of {port.netdev.name}: "
        "neighbour discovery for it gets no answer."
    )
    advice = f"Give {port.netdev.name} an address, or addr-gen-mode eui64."
    evidence = (gids[0].source, *port.evidence("addresses"))
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST017", "link-local-unanswered", Severity.MAJOR, _run)
