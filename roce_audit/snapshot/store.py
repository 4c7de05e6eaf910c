"""Reads a snapshot, whoever made it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pydantic import ValidationError

from roce_audit.errors import SnapshotError
from roce_audit.reading.document import Document
from roce_audit.snapshot.by_hand import read_by_hand
from roce_audit.snapshot.capture import DeviceCapture, Snapshot
from roce_audit.snapshot.damage import damage_of, read_each
from roce_audit.snapshot.files import as_text, own_folder, read_bytes
from roce_audit.snapshot.manifest import (
    MANIFEST_FILE,
    CommandEntry,
    DeviceEntry,
    Manifest,
)
from roce_audit.snapshot.status import DeviceStatus, command_words

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST_MANIFEST_BYTES = 64 << 20


def load_snapshot(path: Path) -> Snapshot:
    """Return the snapshot in a folder.

    Args:
        path: A folder that ``collect`` wrote, or one that a person filled.

    A damaged file of a device is that device's ``damage``: the others are what they are.

    Raises:
        SnapshotError: The folder is absent, holds no device, or its manifest is damaged, a link,
            too large or of another version; the text names the file.
    """
    if not path.is_dir():
        raise SnapshotError(f"{path}: {'is not a folder' if path.exists() else 'does not exist'}")
    file = path / MANIFEST_FILE
    if not file.exists() and not file.is_symlink():
        return read_by_hand(path)
    manifest = read_manifest(file)
    devices = {name: _device(path, name, entry) for name, entry in manifest.devices.items()}
    return Snapshot(devices, manifest.started.isoformat(timespec="seconds"), manifest.partial)


def read_manifest(file: Path) -> Manifest:
    """Return a checked manifest.

    Raises:
        SnapshotError: It cannot be read, is damaged, or of another version.
    """
    data = read_bytes(file, _LARGEST_MANIFEST_BYTES)
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        if place == "version":
            told = f"{file}: is of another version than this roce-audit reads"
        else:
            told = (
                f"{file}: is damaged: {place}: {first['msg']}" if place else f"{file}: is not JSON"
            )
        raise SnapshotError(told) from None


def _device(folder: Path, name: str, entry: DeviceEntry) -> DeviceCapture:
    bare = DeviceCapture(name, entry.role, entry.platform, (), failures_of(entry), entry.status)
    try:
        own = own_folder(folder / name)
    except SnapshotError as problem:
        return replace(bare, damage=(damage_of(folder / name, problem),))
    kept = (
        (own / f"{command.slug}.txt", command)
        for command in entry.commands
        if command.sha256 is not None and command.status.has_text
    )
    documents, damage = read_each(kept, _document)
    return replace(bare, documents=documents, damage=damage)


def _document(file: Path, command: CommandEntry) -> Document:
    data = read_bytes(file)
    if sha256(data).hexdigest() != command.sha256:
        raise SnapshotError(f"{file}: is not what was captured: its digest differs")
    return Document(command.slug, as_text(data), command.role, command.text)


def failures_of(entry: DeviceEntry) -> tuple[str, ...]:
    """Return what a device's capture lacks: itself first, then its commands; no full stops."""
    if entry.status is DeviceStatus.CAPTURED:
        return ()
    failed = [each for each in entry.commands if each.required and each.reason]
    of_commands = tuple(
        f"{command_words(command.slug, command.text)}: {command.reason}" for command in failed
    )
    said = not entry.reason or entry.reason in {command.reason for command in failed}
    return of_commands if said else (entry.reason, *of_commands)
