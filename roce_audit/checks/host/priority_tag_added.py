"""A driver gives untagged RoCE frames a tag of VLAN 0, which a switch port may drop.

What it finds
    A RoCE port outside any VLAN whose driver adds a priority tag, because an application entry
    gives RoCE a priority.

Why it matters
    Ordinary frames of the interface leave untagged and pass; exactly the RoCE frames carry a tag
    with VLAN 0. A switch port that does not take priority-tagged frames drops them alone, so
    everything but RDMA works.

What to do
    Have the switch port take priority-tagged frames, or update the driver; the vendor's own has
    ``disable_prio_vlan_tx``.

Source
    linux-rdma list, <20250814112555.221665-5-kalesh-anakkur.purayil@broadcom.com>; IEEE 802.1Q,
    clause 6.9 (priority-tagged frames).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.host.ports import RocePort, roce_ports
from roce_audit.findings.finding import Severity
from roce_audit.model.facts import Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for port in roce_ports(context):
        yield _of(port)


def _of(port: RocePort) -> Result:
    tagged = port.port.priority_tagged
    if isinstance(tagged, Unknown):
        return port.subject.not_applicable(tagged.reason)
    if not tagged:
        return port.subject.passed()
    best = port.end().recommendation.gid
    if best is None or best.vlan is not None:
        return port.subject.not_applicable("its frames are not known to be untagged")
    message = (
        f"{port.device.name} sends its RoCE frames with a tag of VLAN 0: a switch port that takes "
        "untagged frames only drops them."
    )
    return port.subject.failed(CHECK, message, *port.evidence("priority_tagged"), advice=_ADVICE)


_ADVICE = "Have the switch port take priority-tagged frames, or update the driver."

CHECK = Check("HOST049", "priority-tag-added", Severity.MINOR, _run)
