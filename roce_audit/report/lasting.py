"""Standard output that outlives its reader."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

    from _typeshed import ReadableBuffer


class _Lasting(io.FileIO):
    """A file that may be lost on the way: what nobody takes any more is dropped.

    A reader that is gone is no error; any other loss is raised once, by the write that met it.
    """

    _lost = False

    # The stub of FileIO inherits overloads for text from IO, which FileIO does not take.
    def write(self, data: ReadableBuffer, /) -> int | None:  # type: ignore[override]
        """Write as long as somebody reads."""
        if not self._lost:
            with suppress(BrokenPipeError):
                self._lost = True
                written = super().write(data)
                self._lost = False
                return written
        return memoryview(data).nbytes


def lasting(stream: TextIO | None) -> TextIO:
    """Return a stream to the same file that goes on where the reader of a pipe is gone.

    A program that ends early because ``head`` had enough would end with a code that says nothing
    about the network. Characters that the file's encoding lacks are written as ``?``.

    Args:
        stream: Standard output, None where it is closed; one without a file behind it is given
            back as it is.
    """
    if stream is None:
        return io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.devnull, "wb")), encoding="utf-8")
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return stream
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Lasting(number, "wb", closefd=False)),
        encoding=stream.encoding,
        errors="replace",
        line_buffering=stream.isatty(),
    )
