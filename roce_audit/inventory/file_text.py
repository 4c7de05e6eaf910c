"""A file's bytes as text, or the reason why they are none."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from roce_audit.errors import InventoryError, Problem

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 8 * 1024 * 1024
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PROBE_BYTES = 1024
_SAVE_AS = "save it as UTF-8"


def file_text(path: Path) -> str:
    """Return the text of a UTF-8 file of at most 8 MiB, without a byte order mark.

    Raises:
        InventoryError: It cannot be read or is not text.
    """
    data = _bytes(path)
    if len(data) > MAX_BYTES:
        raise _whole_file(path, f"is larger than {MAX_BYTES // 1024 // 1024} MiB")
    if data.startswith(_UTF16_MARKS):
        raise _whole_file(path, "is UTF-16, not UTF-8", _SAVE_AS)
    if b"\0" in data[:_PROBE_BYTES]:
        raise _whole_file(path, "is not a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8-sig")) + 1
        reason = f"the byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise InventoryError([Problem(str(path), line, column, "", "", reason, _SAVE_AS)]) from None


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _whole_file(path, "does not exist", _neighbour(path)) from None
    except OSError as error:
        raise _whole_file(path, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise _whole_file(path, "is not a path") from None


def _neighbour(path: Path) -> str:
    """Return a hint at a file beside with a name like the absent one's."""
    try:
        names = [file.name for file in path.parent.iterdir() if file.is_file()]
    except OSError:
        return ""
    near = get_close_matches(path.name, names, n=1)
    return f"did you mean {path.parent / near[0]}?" if near else ""


def _whole_file(path: Path, reason: str, suggestion: str = "") -> InventoryError:
    return InventoryError([Problem(str(path), None, None, "", "", reason, suggestion)])
