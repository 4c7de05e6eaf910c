"""A filter drops some of the RoCE packets between hosts and lets others through.

What it finds
    A filter that drops RoCE packets by source port, DSCP, size or another field that differs from
    packet to packet of the same hosts.

Why it matters
    The source port of RoCE v2 is an entropy value: senders use any of them, and switches spread
    flows by it. Congestion notifications often carry another DSCP than data. A permit that is
    limited to some of them works in a test and loses packets later: connections hang, or
    congestion control is blind.

What to do
    Permit UDP destination port 4791 without a condition on source port, DSCP or length, before
    the line that the finding names.

Source
    InfiniBand Architecture Specification, annex A17 (RoCEv2), UDP source port; RFC 6335.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.causes import denials
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.dropping import about, absent, is_reply_only, result, subject_of
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import ROCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    yield from absent(context, ROCE)
    for judgement in about(context, ROCE):
        causes = () if is_reply_only(judgement) else denials(judgement)
        parts = [cause for cause in causes if cause.certain and not cause.whole]
        if not parts:
            yield Subject(judgement.device, subject_of(judgement)).passed()
        for cause in parts:
            yield result(CHECK, judgement, cause)


CHECK = Check("ACL004", "roce-partly-dropped", Severity.MAJOR, _run)
