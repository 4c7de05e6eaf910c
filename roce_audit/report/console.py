"""The report on a terminal: a summary of ten seconds, then findings by cause."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from roce_audit.report.finding_parts import has_frame
from roce_audit.report.packet_words import packet_words
from roce_audit.report.plain import plain

if TYPE_CHECKING:
    from typing import TextIO

    from roce_audit.report.schema import CheckPart, FindingPart, RemedyPart, Report

_COLOURS = {"critical": "bold red", "major": "red", "minor": "yellow", "info": "cyan"}
_PIPE_WIDTH = 100
_SNIPPET_LINES = 12
_NAMED_CHECKS = 5
_TABLE_WIDTH = 90
"""Columns that the summary needs side by side, with numbers of six digits."""


def _shown(text: str) -> str:
    return escape(plain(text))


def console_for(stream: TextIO | None = None) -> Console:
    """Return a console that respects width, NO_COLOR and pipes."""
    target = stream or sys.stdout
    width = None if target.isatty() or "COLUMNS" in os.environ else _PIPE_WIDTH
    return Console(file=target, width=width, highlight=False, soft_wrap=False)


def show(report: Report, console: Console, folder: str = "") -> None:
    """Print a report.

    Args:
        report: What to print.
        console: Where.
        folder: Where the files were written, "" if nowhere.
    """
    _missing(report, console)
    _summary(report, console)
    for finding in report.findings:
        _finding(finding, console)
    _closing(report, console, folder)


def _missing(report: Report, console: Console) -> None:
    for device in report.devices:
        if device.status != "read":
            console.print(f"[bold yellow]{_shown(device.name)} {device.status}[/]", end=": ")
            console.print(_shown("; ".join(device.reasons) or "no capture"))
        if device.note:
            console.print(f"[yellow]{_shown(device.name)}[/] {_shown(device.note)}")


def _summary(report: Report, console: Console) -> None:
    summary = report.summary
    title = f"RoCE audit of {_shown(report.fabric)}"
    cells = {
        "devices read": f"{summary.devices_read} of {summary.devices}",
        "subjects": str(summary.subjects),
        "failed": f"[bold red]{summary.failed}[/]" if summary.failed else "0",
        "undecided": f"[yellow]{summary.undecided}[/]" if summary.undecided else "0",
        "passed": f"[green]{summary.passed}[/]",
        "n/a": str(summary.not_applicable),
        "repairs": f"{summary.repairs_proven} proven, {summary.repairs_draft} draft",
    }
    if console.width < _TABLE_WIDTH:
        console.print(title)
        for name, cell in cells.items():
            console.print(f"  {name:12}  {cell}")
        return
    table = Table(title=title, title_justify="left")
    for name in cells:
        table.add_column(name, justify="right")
    table.add_row(*cells.values())
    console.print(table)


def _finding(finding: FindingPart, console: Console) -> None:
    colour = _COLOURS.get(finding.severity, "")
    open_word = " undecided" if finding.verdict == "undecided" else ""
    console.print()
    console.print(
        f"[{colour}]{finding.severity}{open_word}[/] [bold]{_shown(finding.device or 'fabric')}[/] "
        f"{finding.code} {finding.name}"
    )
    lines = [_shown(finding.message)]
    for source in finding.evidence:
        place = f"{source.file}:{source.line}" if source.line else source.file
        lines.append(f"[dim]{_shown(place)}[/]  {_shown(source.text)}".rstrip())
    if finding.witness:
        lines.append(f"[dim]example packet[/]  {_shown(packet_words(finding.witness))}")
    if finding.advice:
        lines.append(f"[dim]to do[/]  {_shown(finding.advice)}")
    for line in [*lines, *(_remedy(finding, finding.remedy) if finding.remedy else [])]:
        console.print(Padding(line, (0, 0, 0, 2), expand=False))
    if finding.remedy is not None:
        _snippet(finding.remedy, console)


def _remedy(finding: FindingPart, remedy: RemedyPart) -> list[str]:
    if remedy.status == "none":
        return [f"[dim]repair[/]  {_shown('; '.join(remedy.impact))}"]
    colour = "green" if remedy.status == "proven" else "yellow"
    reason = f": {finding.proof.reason}" if finding.proof and finding.proof.reason else ""
    return [f"[dim]repair[/] [{colour}]{remedy.status}[/]{_shown(reason)}  {remedy.file}"]


def _snippet(remedy: RemedyPart, console: Console) -> None:
    lines = remedy.text.splitlines()
    for line in lines[:_SNIPPET_LINES]:
        # Never wrapped: a command that was broken in two is not to be pasted.
        console.print(f"      {_shown(line)}", soft_wrap=True)
    more = len(lines) - _SNIPPET_LINES
    if more > 0:
        console.print(f"      [dim]... {more} more lines[/]")


def _closing(report: Report, console: Console, folder: str) -> None:
    console.print()
    _silent(report, console)
    console.print(f"result: {_result(report)} (exit code {report.exit_code})")
    if folder:
        console.print(f"written to {_shown(folder)}: {', '.join(_files(report))}")
    if report.findings:
        console.print("roce-audit explain CODE tells more about a finding")


def _silent(report: Report, console: Console) -> None:
    """Say which checks had nothing to look at; a long list by codes alone."""
    by_note: dict[str, list[CheckPart]] = {}
    for check in report.checks:
        if check.note:
            by_note.setdefault(check.note, []).append(check)
    for note, checks in by_note.items():
        few = len(checks) <= _NAMED_CHECKS
        names = [f"{check.code} {check.name}" if few else check.code for check in checks]
        console.print(f"[yellow]{', '.join(names)} {_shown(note)}[/]")


def _result(report: Report) -> str:
    """Return the exit code in words; findings that --fail-on lets pass are no clean network."""
    if report.exit_code == 1:
        return "[bold red]findings[/]"
    found = "[yellow]findings, all below --fail-on[/]" if report.summary.failed else ""
    if report.exit_code == 0:
        return found or "[green]clean[/]"
    unsettled = "something is undecided or was not checked"
    return f"{found or '[yellow]nothing found wrong[/]'}[yellow], but {unsettled}[/]"


def _files(report: Report) -> list[str]:
    remedies = [finding.remedy for finding in report.findings if finding.remedy]
    names = ["report.md", "report.json"]
    names += ["remediation/"] if any(remedy.file for remedy in remedies) else []
    return [*names, "witness/"] if any(map(has_frame, report.findings)) else names
