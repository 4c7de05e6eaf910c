"""A capture summed up: what RoCE it holds and what is wrong with it."""

from pathlib import Path

from roce_audit.errors import CaptureError
from roce_audit.wire.capture import Capture
from roce_audit.wire.counting import Counts
from roce_audit.wire.outcome import CaptureSummary
from roce_audit.wire.packet import decode_frame

__all__ = ["CaptureSummary", "summarise"]


def summarise(path: Path) -> CaptureSummary:
    """Sum up a pcap or pcapng file of any size, one frame at a time.

    A file that is damaged after its first frames is summed up as far as it can be read.

    Raises:
        CaptureError: The file cannot be read, or is damaged before its first frame.
    """
    counts = Counts()
    with Capture(path) as capture:
        for frame, length, link_type in capture:
            counts.add(decode_frame(frame, length, link_type), length)
        damage = capture.damage
    if damage and not counts.frames:
        raise CaptureError(f"{path}: {damage}")
    return counts.summary(str(path), damage)
