"""A filter is configured at a port of a flow but does nothing there.

What it finds
    A binding that the device accepts and ignores: a routed-interface filter on a bridged port, a
    filter on a member of a LAG, a direction or a table type that the platform does not program.

Why it matters
    The configuration looks as if the port were filtered. It starts to act after a likely change
    (the port becomes routed, the LAG is dissolved), and then may drop RoCE; and whoever relies on
    it for protection has none.

What to do
    Bind the filter where it acts, or remove the binding.

Source
    The platform's NOTES.md, "where filters act".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.acl.bindings import bound_here, unfiltered
from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    for subject in unfiltered(context):
        yield subject.not_applicable("no filter is bound there")
    for device, binding, places, _ in bound_here(context):
        family, name = binding.filter
        subject = Subject(device.name, f"{family} filter {name} at {places[0]}")
        if not binding.inactive:
            yield subject.passed()
            continue
        message = f"{name} at {', '.join(places)} does nothing: {binding.inactive}."
        advice = "Bind it where it acts, or remove the binding."
        yield subject.failed(CHECK, message, binding.source, advice=advice)


CHECK = Check("ACL009", "filter-not-acting", Severity.MINOR, _run)
