"""A library left to itself takes another GID than the one to use.

What it finds
    A RoCE port where NCCL or UCX, by its own rule and the settings found, takes an empty slot, a
    link-local entry, another RoCE version, or the entry of another interface (a VLAN).

Why it matters
    The job comes up and talks over the wrong VLAN or version, or waits for a timeout. Typical
    causes are a host with IPv6 only (NCCL stays at index 0), a VLAN address that is older than
    that of the port, and NCCL before 2.21, which takes index 0.

What to do
    ``NCCL_IB_ADDR_RANGE`` or ``NCCL_IB_ADDR_FAMILY=AF_INET6`` for NCCL, ``UCX_IB_ROCE_SUBNETS``
    for UCX, or a newer library.

Source
    NCCL ``src/transport/net_ib/connect.cc``; UCX ``src/uct/ib/base/ib_device.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_pairs import Library, meaning_of
from roce_audit.analysis.library_settings import effective, number
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, graded, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.analysis.gid_pairs import End
    from roce_audit.analysis.gid_pickers import Pick
    from roce_audit.findings.finding import Result
    from roce_audit.model.host import Host

_PINS = {Library.NCCL: "NCCL_IB_GID_INDEX", Library.UCX: "UCX_IB_GID_INDEX"}
_PREFIXES = {Library.NCCL: ("NCCL_", "RCCL_"), Library.UCX: ("UCX_",)}
_NAMES = {Library.NCCL: {"nccl", "rccl"}, Library.UCX: {"ucx"}}


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        end = port.end()
        for library, pin in _PINS.items():
            pinned = number(effective(port.host, pin))
            subject = Subject(port.host.name, f"{port.name} {library}")
            if pinned is not None and pinned >= 0:
                yield subject.not_applicable(f"{pin} decides")
            else:
                yield _of(port, end, library, subject)


def _of(port: RocePort, end: End, library: Library, subject: Subject) -> Result:
    best, pick = end.recommendation.gid, end.picks[library]
    if best is None:
        return subject.not_applicable("there is no entry to use")
    if isinstance(pick.index, Unknown):
        return subject.not_applicable(f"not known what it takes: {pick.index.reason}")
    if pick.gid is not None and _same(port, end, pick):
        return subject.passed()
    severity = Severity.MAJOR if _seen(port.host, library) else Severity.MINOR
    taken = f"{pick.gid.address} ({meaning_of(pick.gid)})" if pick.gid else "an empty slot"
    message = (
        f"{library} takes index {pick.index}, {taken}, on {port.name}; "
        f"the entry to use is {best.index}, {best.address} ({meaning_of(best)})."
    )
    evidence = ((pick.gid.source,) if pick.gid else ()) + (best.source,)
    check = graded(CHECK, severity)
    return subject.failed(check, message, *evidence, advice=_advice(end, library))


def _same(port: RocePort, end: End, pick: Pick) -> bool:
    best, taken = end.recommendation.gid, pick.gid
    if best is None or taken is None or meaning_of(best) != meaning_of(taken):
        return False
    return best.netdev == taken.netdev or taken.address in port.wanted.addresses


def _seen(host: Host, library: Library) -> bool:
    """Tell whether anything shows that the library is used on the host."""
    if set(host.libraries) & _NAMES[library]:
        return True
    return any(setting.name.startswith(_PREFIXES[library]) for setting in host.settings)


def _advice(end: End, library: Library) -> str:
    best = end.recommendation.gid
    if library is Library.UCX or best is None:
        return "Restrict UCX_IB_ROCE_SUBNETS to the RDMA subnets."
    if best.address.version == 6:  # noqa: PLR2004 - IP version
        return "Set NCCL_IB_ADDR_FAMILY=AF_INET6."
    return f"Set NCCL_IB_ADDR_RANGE to the subnet of {best.address}, or use NCCL 2.21 or later."


CHECK = Check("HOST013", "library-picks-another-gid", Severity.MAJOR, _run)
