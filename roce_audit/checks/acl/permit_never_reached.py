"""A permit written for RoCE never matches because of earlier lines.

What it finds
    A line that permits UDP port 4791 or EtherType 0x8915 by name in a filter on the way of a
    flow, of which no RoCE packet is left once the earlier lines have taken theirs, although some
    of them are dropped.

Why it matters
    Someone meant RoCE to pass and believes it does. The earlier line decides.

What to do
    Move the permit before the line that takes its packets.

Source
    First match decides in every list of this kind; the platform's NOTES.md, "order".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.shadow import hidden_permits
from roce_audit.checks.base import Check, Subject
from roce_audit.checks.dropping import about, subject_of
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import ROCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.acl import Filter
    from roce_audit.packets.boxes import Box


def _run(context: Context) -> Iterator[Result]:
    met: dict[tuple[str, int], tuple[Filter, list[Box]]] = {}
    for judgement in about(context, ROCE):
        if not judgement.route.stages:
            subject = Subject(judgement.device, subject_of(judgement))
            yield subject.not_applicable("no filter is on the way")
        for stage in judgement.route.stages:
            key = (judgement.device, id(stage.filter))
            met.setdefault(key, (stage.filter, []))[1].append(judgement.answer.region)
    for (device, _), (acl, regions) in met.items():
        yield from _judged(Subject(device, f"{acl.kind} {acl.name}".strip()), acl, regions)


def _judged(subject: Subject, acl: Filter, regions: list[Box]) -> Iterator[Result]:
    found = hidden_permits(acl, regions)
    if not found:
        yield subject.passed()
    for hidden in found:
        message = (
            f'"{hidden.line.source.text}" never matches a RoCE packet of the flows: '
            f'"{hidden.by[0].source.text}" takes them first.'
        )
        sources = (hidden.line.source, *(line.source for line in hidden.by))
        advice = "Move the permit before the line that takes its packets."
        yield subject.failed(CHECK, message, *sources, advice=advice)


CHECK = Check("ACL010", "permit-never-reached", Severity.MAJOR, _run)
