"""Capture files: pcap written, pcap and pcapng read as a stream.

The package's docstring says why libpcap does the reading.
"""

import importlib
import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Protocol, Self, cast

from roce_audit.errors import CaptureError
from roce_audit.wire.links import LINK_DECODERS, LINK_ETHERNET
from roce_audit.wire.mixed import Frame, MixedCapture

LONGEST_FRAME = 262144
_MAGIC_NANOSECONDS = 0xA1B23C4D
_FILE_HEADER = struct.Struct("<IHHiIII")
_RECORD_HEADER = struct.Struct("<IIII")
_NANOSECONDS = 10**9
_MIXED = "of the first interface"  # how libpcap ends its refusal of a second kind of interface


class _Header(Protocol):
    """What libpcap tells of a frame."""

    len: int


class _Handle(Protocol):
    """The part of a libpcap handle that is used here."""

    def __iter__(self) -> Iterator[tuple[_Header, bytes]]: ...
    def datalink(self) -> int: ...
    def close(self) -> None: ...


class _Libpcap(Protocol):
    """The part of the binding that is used here; it has no type hints of its own."""

    Error: type[Exception]

    def open_offline(self, fname: str) -> _Handle: ...


def write_capture(path: Path, frames: Iterable[bytes], link_type: int = LINK_ETHERNET) -> int:
    """Write frames into a pcap file with nanosecond time stamps, and return their number.

    The time stamps count 0, 1, 2 ... nanoseconds from the epoch, so the same frames give the same
    file.

    Raises:
        CaptureError: The file cannot be written, or a frame is longer than ``LONGEST_FRAME``.
    """
    number = 0
    try:
        with path.open("wb") as file:
            file.write(_FILE_HEADER.pack(_MAGIC_NANOSECONDS, 2, 4, 0, 0, LONGEST_FRAME, link_type))
            for frame in frames:
                file.write(_record(frame, number))
                number += 1
    except OSError as error:
        raise CaptureError(f"{path}: cannot be written: {error.strerror}") from error
    return number


def _record(frame: bytes, number: int) -> bytes:
    if len(frame) > LONGEST_FRAME:
        raise CaptureError(f"a frame of {len(frame)} bytes; {LONGEST_FRAME} is the most")
    seconds, nanoseconds = divmod(number, _NANOSECONDS)
    return _RECORD_HEADER.pack(seconds, nanoseconds, len(frame), len(frame)) + frame


class Capture:
    """An open pcap or pcapng file; iterate over it once, close it or use it in ``with``.

    Attributes:
        path: The file.
        link_type: What the frames of the first interface begin with.
        damage: What ended the reading before the end of the file; empty where nothing did. Known
            when the iteration is over.
    """

    def __init__(self, path: Path) -> None:
        """Open a file.

        Raises:
            CaptureError: The file cannot be opened, is no capture, or has an unusable link type.
        """
        self.path = path
        self.damage = ""
        self._libpcap = _load_libpcap()
        try:
            self._handle = self._libpcap.open_offline(str(path))
        except (self._libpcap.Error, OSError, ValueError) as error:
            reason = _reason(error).removeprefix(f"{path}: ")
            raise CaptureError(f"{path}: {reason}") from error
        self.link_type = self._handle.datalink()
        if self.link_type not in LINK_DECODERS:
            self.close()
            raise CaptureError(
                f"{path}: link type {self.link_type} is neither Ethernet, Linux cooked nor raw IP"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield each frame, its length on the wire, and its link type; keep what damage ends it."""
        number = 0
        try:
            for header, frame in self._handle:
                yield frame, header.len, self.link_type
                number += 1
        except self._libpcap.Error as error:
            self.damage = _reason(error)
        if _MIXED in self.damage and self.path.is_file():
            yield from self._mixed(number)

    def _mixed(self, number: int) -> Iterator[Frame]:
        """Yield the frames from a 0-based number on, after libpcap refused to go on."""
        with self.path.open("rb") as file:
            capture = MixedCapture(file)
            yield from islice(capture, number, None)
            self.damage = capture.damage

    def close(self) -> None:
        """Close the file."""
        self._handle.close()


def _load_libpcap() -> _Libpcap:
    try:
        return cast("_Libpcap", importlib.import_module("cypcap"))
    except ImportError as error:
        raise CaptureError(
            f"captures are read by libpcap through the package cypcap: {error}; install it "
            "(where it has no wheel it builds with a C compiler and libpcap's headers)"
        ) from error


def _reason(error: Exception) -> str:
    """Return the sentence in a libpcap error, which comes as a code and a text."""
    reason = str(error.args[-1]) if error.args else str(error)
    return "".join(mark if mark.isprintable() else "?" for mark in reason)
