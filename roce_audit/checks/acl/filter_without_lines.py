"""A filter is bound at a port of a flow but does not exist, or has no line.

What it finds
    A binding to a filter that is not defined, or that is defined without a single line.

Why it matters
    What such a binding does differs between platforms and releases: often it permits everything
    today, and starts to drop everything at the moment someone adds the first line.

What to do
    Define the filter with an explicit permit for RoCE, or remove the binding.

Source
    The platform's NOTES.md, "empty and undefined filters".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.acl.bindings import bound_here, unfiltered
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.remedy import DefineFilter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for subject in unfiltered(context):
        yield subject.not_applicable("no filter is bound there")
    for device, binding, places, traffic in bound_here(context):
        family, name = binding.filter
        subject = Subject(device.name, f"{family} filter {name}")
        acl = device.filters.get(binding.filter)
        if binding.inactive:
            yield subject.not_applicable("the binding does nothing")
        elif acl is not None and acl.lines:
            yield subject.passed()
        else:
            state = "is not defined" if acl is None else "has no line"
            effect = "drops" if _drops(acl.default if acl else binding.undefined) else "permits"
            open_question = acl.default_doubt if acl else binding.undefined_doubt
            sure = (
                f"it {effect} everything today" if open_question is None else open_question.reason
            )
            finding = Finding(
                CHECK.code,
                CHECK.name,
                CHECK.severity,
                Ending.FAILED,
                device.name,
                subject.name,
                f"{name} is bound at {', '.join(places)} but {state}: {sure}.",
                (binding.source,),
                remedy=DefineFilter(device.name, binding, traffic),
                places=places,
            )
            yield subject.ended(finding)


def _drops(action: str) -> bool:
    return action == "deny"


CHECK = Check("ACL008", "filter-without-lines", Severity.MINOR, _run)
