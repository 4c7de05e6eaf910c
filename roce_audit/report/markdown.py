"""The report as Markdown: to read, to attach to a ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.report.packet_words import packet_words
from roce_audit.report.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.report.schema import FindingPart, RemedyPart, Report


def markdown(report: Report) -> str:
    """Return the whole report as one Markdown text."""
    parts = (_head, _devices, _findings, _checks)
    lines = [plain(line) for part in parts for text in part(report) for line in text.split("\n")]
    return "\n".join([*lines, ""])


def _head(report: Report) -> Iterator[str]:
    summary = report.summary
    yield f"# RoCE audit of {_cell(report.fabric)}"
    yield ""
    yield f"roce-audit {report.tool}; evidence of {report.taken or 'an unknown time'}."
    yield ""
    yield "| devices read | subjects | failed | undecided | passed | not applicable | repairs |"
    yield "|---|---|---|---|---|---|---|"
    yield (
        f"| {summary.devices_read} of {summary.devices} | {summary.subjects} | {summary.failed} "
        f"| {summary.undecided} | {summary.passed} | {summary.not_applicable} "
        f"| {summary.repairs_proven} proven, {summary.repairs_draft} draft |"
    )
    yield ""


def _devices(report: Report) -> Iterator[str]:
    yield "## Devices"
    yield ""
    yield "| device | role | platform | status | statements read / no effect / uncertain |"
    yield "|---|---|---|---|---|"
    for device in sorted(report.devices, key=lambda each: each.status == "read"):
        ledger = device.ledger
        counts = f"{ledger.read} / {ledger.no_effect} / {len(ledger.uncertain)}" if ledger else ""
        more = [*device.reasons, *([device.note] if device.note else [])]
        status = device.status + (f": {'; '.join(more)}" if more else "")
        cells = (device.name, device.role, device.platform, status, counts)
        yield f"| {' | '.join(_cell(cell) for cell in cells)} |"
    yield ""


def _findings(report: Report) -> Iterator[str]:
    yield "## Findings"
    yield ""
    if not report.findings:
        yield "None."
        yield ""
    for number, finding in enumerate(report.findings, start=1):
        yield from _finding(number, finding)


def _finding(number: int, finding: FindingPart) -> Iterator[str]:
    yield f"### {number}. {finding.code} {finding.name}: {_cell(finding.device)}"
    yield ""
    yield f"**{finding.severity}, {finding.verdict}.** {_cell(finding.message)}"
    yield ""
    for source in finding.evidence:
        line = f" line {source.line}" if source.line else ""
        text = f": `{source.text.replace('`', chr(39))}`" if source.text else ""
        yield f"- {_cell(source.file)}{line}{text}"
    if finding.witness:
        yield f"- example packet: {packet_words(finding.witness)}"
    if finding.advice:
        yield f"- what to do: {_cell(finding.advice)}"
    yield ""
    if finding.remedy is not None:
        yield from _remedy(finding, finding.remedy)


def _remedy(finding: FindingPart, remedy: RemedyPart) -> Iterator[str]:
    if remedy.status == "none":
        yield f"No snippet: {'; '.join(remedy.impact)}."
        yield ""
        return
    reason = f" ({finding.proof.reason})" if finding.proof and finding.proof.reason else ""
    yield f"Repair, {remedy.status}{_cell(reason)}; `{remedy.file}`:"
    yield ""
    yield "```"
    yield remedy.text.rstrip()
    yield "```"
    yield ""
    for sentence in remedy.impact:
        yield f"- impact: {_cell(sentence)}"
    for command in remedy.verify:
        yield f"- verify: `{command}`"
    yield ""


def _checks(report: Report) -> Iterator[str]:
    yield "## Checks"
    yield ""
    yield "| check | passed | failed | undecided | not applicable |"
    yield "|---|---|---|---|---|"
    for check in report.checks:
        name = f"{check.code} {check.name}" + (f" ({check.note})" if check.note else "")
        counts = (check.passed, check.failed, check.undecided, check.not_applicable)
        yield f"| {name} | {' | '.join(str(count) for count in counts)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
