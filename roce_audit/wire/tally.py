"""Counts in bounded memory."""

import math
from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from roce_audit.wire.udp import LOWEST_ROCE_SPORT

LIMIT = 4096
_PORTS = 1 << 16

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Table:
    """A finished count.

    Attributes:
        entries: Value and number of frames, the most frequent first.
        beyond: Frames whose value came after ``LIMIT`` others and found no place.
    """

    entries: tuple[tuple[str, int], ...] = ()
    beyond: int = 0

    @property
    def frames(self) -> int:
        """All frames counted."""
        return sum(count for _, count in self.entries) + self.beyond

    def to_json(self) -> dict[str, object]:
        """Return the entries as an object, and the frames beyond the table."""
        return {"values": dict(self.entries), "frames_beyond_table": self.beyond}


class Tally(Generic[Key]):
    """Frames by value; the first ``limit`` values have a place, later ones are only counted."""

    __slots__ = ("_beyond", "_counts", "_limit")

    def __init__(self, limit: int = LIMIT) -> None:
        self._counts: dict[Key, int] = {}
        self._limit = limit
        self._beyond = 0

    def add(self, value: Key) -> None:
        """Count one frame."""
        counts = self._counts
        if value in counts:
            counts[value] += 1
        elif len(counts) < self._limit:
            counts[value] = 1
        else:
            self._beyond += 1

    def count(self, value: Key) -> int:
        """Return the frames counted for a value that has a place."""
        return self._counts.get(value, 0)

    def table(self, text: Callable[[Key], str] = str) -> Table:
        """Return what was counted, each value in the words of ``text``; equal words add up."""
        named: dict[str, int] = {}
        for value, count in self._counts.items():
            name = text(value)
            named[name] = named.get(name, 0) + count
        entries = sorted(named.items(), key=lambda entry: (-entry[1], entry[0]))
        return Table(tuple(entries), self._beyond)


@dataclass(frozen=True, slots=True)
class PortSpread:
    """How evenly the UDP source ports of RoCE v2 data are spread; CNPs are left out.

    Attributes:
        frames: Frames counted.
        distinct: Different source ports.
        entropy_bits: Shannon entropy of the ports, 0.0 to 16.0; 0.0 is one port for all: ECMP then
            puts all frames between two hosts on one path.
        lowest: Smallest port; None without frames.
        highest: Largest port; None without frames.
        below_dynamic: Frames with a port below 0xc000, outside the range that RoCE senders use.
    """

    frames: int = 0
    distinct: int = 0
    entropy_bits: float = 0.0
    lowest: int | None = None
    highest: int | None = None
    below_dynamic: int = 0

    def to_json(self) -> dict[str, object]:
        """Return the attributes by name."""
        return {
            "frames": self.frames,
            "distinct": self.distinct,
            "entropy_bits": round(self.entropy_bits, 4),
            "lowest": self.lowest,
            "highest": self.highest,
            "below_dynamic": self.below_dynamic,
        }


class PortCounts:
    """Frames by UDP source port: one counter for each of the 65,536, so nothing is ever lost."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts = array("Q", bytes(8 * _PORTS))

    def add(self, port: int) -> None:
        """Count one frame."""
        self._counts[port] += 1

    def spread(self) -> PortSpread:
        """Return the spread of all frames counted."""
        used = [(port, count) for port, count in enumerate(self._counts) if count]
        if not used:
            return PortSpread()
        frames = sum(count for _, count in used)
        shares = [count / frames for _, count in used]
        return PortSpread(
            frames=frames,
            distinct=len(used),
            entropy_bits=math.fsum(-share * math.log2(share) for share in shares),
            lowest=used[0][0],
            highest=used[-1][0],
            below_dynamic=sum(count for port, count in used if port < LOWEST_ROCE_SPORT),
        )
