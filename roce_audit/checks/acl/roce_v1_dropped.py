"""A filter drops RoCE v1 (EtherType 0x8915).

What it finds
    A MAC filter, VLAN filter or bridge filter at a port of a RoCE v1 flow that drops frames with
    EtherType 0x8915.

Why it matters
    RoCE v1 is not IP: IP lists neither drop nor permit it, and a MAC list with only IP permits
    drops it at its end. Ordinary switches forward 0x8915; where it is lost, a filter, a VLAN or a
    routed hop is in the way.

What to do
    Permit EtherType 0x8915 in the filter that the finding names, before the line that drops it.

Source
    InfiniBand Architecture Specification, annex A16 (RoCE); IEEE EtherType registry, 0x8915.
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
    yield from results(context, CHECK, (Traffic.V1,), lambda cause: cause.certain and cause.whole)


CHECK = Check("ACL003", "roce-v1-dropped", Severity.CRITICAL, _run)
