"""An IP address that RDMA is meant to use has no entry in the GID table.

What it finds
    An address of the inventory, or a global address of a RoCE port's interface, for which the
    port's GID table has no entry, or none of the version that the fabric uses.

Why it matters
    rdma_cm binds to the entry of the address; without one, connecting fails with an address
    error. The address itself answers ping, so nothing else shows it.

What to do
    If the inventory's address is not on the interface: add it. If it is there: look for a full
    table or a refused entry in the kernel log, take the interface down and up, and check that
    interface and RDMA device are in one network namespace.

Source
    Linux ``drivers/infiniband/core/roce_gid_mgmt.c`` and ``cma.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_selection import traffic_of
from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or

if TYPE_CHECKING:
    from collections.abc import Iterator
    from ipaddress import IPv4Address, IPv6Address

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.source import SourceRef


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    if isinstance(port.port.gids, Unknown):
        return port.subject.not_applicable("the GID table is not known")
    meant = _meant(port)
    if not meant:
        return port.subject.not_applicable("no address is known to be meant")
    families = {kind.value[-1] for kind in port.wanted.traffic}
    have = {
        gid.address
        for gid in port.port.gids
        if traffic_of(gid) in port.wanted.traffic or isinstance(gid.version, Unknown)
    }
    missing = [each for each in meant if each not in have and _asked(each, families)]
    if not missing:
        return port.subject.passed()
    shown = ", ".join(str(each) for each in missing)
    message = f"{port.name} has no GID for {shown}{_cause(port)}."
    advice = "Add the address, or find out why the kernel made no entry of it (dmesg)."
    evidence = (*port.evidence("gids", "addresses"), *_inventory(port))
    return port.subject.failed(CHECK, message, *evidence, advice=advice)


def _asked(address: IPv4Address | IPv6Address, families: set[str]) -> bool:
    """Tell whether the fabric uses the address's family; RoCE v1 uses both."""
    return "1" in families or str(address.version) in families


def _meant(port: RocePort) -> list[IPv4Address | IPv6Address]:
    if port.wanted.addresses:
        return sorted(port.wanted.addresses, key=str)
    if port.netdev is None:
        return []
    return [
        address.value.ip
        for address in known_or(port.netdev.addresses, ())
        if address.reaches and address.usable
    ]


def _inventory(port: RocePort) -> tuple[SourceRef, ...]:
    return (port.attachment.source,) if port.attachment is not None else ()


def _cause(port: RocePort) -> str:
    gids = known_or(port.port.gids, ())
    if port.port.slots == len(gids) and gids:
        return f": all {len(gids)} slots of the table are taken"
    return ""


CHECK = Check("HOST011", "address-without-gid", Severity.CRITICAL, _run)
