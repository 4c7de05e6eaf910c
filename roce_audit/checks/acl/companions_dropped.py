"""A filter drops ARP or IPv6 neighbour discovery of RoCE hosts.

What it finds
    A MAC, VLAN or IPv6 filter at a port of a flow that drops ARP (EtherType 0x0806) or neighbour
    solicitations and advertisements (ICMPv6 types 135 and 136), or may drop them, depending on a
    statement that is not understood.

Why it matters
    A RoCE v2 sender must find the MAC address of its peer or gateway first. Where ARP or
    neighbour discovery is dropped, no connection comes up although port 4791 is permitted.

What to do
    Permit ARP in the MAC or VLAN filter, and ICMPv6 neighbour solicitation and advertisement in
    the IPv6 list, before the line that drops them.

Source
    RFC 826; RFC 4861, sections 4.3 and 4.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.dropping import results
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    yield from results(context, CHECK, (Traffic.ARP, Traffic.ND), lambda _: True)


CHECK = Check("ACL007", "companions-dropped", Severity.CRITICAL, _run)
