"""The default GID of a port belongs to a MAC address that the interface no longer has.

What it finds
    A RoCE port with link-local entries of its interface, none of which is made from the present
    MAC of the interface.

Why it matters
    The kernel makes the default entries from the MAC. Where the MAC of a virtual function was
    changed while they were made, the old ones stay, and frames carry an address that no other
    host can resolve.

What to do
    Take the interface down and up, or reload the virtual function, so that the entries are made
    again.

Source
    Linux ``drivers/infiniband/core/roce_gid_mgmt.c``; RFC 4291, appendix A (EUI-64).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.eui64 import link_local_of
from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.model.rdma import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    if port.netdev is None or isinstance(port.netdev.mac, Unknown):
        return port.subject.not_applicable("the MAC of its interface is not known")
    expected = link_local_of(port.netdev.mac)
    defaults = [
        gid
        for gid in known_or(port.port.gids, ())
        if gid.scope is Scope.LINK_LOCAL and gid.netdev == port.netdev.name
    ]
    if expected is None or not defaults:
        return port.subject.not_applicable("it has no default entry")
    if any(gid.address == expected for gid in defaults):
        return port.subject.passed()
    message = (
        f"The default GID of {port.name} is {defaults[0].address}; "
        f"the MAC {port.netdev.mac} of {port.netdev.name} makes {expected}."
    )
    advice = f"Take {port.netdev.name} down and up so that the entries are made again."
    evidence = (defaults[0].source, *port.evidence("mac"))
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


CHECK = Check("HOST014", "default-gid-stale", Severity.MINOR, _run)
