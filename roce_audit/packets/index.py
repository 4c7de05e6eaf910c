"""Which instructions may meet which, as bit sets over places: a quick first look, never too few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.atoms import Masks, lowest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLE_BITS = 1 << 26
"""Size of the table of one axis (8 MiB); above it neighbouring segments share a row."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """One axis: which boxes have begun, and which have ended, at each row of segments.

    Attributes:
        shift: How many segments share a row, as a power of two.
        begun: For each row, the boxes whose first segment lies in it or before.
        ended: For each row, the boxes whose last segment lies before it.
    """

    shift: int
    begun: Sequence[int]
    ended: Sequence[int]

    def near(self, mask: int) -> int:
        """Return the boxes that may hold a segment of ``mask``."""
        first, last = _hull(mask)
        return self.begun[last >> self.shift] & ~self.ended[first >> self.shift]

    def around(self, mask: int) -> int:
        """Return the boxes that may hold every segment of ``mask``."""
        first, last = _hull(mask)
        return self.begun[first >> self.shift] & ~self.ended[last >> self.shift]


class Index:
    """Boxes on one grid, ready to be asked which of them are near another box.

    Args:
        boxes: In the order of their bits.
        whole: The region in which they and all boxes asked about lie.
        bits: Size of the table of one axis at most, about.
    """

    def __init__(self, boxes: Sequence[Masks], whole: Masks, bits: int = TABLE_BITS) -> None:
        self._rows = [
            _rows([box[axis] for box in boxes], mask.bit_length(), bits)
            for axis, mask in enumerate(whole)
        ]
        self._all = (1 << len(boxes)) - 1

    def near(self, box: Masks) -> int:
        """Return a bit set with a bit for each box that meets ``box``, and perhaps more."""
        found = self._all
        for rows, mask in zip(self._rows, box, strict=True):
            found &= rows.near(mask)
        return found

    def around(self, box: Masks) -> int:
        """Return a bit set with a bit for each box that fills ``box``, and perhaps more."""
        found = self._all
        for rows, mask in zip(self._rows, box, strict=True):
            found &= rows.around(mask)
        return found


def places(bits: int) -> Iterator[int]:
    """Yield the places of the one bits, lowest first."""
    digits = f"{bits:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def _hull(mask: int) -> tuple[int, int]:
    return lowest(mask), mask.bit_length() - 1


def _rows(column: Sequence[int], segments: int, bits: int) -> _Rows:
    hulls = {mask: _hull(mask) for mask in set(column)}
    shift = (segments * len(column) // bits).bit_length()
    count = ((segments - 1) >> shift) + 1
    begin = [0] * count
    end = [0] * (count + 1)
    for at, mask in enumerate(column):
        first, last = hulls[mask]
        begin[first >> shift] |= 1 << at
        end[(last >> shift) + 1] |= 1 << at
    for row in range(1, count):
        begin[row] |= begin[row - 1]
        end[row] |= end[row - 1]
    return _Rows(shift, begin, end[:count])
