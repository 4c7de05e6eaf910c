"""The host's filter drops RoCE by its number, and its adapters' RoCE does not pass the filter.

What it finds
    A host whose RoCE devices are all adapters with RoCE on, with rules of nftables or iptables
    that drop UDP port 4791 or EtherType 0x8915 at an interface of theirs. Rules that accept them
    have no effect either, and do no harm: they are not reported.

Why it matters
    The adapter takes RoCE packets from and to the programs' memory itself. A rule that drops them
    protects nothing: who relies on it is mistaken.

What to do
    Nothing for RDMA to work. To keep hosts apart, filter on the switches.

Source
    Linux ``Documentation/infiniband/user_verbs.rst`` (queue pairs are served without the kernel's
    network stack); Intel document 635330 (such traffic is seen at a mirror port only).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.checks.host.ports import RocePort, by_host
from roce_audit.findings.finding import Severity
from roce_audit.model.acl import Action, Call
from roce_audit.model.facts import Unknown, known_or
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE
from roce_audit.packets.traffic import ETHERTYPE_ROCE, ROCE_PORT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.acl import Line
    from roce_audit.model.source import SourceRef


def _run(context: Context) -> Iterator[Result]:
    for name, ports in by_host(context).items():
        yield _of(Subject(name, "filter"), ports)


def _of(subject: Subject, ports: list[RocePort]) -> Result:
    if not ports or any(not _bypasses(port) for port in ports):
        return subject.not_applicable("not all of its RoCE is known to bypass the filter")
    filters = ports[0].host.filters
    if isinstance(filters, Unknown):
        return subject.not_applicable(f"the filter is not known: {filters.reason}")
    names = {name for port in ports if (name := known_or(port.port.netdev, None))}
    found = [
        source
        for (netdev, _), route in filters.ways.items()
        if netdev in names
        for stage in route.stages
        for source in _naming(stage.filter.lines)
    ]
    if not found:
        return subject.not_applicable(filters.gap) if filters.gap else subject.passed()
    message = (
        f"{found[0].text!r} has no effect on the RoCE of this host's adapters: it does not keep it "
        "out."
    )
    return subject.failed(CHECK, message, *dict.fromkeys(found), advice=_ADVICE)


def _bypasses(port: RocePort) -> bool:
    return port.device.software is False and port.device.roce_enabled is not False


def _naming(lines: Iterable[Line]) -> Iterator[SourceRef]:
    """Yield the lines that drop RoCE by its very number."""
    for line in lines:
        if line.action is Action.DENY and any(
            (ROCE_PORT, ROCE_PORT) in box.get(DESTINATION_PORT, ())
            or (ETHERTYPE_ROCE, ETHERTYPE_ROCE) in box.get(ETHERTYPE, ())
            for box in line.matches
        ):
            yield line.source
        elif isinstance(line.action, Call):
            yield from _naming(line.action.lines)


_ADVICE = "Filter on the switches to keep hosts apart; here nothing has to be done."

CHECK = Check("HOST066", "filter-without-effect", Severity.INFO, _run)
