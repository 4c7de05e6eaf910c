"""``roce-audit demo``: the whole audit on an embedded lab, over real SSH on loopback."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from roce_audit.findings.finding import Finding
    from roce_audit.lab.running import Lab
    from roce_audit.report.build import Audit

WENT_WRONG = 4


def demo(
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Keep the report's folder here.")
    ] = None,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Play one switch of each platform instead.")
    ] = False,
) -> None:
    """Audit a small fabric with planted faults: SSH servers on 127.0.0.1 that play it.

    Exit codes: 0 the demo ran to its end (it finds the planted faults), 4 it did not.
    """
    from tempfile import TemporaryDirectory

    with _lab(mixed=mixed) as lab, TemporaryDirectory(prefix="roce-audit-demo-") as spare:
        folder = output or Path(spare)
        found = _audit(lab, folder)
        refused = list(lab.refused)
        _after(found)
    if refused:
        typer.echo(f"The lab was asked {len(refused)} commands that are not read-only: {refused}")
        raise typer.Exit(WENT_WRONG)
    typer.echo("The lab is down; it was asked nothing but read-only commands.")
    if output is not None:
        typer.echo(f"Read {output / 'report.md'} and look into {output / 'remediation'}.")


def _lab(*, mixed: bool) -> AbstractContextManager[Lab]:
    from roce_audit.lab.running import running_lab

    if not mixed:
        typer.echo(
            "Starting the lab: 3 switches (NX-OS, EOS) and 6 hosts, SSH servers on 127.0.0.1"
        )
        return running_lab()
    from roce_audit.lab.mixed import mixed_fabric, mixed_inventory

    typer.echo("Starting the lab: 7 switches, one of each platform, and 7 hosts on 127.0.0.1")
    return running_lab(mixed_fabric(), mixed_inventory)


def _audit(lab: Lab, folder: Path) -> Audit:
    from roce_audit.cli.audit import Format, load, print_indices, print_report, save
    from roce_audit.collect.live import collect_live
    from roce_audit.pipeline import audit_snapshot
    from roce_audit.report.build import build

    typer.echo(f"Inventory: {lab.inventory_path.name} ({len(lab.devices)} devices). Collecting:")
    inventory = load(lab.inventory_path)
    snapshot = collect_live(inventory, folder / "snapshot")
    found = audit_snapshot(inventory, snapshot, lab.inventory_path.name)
    report = build(found, "major")
    save(folder, found, report)
    (folder / "inventory.yaml").write_text(
        lab.inventory_path.read_text(encoding="utf-8"), encoding="utf-8"
    )
    print_report(report, Format.TEXT, str(folder))
    print_indices(found, folder)
    return found


def _after(found: Audit) -> None:
    """Tell what the audit of the repaired copies still finds."""
    from roce_audit.examining import findings_of, identity

    before = list(findings_of(found.runs))
    left = {identity(finding) for finding in found.left}
    gone = [finding for finding in before if identity(finding) not in left]
    typer.echo("")
    typer.echo(
        "The proven repairs were applied to copies of the configurations, and audited again:"
    )
    typer.echo(f"  {len(before)} findings before, {len(found.left)} after; gone are")
    for finding in gone:
        typer.echo(f"    {_line(finding)}")
    if not found.left:
        typer.echo("  nothing is left")
        return
    typer.echo("  left, because only a person can settle them or the repair is the host's:")
    for finding in found.left:
        typer.echo(f"    {_line(finding)}")


def _line(finding: Finding) -> str:
    return f"{finding.code} {finding.name}: {finding.device} {finding.subject}".rstrip()
