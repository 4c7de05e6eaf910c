"""A filter lets RoCE v2 through only from source port 4791.

What it finds
    A filter whose only permit for RoCE packets asks for UDP source port 4791, as one would write
    for the replies of a client-server protocol.

Why it matters
    RoCE has no replies in that sense: data, acknowledgements and congestion notifications all go
    to port 4791, from any source port. Such a permit never matches, and everything is dropped.

What to do
    Permit UDP destination port 4791 with any source port, in both directions. The useless line
    may stay.

Source
    InfiniBand Architecture Specification, annex A17 (RoCEv2), UDP header.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.causes import denials
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.dropping import about, absent, is_reply_only, result, subject_of
from roce_audit.findings.finding import Severity
from roce_audit.model.acl import Action
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.causes import Cause
    from roce_audit.analysis.context import Context
    from roce_audit.analysis.judgement import Judgement
    from roce_audit.findings.finding import Result
    from roce_audit.model.acl import Line


def _run(context: Context) -> Iterator[Result]:
    yield from absent(context, _KINDS)
    for judgement in about(context, _KINDS):
        subject = Subject(judgement.device, subject_of(judgement))
        if not is_reply_only(judgement):
            yield subject.passed()
            continue
        for cause in denials(judgement):
            if cause.certain and not cause.whole:
                yield _told(judgement, cause)


_KINDS = (Traffic.V2_IPV4, Traffic.V2_IPV6)


def _told(judgement: Judgement, cause: Cause) -> Result:
    """Return the finding with the useless permit named first."""
    found = result(CHECK, judgement, cause)
    permits = _useless(judgement)
    if found.finding is None or not permits:
        return found
    texts = " and ".join(f'"{line.source.text}"' for line in permits)
    message = (
        f"Only packets from source port 4791 pass ({texts}), and no RoCE sender uses it. "
        f"{found.finding.message}"
    )
    evidence = (*(line.source for line in permits), *found.finding.evidence)
    return replace(found, finding=replace(found.finding, message=message, evidence=evidence))


def _useless(judgement: Judgement) -> list[Line]:
    lines = {
        id(taken.line): taken.line
        for outcome in judgement.answer.outcomes
        for taken in outcome.trail[-1:]
        if Action.PERMIT in outcome.actions and taken.line is not None
    }
    return list(lines.values())


CHECK = Check("ACL006", "reply-only-permit", Severity.CRITICAL, _run)
