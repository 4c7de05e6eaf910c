"""Reads a folder that a person filled: one folder per device, and in it what the device printed.

``<device>/running-config.txt`` and ``<device>/collector.txt`` are the names we suggest; others are
read as well, because that is how captures arrive. A device with several files gets all of them as
documents, its configuration first.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from roce_audit.errors import SnapshotError
from roce_audit.reading.document import Document, Role
from roce_audit.snapshot.capture import Damage, DeviceCapture, Snapshot
from roce_audit.snapshot.damage import damage_of, read_each
from roce_audit.snapshot.files import as_text, entries, read_bytes
from roce_audit.snapshot.status import DeviceRole, DeviceStatus

if TYPE_CHECKING:
    import os

_MOST_FILES = 1000
_NAME = re.compile(r"\w[\w.-]{0,62}")
_COLLECTOR_MARK = re.compile(r"^\W{0,40}@@RA-[0-9a-f]{8,64} \+ begin ", re.MULTILINE)
_COLLECTOR_NAME = re.compile(r"collector|collect[._-]", re.IGNORECASE)
# Output of other commands, by the names that people and tools give such files.
_CONFIGURATION = re.compile(r"conf|cfg|(?:^|[-_ ])run", re.IGNORECASE)
_OTHER_COMMAND = re.compile(r"^(?:show|sh|display|dis|get|nv|ip|bridge)[-_ ]", re.IGNORECASE)


def read_by_hand(folder: Path) -> Snapshot:
    """Return what stands in a folder without a manifest.

    Raises:
        SnapshotError: No device is in it, or it cannot be listed.
    """
    devices = {
        entry.name: _device(entry)
        for entry in entries(folder)
        if entry.is_dir(follow_symlinks=False) and _NAME.fullmatch(entry.name)
    }
    if not devices:
        hint = "expected <device>/running-config.txt or <device>/collector.txt in it"
        raise SnapshotError(f"{folder}: holds no device: {hint}")
    return Snapshot(devices)


def _device(entry: os.DirEntry[str]) -> DeviceCapture:
    folder = Path(entry.path)
    try:
        files = _files(folder)
    except SnapshotError as problem:
        return _damaged(entry.name, (damage_of(folder, problem),))
    alone = len(files) == 1
    documents, damage = read_each(((file, _role(file, alone=alone)) for file in files), _document)
    return _damaged(entry.name, damage) if damage else _capture(entry.name, documents)


def _files(folder: Path) -> list[Path]:
    files = [Path(each.path) for each in entries(folder) if not each.is_dir(follow_symlinks=False)]
    if len(files) > _MOST_FILES:
        raise SnapshotError(f"{folder}: has more than {_MOST_FILES} files")
    return files


def _damaged(name: str, damage: tuple[Damage, ...]) -> DeviceCapture:
    return DeviceCapture(
        name, DeviceRole.SWITCH, "", (), status=DeviceStatus.INCOMPLETE, damage=damage
    )


def _role(file: Path, *, alone: bool) -> Role:
    other = _OTHER_COMMAND.search(file.stem) and not _CONFIGURATION.search(file.stem)
    return Role.STATE if other and not alone else Role.CONFIGURATION


def _document(file: Path, role: Role) -> Document:
    return Document(file.name, as_text(read_bytes(file)), role)


def _is_collector(document: Document) -> bool:
    named = _COLLECTOR_NAME.search(document.name) is not None
    return named or _COLLECTOR_MARK.search(document.text) is not None


def _capture(name: str, documents: tuple[Document, ...]) -> DeviceCapture:
    role = DeviceRole.HOST if any(map(_is_collector, documents)) else DeviceRole.SWITCH
    # A configuration is read before what is said about it.
    ordered = sorted(documents, key=lambda document: document.role is not Role.CONFIGURATION)
    if told := tuple(document for document in ordered if document.text):
        return DeviceCapture(name, role, "", told)
    reason = "the folder of this device holds no text"
    return DeviceCapture(name, role, "", (), (reason,), DeviceStatus.INCOMPLETE)
