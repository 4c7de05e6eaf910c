"""The report on a terminal: a summary of ten seconds, then findings by cause."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from roce_audit.report.plain import plain

if TYPE_CHECKING:
    from typing import TextIO

    from roce_audit.report.schema import FindingPart, RemedyPart, Report

_COLOURS = {"critical": "bold red", "major": "red", "minor": "yellow", "info": "cyan"}
_PIPE_WIDTH = 100


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
    console.print(_summary(report))
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


def _summary(report: Report) -> Table:
    summary = report.summary
    table = Table(title=f"RoCE audit of {_shown(report.fabric)}", title_justify="left")
    for name in ("devices read", "subjects", "failed", "undecided", "passed", "n/a", "repairs"):
        table.add_column(name, justify="right")
    table.add_row(
        f"{summary.devices_read} of {summary.devices}",
        str(summary.subjects),
        f"[bold red]{summary.failed}[/]" if summary.failed else "0",
        f"[yellow]{summary.undecided}[/]" if summary.undecided else "0",
        f"[green]{summary.passed}[/]",
        str(summary.not_applicable),
        f"{summary.repairs_proven} proven, {summary.repairs_draft} draft",
    )
    return table


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
        lines.append(f"[dim]{_shown(place)}[/]  {_shown(source.text)}")
    if finding.witness:
        packet = ", ".join(f"{k} {v}" for k, v in finding.witness.items() if v is not None)
        lines.append(f"[dim]example packet[/]  {_shown(packet)}")
    if finding.advice:
        lines.append(f"[dim]to do[/]  {_shown(finding.advice)}")
    lines += _remedy(finding, finding.remedy) if finding.remedy else []
    for line in lines:
        console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _remedy(finding: FindingPart, remedy: RemedyPart) -> list[str]:
    if remedy.status == "none":
        return [f"[dim]repair[/]  {_shown('; '.join(remedy.impact))}"]
    colour = "green" if remedy.status == "proven" else "yellow"
    reason = f": {finding.proof.reason}" if finding.proof and finding.proof.reason else ""
    lines = [f"[dim]repair[/] [{colour}]{remedy.status}[/]{_shown(reason)}  {remedy.file}"]
    lines += [f"    {_shown(line)}" for line in remedy.text.splitlines()[:12]]
    more = len(remedy.text.splitlines()) - 12
    return [*lines, f"    [dim]... {more} more lines[/]"] if more > 0 else lines


def _closing(report: Report, console: Console, folder: str) -> None:
    console.print()
    for check in report.checks:
        if check.note:
            console.print(f"[yellow]{check.code} {check.name} {check.note}[/]")
    words = {
        0: "[green]clean[/]",
        1: "[bold red]findings[/]",
        3: "[yellow]nothing found wrong, but something is undecided or was not checked[/]",
    }
    console.print(f"result: {words[report.exit_code]} (exit code {report.exit_code})")
    if folder:
        console.print(
            f"written to {_shown(folder)}: report.md, report.json, remediation/, witness/"
        )
    if report.findings:
        console.print("roce-audit explain CODE tells more about a finding")
