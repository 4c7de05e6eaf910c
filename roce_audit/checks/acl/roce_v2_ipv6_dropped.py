"""A filter drops RoCE v2 over IPv6 between hosts of a flow.

What it finds
    A filter that drops every UDP packet to port 4791, or every such packet between some of the
    hosts, over IPv6.

Why it matters
    IPv4 and IPv6 are filtered by different lists on most switches. A list for IPv4 that lets RoCE
    pass says nothing about IPv6, and a host whose GID is an IPv6 address then cannot connect.

What to do
    Permit UDP destination port 4791 with any source port between the hosts in the IPv6 list,
    before the line that the finding names, in both directions; neighbour discovery too.

Source
    InfiniBand Architecture Specification, annex A17 (RoCEv2); RFC 8200.
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
    yield from results(
        context, CHECK, (Traffic.V2_IPV6,), lambda cause: cause.certain and cause.whole
    )


CHECK = Check("ACL002", "roce-v2-ipv6-dropped", Severity.CRITICAL, _run)
