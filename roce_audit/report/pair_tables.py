"""What each pair of hosts of a flow would speak, as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.report.schema import PairPart, SidePart

_WORDS = {True: "fits", False: "does not fit", None: "undecided"}
_LIBRARY, _WORD = 8, 12
"""Widths of the first columns."""
_A_LINE = 8
"""Ports in one line."""


def pair_lines(pairs: Iterable[PairPart]) -> Iterator[str]:
    """Yield the pairs flow by flow and subnet by subnet; each port is named.

    Where only one line of ports stands under a library, they talk among themselves.
    """
    yield "What each pair of ports of a flow would speak, if every library picks for itself:"
    place = ""
    for pair in pairs:
        where = f"in {pair.subnet}" if pair.subnet is not None else "through a router"
        head = f"{pair.flow}, {where}"
        if head != place:
            yield ""
            yield head
            place = head
        yield from _pair(pair)
    if not place:
        yield ""
        yield "no two RoCE ports of a flow were read"


def _pair(pair: PairPart) -> Iterator[str]:
    word = _WORDS[pair.fits]
    yield f"  {pair.library:<{_LIBRARY}}  {word:<{_WORD}}  {pair.reason}".rstrip()
    yield from _side(pair.first)
    if pair.second != pair.first:
        yield from _side(pair.second)
    if pair.advice:
        yield f"    set: {pair.advice}"


def _side(side: SidePart) -> Iterator[str]:
    index = "no index" if side.index is None else f"index {side.index}"
    meaning = f", {side.meaning}" if side.meaning is not None else ""
    yield f"    {index}{meaning} ({side.why})"
    for at in range(0, len(side.ports), _A_LINE):
        yield f"      {', '.join(side.ports[at : at + _A_LINE])}"
