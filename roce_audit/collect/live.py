"""Collects with threads and a progress on the screen: what the commands use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from roce_audit.collect.capture import capture
from roce_audit.collect.progress import shown_progress
from roce_audit.inventory.secrets import Prompter

if TYPE_CHECKING:
    from pathlib import Path

    from roce_audit.inventory.models import Inventory
    from roce_audit.snapshot.capture import Snapshot


def collect_live(inventory: Inventory, folder: Path) -> Snapshot:
    """Capture every device of an inventory, and show how it goes on standard error.

    Args:
        inventory: Whom to ask, and how.
        folder: Where the snapshot goes: empty, absent, or an earlier snapshot.

    Raises:
        UsageError: The platform of a switch is unknown.
        SnapshotError: The folder cannot be used.
        SecretError: A secret that should be asked for cannot be.
    """
    devices = len(inventory.switches) + len(inventory.hosts)
    threads = max(1, min(inventory.options.collect.threads, devices))
    with ThreadPoolExecutor(threads, "collect") as executor, shown_progress() as progress:
        return capture(inventory, folder, executor, progress, Prompter())
