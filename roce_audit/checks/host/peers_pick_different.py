"""A library takes entries that cannot talk to each other on ports that belong together.

What it finds
    Ports of the hosts of one flow, or of one host judged alone, on which NCCL or UCX takes
    entries of different RoCE versions, of IPv4 and IPv6, or link-local and global ones.

Why it matters
    A version 1 packet means nothing to a version 2 queue pair: the job hangs until its timeout
    (error 12), UCX goes on over TCP. It happens where adapters of different generations, or hosts
    with and without IPv4, are used together.

What to do
    Give all ports of the group the same kind of address, restrict the libraries to the adapters
    that fit (``NCCL_IB_HCA``), or set the version that all have
    (``NCCL_IB_ROCE_VERSION_NUM``).

Source
    NCCL ``src/transport/net_ib/connect.cc``; UCX ``src/uct/ib/base/ib_device.c``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.gid_matrix import odd_ends
from roce_audit.analysis.gid_pairs import End, Library, meaning_of
from roce_audit.checks.base import Check
from roce_audit.checks.host.device_names import namings
from roce_audit.checks.host.ports import RocePort, by_host, graded, in_use
from roce_audit.findings.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result

_LISTS = {Library.NCCL: "NCCL_IB_HCA", Library.UCX: "UCX_NET_DEVICES"}
_Pair = tuple[RocePort, End]


def _run(context: Context) -> Iterator[Result]:
    pairs = {
        name: [(port, port.end()) for port in ports if in_use(port)]
        for name, ports in by_host(context).items()
    }
    if not context.network.flows:
        for group in pairs.values():
            yield from _group(group, graded(CHECK, Severity.MINOR))
    for flow in context.network.flows:
        names = dict.fromkeys((*flow.sources, *flow.destinations))
        mine = [each for name in names for each in pairs.get(name, ()) if each[0].attachment]
        yield from _group(mine, CHECK)


def _group(group: Sequence[_Pair], check: Check) -> Iterator[Result]:
    told: set[str] = set()
    for library in (Library.NCCL, Library.UCX):
        used = [(port, end) for port, end in group if _uses(port, library)]
        by_name = {end.name: port for port, end in used}
        odd = odd_ends([end for _, end in used], library)
        usual = _usual(used, library, {end.name for ends in odd.values() for end in ends})
        for meaning, ends in odd.items():
            for end in ends:
                told.add(end.name)
                message = f"{library} takes {meaning} on {end.name}, on most others {usual}."
                pick = end.picks[library].gid
                evidence = (pick.source,) if pick is not None else ()
                yield by_name[end.name].subject.failed(check, message, *evidence, advice=_ADVICE)
    for port, end in group:
        if end.name not in told:
            yield port.subject.passed()


def _uses(port: RocePort, library: Library) -> bool:
    return all(
        naming.uses(port.device.name)
        for naming in namings(port.host)
        if naming.setting.name == _LISTS[library]
    )


def _usual(used: Sequence[_Pair], library: Library, odd: set[str]) -> str:
    """Return what most ports take, for people."""
    meanings = (meaning_of(end.picks[library].gid) for _, end in used if end.name not in odd)
    return str(next((meaning for meaning in meanings if meaning is not None), "another kind"))


_ADVICE = "Use ports of one kind together: same addresses, same version, or leave the others out."

CHECK = Check("HOST024", "peers-pick-different-gids", Severity.MAJOR, _run)
