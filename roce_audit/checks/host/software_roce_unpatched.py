"""Software RoCE of a kernel that a single crafted packet may crash is open to everybody.

What it finds
    A software RoCE device (rdma_rxe) of a kernel that was built before two fixes of April 2026
    were written and has no live patch, on a host whose filter accepts UDP port 4791 from any
    address. A kernel that was built later may have the fixes: nothing is said of it.

Why it matters
    Two mistakes in the receive path of rdma_rxe let one crafted UDP datagram crash the host.

What to do
    Update the kernel, or accept UDP port 4791 from the hosts of the flow only.

Source
    linux-rdma list, <20260401121907.1468366-1-hkbinbinbin@gmail.com> and
    <20260414111555.3386793-1-michael.bommarito@gmail.com>.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.filtering import met_at
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown, known_or
from roce_audit.packets.fields import DESTINATION
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.rdma import Gid

_FIRST_FIX = date(2026, 4, 1)
_FAMILIES = {4: Traffic.V2_IPV4, 6: Traffic.V2_IPV6}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    if port.device.software is not True:
        return port.subject.not_applicable("no software RoCE")
    built = port.host.kernel_built
    if isinstance(built, Unknown) or built >= _FIRST_FIX:
        return port.subject.not_applicable("whether its kernel has the fixes is not known")
    if known_or(port.host.live_patches, None) != frozenset():
        return port.subject.not_applicable("a live patch may hold the fixes")
    best = port.end().recommendation.gid
    if best is None or not _open(port, best):
        return port.subject.not_applicable("not everybody is known to reach its port")
    message = (
        f"The kernel of {port.host.name} was built on {built}, before the fixes of rdma_rxe's "
        f"receive path, and UDP 4791 of {best.address} takes packets from anybody."
    )
    evidence = (
        best.source,
        *(port.host.evidence[n] for n in ("kernel",) if n in port.host.evidence),
    )
    return port.subject.failed(CHECK, message, *evidence, advice=_ADVICE)


def _open(port: RocePort, gid: Gid) -> bool:
    filters = port.host.filters
    if isinstance(filters, Unknown) or filters.gap or isinstance(gid.netdev, Unknown):
        return False
    region = {**REGIONS[_FAMILIES[gid.address.version]], DESTINATION: single(int(gid.address))}
    found = list(met_at(filters, gid.netdev, "in", region))
    return bool(found) and all(
        each.permitted and not each.denied and not each.open for each in found
    )


_ADVICE = "Update the kernel, or accept UDP port 4791 from the hosts of the flow only."

CHECK = Check("HOST009", "software-roce-unpatched", Severity.MINOR, _run)
