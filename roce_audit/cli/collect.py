"""``roce-audit collect``: capture the devices of an inventory, and nothing else."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.snapshot.capture import DeviceCapture, Snapshot

INCOMPLETE = 3


def collect(
    inventory: Annotated[Path, typer.Argument(help="The inventory, YAML or JSON.")],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for the snapshot; an earlier one goes.")
    ],
) -> None:
    """Capture what switches and hosts say, read-only, without secrets; judge nothing.

    Exit codes: 0 every device captured, 2 wrong usage or inventory, 3 some unreachable or
    incomplete, 4 could not run.
    """
    from roce_audit.cli.audit import load
    from roce_audit.collect.live import collect_live

    snapshot = collect_live(load(inventory), output)
    for line in summary(snapshot):
        typer.echo(line)
    typer.echo(f"Snapshot: {output}")
    raise typer.Exit(exit_code(snapshot))


def exit_code(snapshot: "Snapshot") -> int:
    """Return 0 if there is at least one device and nothing is missing of any."""
    whole = snapshot.devices and not snapshot.partial
    return 0 if whole and not any(map(_lacks, snapshot.devices.values())) else INCOMPLETE


def summary(snapshot: "Snapshot") -> "Iterator[str]":
    """Yield what to print: what failed first, unreachable devices at the top, then the count."""
    rank = {"unreachable": 0, "not tried": 1, "incomplete": 2}
    failed = [device for device in snapshot.devices.values() if _lacks(device)]
    for device in sorted(failed, key=lambda each: rank.get(each.status, len(rank))):
        yield f"{device.name}: {device.status}"
        yield from (f"  {reason}" for reason in device.failures)
        yield from (f"  {damage.reason}" for damage in device.damage)
    captured = len(snapshot.devices) - len(failed)
    yield f"{captured} of {len(snapshot.devices)} devices captured"
    if snapshot.partial:
        yield "The collection was stopped before its end."


def _lacks(device: "DeviceCapture") -> bool:
    return device.status != "captured" or bool(device.damage)
