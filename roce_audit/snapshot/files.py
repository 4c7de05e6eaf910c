"""Reads and writes the files of a snapshot; trusts neither their names nor their sizes."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from roce_audit.errors import SnapshotError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST_FILE_BYTES = 128 << 20
_MOST_ENTRIES = 100_000
_A_LINK = "is a symbolic link, which a snapshot does not follow"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def own_folder(folder: Path) -> Path:
    """Return the folder.

    Raises:
        SnapshotError: It is a link, which may lead anywhere.
    """
    if folder.is_symlink():
        raise SnapshotError(f"{folder}: {_A_LINK}")
    return folder


def read_bytes(path: Path, most: int = LARGEST_FILE_BYTES) -> bytes:
    """Return the content of a regular file.

    Raises:
        SnapshotError: It is absent, no regular file, a link, unreadable, or larger than ``most``.
    """
    try:
        # A pipe would wait for a writer without end; a link may lead anywhere.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except FileNotFoundError:
        raise SnapshotError(f"{path}: is missing from the snapshot") from None
    except OSError as error:
        raise SnapshotError(f"{path}: cannot be read: {_why(path, error)}") from None
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise SnapshotError(f"{path}: is not a regular file")
        data = stream.read(most + 1)
    if len(data) > most:
        raise SnapshotError(f"{path}: is larger than {most >> 20} MiB")
    return data


def _why(path: Path, error: OSError) -> str:
    if path.is_symlink():
        return f"it {_A_LINK}"
    return error.strerror or "unknown error"


def as_text(data: bytes) -> str:
    """Return a file's bytes as text; what is no UTF-8 becomes U+FFFD, lines stay where they are."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder in the order of their names, hidden ones left out.

    Raises:
        SnapshotError: It is no folder, cannot be listed, or has too many entries.
    """
    try:
        if folder.is_symlink() or not folder.is_dir():
            raise SnapshotError(f"{folder}: is not a folder")
        with os.scandir(folder) as listing:
            found = [entry for _, entry in zip(range(_MOST_ENTRIES + 1), listing, strict=False)]
    except OSError as error:
        raise SnapshotError(f"{folder}: cannot be listed: {error.strerror}") from None
    if len(found) > _MOST_ENTRIES:
        raise SnapshotError(f"{folder}: has more than {_MOST_ENTRIES} entries")
    found.sort(key=lambda entry: entry.name)
    return (entry for entry in found if not entry.name.startswith("."))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    Raises:
        SnapshotError: It cannot be written.
    """
    beside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            with suppress(FileNotFoundError):
                beside.unlink()
    except OSError as error:
        raise SnapshotError(f"{path}: cannot be written: {error.strerror}") from error
