"""A port of a flow carries nothing: shut down, or not a member of the VLAN.

What it finds
    A switch port that the inventory ties a host to and that is shut down by configuration, does
    not carry the VLAN of the host, or whose VLAN is not active.

Why it matters
    No RoCE packet enters or leaves there. A wrong VLAN is the silent form: the link is up.

What to do
    Enable the port, or add the VLAN to it; or correct the inventory.

Source
    IEEE 802.1Q, ingress and egress rules of VLAN-aware bridges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.judgement import place_of, source_of
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    told: set[tuple[str, str]] = set()
    for crossing in context.network.crossings:
        place = place_of(crossing)
        if (crossing.device, place) in told:
            continue
        told.add((crossing.device, place))
        subject = Subject(crossing.device, place)
        # ARP is bridged and routed ports take it: what blocks it blocks everything.
        blocked = crossing.route.blocked
        obstacle = blocked.get(Traffic.V2_IPV4)
        if obstacle is None:
            yield subject.passed()
            continue
        source = source_of(context.network.switches[crossing.device], place)
        hosts = ", ".join(crossing.hosts)
        message = f"Nothing passes between {hosts} and the fabric: {obstacle.reason}."
        yield subject.failed(CHECK, message, source, advice="Enable it, or correct the inventory.")


CHECK = Check("PATH002", "port-carries-nothing", Severity.CRITICAL, _run)
