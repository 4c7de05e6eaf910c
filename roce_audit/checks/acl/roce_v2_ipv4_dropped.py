"""A filter drops RoCE v2 over IPv4 between hosts of a flow.

What it finds
    A filter at a switch port or routed interface that drops every UDP packet to port 4791, or
    every such packet between some of the hosts, over IPv4.

Why it matters
    RoCE v2 carries data, acknowledgements and congestion notifications in UDP datagrams to port
    4791, in both directions. Where they are dropped, RDMA connections time out although ping and
    SSH work.

What to do
    Permit UDP destination port 4791 with any source port between the hosts, before the line that
    the finding names, in both directions.

Source
    InfiniBand Architecture Specification, annex A17 (RoCEv2); IANA service names and port
    numbers, 4791.
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
        context, CHECK, (Traffic.V2_IPV4,), lambda cause: cause.certain and cause.whole
    )


CHECK = Check("ACL001", "roce-v2-ipv4-dropped", Severity.CRITICAL, _run)
