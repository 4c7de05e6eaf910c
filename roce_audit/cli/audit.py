"""``roce-audit audit``: the whole audit, live or from a snapshot."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.inventory.models import Inventory
    from roce_audit.report.build import Audit
    from roce_audit.report.schema import Report
    from roce_audit.snapshot.capture import Snapshot


class Format(StrEnum):
    """What is printed."""

    TEXT = "text"
    JSON = "json"


GID_TABLES = "gids.txt"
PAIRS = "pairs.txt"


class FailOn(StrEnum):
    """Least severity that makes the exit code 1."""

    CRITICAL = "critical"
    MAJOR = "major"
    MINOR = "minor"
    NEVER = "never"


def audit(
    inventory: Annotated[Path, typer.Argument(help="The inventory, YAML or JSON.")],
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write report, snippets and proofs here.")
    ] = None,
    snapshot: Annotated[
        Path | None, typer.Option(help="Audit this snapshot; no device is contacted.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="What is printed.")] = Format.TEXT,
    fail_on: Annotated[
        FailOn, typer.Option(help="Least severity of a finding that makes the exit code 1.")
    ] = FailOn.MAJOR,
) -> None:
    """Audit a fabric: collect, read, judge, and render proven repairs.

    Exit codes: 0 clean, 1 findings at or above --fail-on, 2 wrong usage or inventory, 3 nothing
    found wrong but something undecided or unreachable, 4 could not run.
    """
    from roce_audit.pipeline import audit_snapshot
    from roce_audit.report.build import build

    checked = load(inventory)
    evidence = _evidence(checked, snapshot, output)
    found = audit_snapshot(checked, evidence, str(inventory))
    report = build(found, fail_on.value)
    if output is not None:
        save(output, found, report)
    print_report(report, form, str(output or ""))
    if form is Format.TEXT:
        print_indices(found, output)
    raise typer.Exit(report.exit_code)


def load(path: Path) -> Inventory:
    """Load an inventory, its platforms checked against those that exist."""
    from roce_audit.inventory.load import load_inventory
    from roce_audit.reading.find import all_platforms

    known = [name for each in all_platforms() for name in (each.name, *each.aliases)]
    return load_inventory(path, known)


def _evidence(inventory: Inventory, snapshot: Path | None, output: Path | None) -> Snapshot:
    if snapshot is not None:
        from roce_audit.snapshot.store import load_snapshot

        return load_snapshot(snapshot)
    from tempfile import TemporaryDirectory

    from roce_audit.collect.live import collect_live

    if output is not None:
        return collect_live(inventory, output / "snapshot")
    with TemporaryDirectory(prefix="roce-audit-") as folder:
        return collect_live(inventory, Path(folder) / "snapshot")


def save(folder: Path, found: Audit, report: Report) -> None:
    """Write the report's folder, with the GID tables and the pairs if hosts were read."""
    from roce_audit.report.gid_tables import gid_tables
    from roce_audit.report.pair_tables import pair_lines
    from roce_audit.report.write import write_report

    write_report(folder, report, found.repairs)
    hosts = found.network.hosts
    _text(folder / GID_TABLES, gid_tables(found.network) if hosts else None)
    _text(folder / PAIRS, pair_lines(report.pairs) if hosts else None)


def _text(file: Path, lines: Iterable[str] | None) -> None:
    """Write lines; without any, what an earlier audit left there goes."""
    if lines is not None:
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    elif file.is_file():
        file.unlink()


def print_indices(found: Audit, folder: Path | None) -> None:
    """Print what each GID index means over the hosts that were read, if any."""
    if not found.network.hosts:
        return
    from roce_audit.report.gid_tables import index_lines, roce_ends

    typer.echo("")
    for line in index_lines(roce_ends(found.network)):
        typer.echo(line)
    if folder is not None:
        typer.echo(f"  tables of every port: {folder / GID_TABLES}")
        typer.echo(f"  what each pair of hosts would speak: {folder / PAIRS}")


def print_report(report: Report, form: Format, folder: str) -> None:
    """Print a report as asked."""
    if form is Format.JSON:
        typer.echo(report.model_dump_json(indent=2))
        return
    from roce_audit.report.console import console_for, show

    show(report, console_for(), folder)
