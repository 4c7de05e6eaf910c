"""Lists of numbers as EOS writes them: ``10,20-30``, also with blanks after the commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.packets.ranges import Ranges


MOST_DIGITS = 12
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]{1,8}")


def is_number(word: str) -> bool:
    """Whether ``word`` is a decimal number of a length that some field may have."""
    return len(word) <= MOST_DIGITS and word.isdecimal() and word.isascii()


def hexadecimal_or_decimal(word: str) -> int:
    """Return the number that ``word`` is, ``0x8915`` or ``35093``; -1 if it is none."""
    if _HEXADECIMAL.fullmatch(word):
        return int(word, 16)
    return int(word) if is_number(word) else -1


def number_list(words: Iterable[str], top: int, names: Mapping[str, int] | None = None) -> Ranges:
    """Return the numbers that ``words`` list.

    Args:
        words: Numbers, ``low-high`` ranges and names, separated by commas, blanks or both.
        top: The largest number that may occur.
        names: Names that may stand for a number.

    Raises:
        ParseError: A part is neither, or none is given.
    """
    parts = [part for word in words for part in word.split(",") if part]
    if not parts:
        raise ParseError("ends where numbers should follow")
    return normalise(_part(part, top, names or {}) for part in parts)


def _part(part: str, top: int, names: Mapping[str, int]) -> tuple[int, int]:
    if part in names:
        return (names[part], names[part])
    low, dash, high = part.partition("-")
    if not dash:
        high = low
    if not (is_number(low) and is_number(high)):
        raise ParseError(f"expected a number or a range, got {part!r}")
    first, last = int(low), int(high)
    if not first <= last <= top:
        raise ParseError(f"expected numbers from 0 to {top}, the smaller one first, got {part!r}")
    return (first, last)
