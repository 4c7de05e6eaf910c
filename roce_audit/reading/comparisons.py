"""Numbers as entries write them: by name, or by a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.ranges import Ranges
    from roce_audit.reading.statement import Words

COMPARISONS = frozenset({"eq", "neq", "lt", "gt", "range"})


def compared(comparison: str, first: int, last: int, top: int) -> Ranges:
    """Return the numbers up to ``top`` that a comparison takes."""
    match comparison:
        case "eq":
            parts = [(first, first)]
        case "neq":
            parts = [(0, first - 1), (first + 1, top)]
        case "lt":
            parts = [(0, first - 1)]
        case "gt":
            parts = [(first + 1, top)]
        case _:
            parts = [(first, last)]
    return tuple(part for part in parts if part[0] <= part[1])


def named(words: Words, names: Mapping[str, int], top: int) -> int:
    """Read a number up to ``top`` or one of ``names``.

    Raises:
        ParseError: Neither.
    """
    known = names.get(words.peek())
    if known is None:
        return words.number(top)
    words.take()
    return known
