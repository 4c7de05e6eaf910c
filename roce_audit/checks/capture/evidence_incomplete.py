"""A device could not be reached, or its capture is incomplete.

What it finds
    A device of the inventory without a capture, with a refused login, with a command that was
    refused or cut off, with a configuration that ends too early, or with a file in the snapshot
    that is damaged: changed since it was captured, gone, or unreadable. A device with a damaged
    file is not judged at all.

Why it matters
    A filter that was not seen is not a filter that is not there. Nothing about such a device is
    passed: every verdict that would need the missing part is undecided.

What to do
    Repair the access or the file (the reason says what happened), then run the audit again.
    Everything else in the report stands.

Source
    The command or file that the evidence names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check, Subject
from roce_audit.findings.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result
    from roce_audit.model.network import Failure, Network


def _run(context: Context) -> Iterator[Result]:
    network = context.network
    failed = {failure.device for failure in network.failures}
    for failure in network.failures:
        subject = Subject(failure.device, "capture")
        state = _state(failure, network)
        message = f"The capture of {failure.device} is {state}: {failure.reason}."
        yield subject.undecided(CHECK, message, failure.source, advice=_ADVICE)
    for name, device in network.switches.items():
        for gap in device.gaps:
            failed.add(name)
            message = f"The capture of {name} is incomplete: {gap.reason.removesuffix('.')}."
            yield Subject(name, "capture").undecided(CHECK, message, gap.source, advice=_ADVICE)
    for name in (*network.switches, *network.hosts):
        if name not in failed:
            yield Subject(name, "capture").passed()


def _state(failure: Failure, network: Network) -> str:
    if failure.damaged:
        return "damaged"
    read = failure.device in network.switches or failure.device in network.hosts
    return "incomplete" if read else "missing"


_ADVICE = "Repair the access or the file, then audit again."

CHECK = Check("CAP001", "evidence-incomplete", Severity.CRITICAL, _run)
