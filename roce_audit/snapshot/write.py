"""Writes a snapshot, device by device, so that what arrived is there whenever it stops."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING

from roce_audit.errors import SnapshotError
from roce_audit.snapshot.files import entries, own_folder, write_bytes
from roce_audit.snapshot.manifest import MANIFEST_FILE, CommandEntry, DeviceEntry, Manifest
from roce_audit.snapshot.store import read_manifest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_SECONDS_BETWEEN_MANIFESTS = 5.0


class SnapshotWriter:
    """A snapshot that is being written; used by one thread."""

    def __init__(self, folder: Path, tool_version: str) -> None:
        """Begin a snapshot in an empty or absent folder, or in place of an earlier snapshot.

        Raises:
            SnapshotError: The folder holds something else, or cannot be written.
        """
        self._folder = folder
        self._tool_version = tool_version
        self._started = datetime.now(UTC)
        self._devices: dict[str, DeviceEntry] = {}
        _clear(folder)
        self._write_manifest(finished=None, partial=True)

    def add(self, name: str, entry: DeviceEntry, texts: Mapping[str, str]) -> None:
        """Write what one device said; sizes and digests are entered here.

        Args:
            name: Of the device.
            entry: What is known of it.
            texts: Reply by slug, redacted.

        Raises:
            SnapshotError: A file cannot be written.
        """
        folder = own_folder(self._folder / name)
        commands = tuple(_written(folder, command, texts) for command in entry.commands)
        self._devices[name] = entry.model_copy(update={"commands": commands})
        if monotonic() - self._written > _SECONDS_BETWEEN_MANIFESTS:
            self._write_manifest(finished=None, partial=True)

    def close(self, *, partial: bool) -> None:
        """Write the final manifest.

        Args:
            partial: Whether the collection was stopped before its end.

        Raises:
            SnapshotError: It cannot be written.
        """
        self._write_manifest(finished=datetime.now(UTC), partial=partial)

    def _write_manifest(self, *, finished: datetime | None, partial: bool) -> None:
        manifest = Manifest(
            tool_version=self._tool_version,
            started=self._started,
            finished=finished,
            partial=partial,
            devices=dict(sorted(self._devices.items())),
        )
        text = manifest.model_dump_json(indent=1)
        write_bytes(self._folder / MANIFEST_FILE, f"{text}\n".encode())
        self._written = monotonic()


def _written(folder: Path, command: CommandEntry, texts: Mapping[str, str]) -> CommandEntry:
    if command.slug not in texts:
        return command
    data = texts[command.slug].encode("utf-8", "replace")
    write_bytes(folder / f"{command.slug}.txt", data)
    return command.model_copy(update={"bytes": len(data), "sha256": sha256(data).hexdigest()})


def _clear(folder: Path) -> None:
    """Remove the files of an earlier snapshot; anything else is left, and refused."""
    if not folder.exists():
        return
    file = folder / MANIFEST_FILE
    if not file.exists():
        if next(iter(entries(folder)), None) is not None:
            told = "holds files that are no snapshot; name an empty or a new folder"
            raise SnapshotError(f"{folder}: {told}")
        return
    try:
        for name, device in read_manifest(file).devices.items():
            for command in device.commands:
                (own_folder(folder / name) / f"{command.slug}.txt").unlink(missing_ok=True)
    except OSError as error:
        raise SnapshotError(f"{folder}: cannot be replaced: {error.strerror}") from error
