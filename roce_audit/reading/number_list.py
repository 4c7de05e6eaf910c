"""Lists of numbers as switches write them: ``1,10-20,300``."""

from __future__ import annotations

from functools import lru_cache

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Range, Ranges, normalise


@lru_cache(maxsize=8192)
def number_list(text: str, top: int, least: int = 0) -> Ranges:
    """Return the numbers of ``text``: single ones and ``A-B``, with commas and no blanks.

    Args:
        text: The list; a range may be written backwards.
        top: Largest number allowed.
        least: Smallest number allowed.

    Raises:
        ParseError: Not such a list, or a number out of bounds.
    """
    return normalise(_part(part, top, least) for part in text.split(","))


def _part(text: str, top: int, least: int) -> Range:
    first, dash, last = text.partition("-")
    low = _number(first, top, least)
    high = _number(last, top, least) if dash else low
    return (low, high) if low <= high else (high, low)


def _number(text: str, top: int, least: int) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= len(str(top)):
        value = int(text)
        if least <= value <= top:
            return value
    raise ParseError(f"expected a number from {least} to {top}, got {text!r}")
