"""Lists of numbers in a condition: single ones, names, ``LO-HI``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.packets.ranges import Range, Ranges, normalise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.juniper_junos.node import Node

_MOST_DIGITS = 12
_BITS = 6
"""Digits of a DSCP written in binary."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is understood of a list.

    Attributes:
        values: Of the words that are.
        strange: Words that are not.
    """

    values: Ranges
    strange: tuple[Node, ...] = ()


def numbers(node: Node, names: Mapping[str, int], top: int, *, bits: bool = False) -> Known:
    """Return the numbers of a condition.

    Args:
        node: The condition; each word below it is one member of its list.
        names: Words for numbers.
        top: Largest number that makes sense.
        bits: Whether six binary digits are a number too.
    """
    parts: list[Range] = []
    strange: list[Node] = []
    for child in node.children.values():
        part = _member(child.word, names, top, bits=bits) if not child.children else None
        if part is None:
            strange.append(child)
        else:
            parts.append(part)
    if len(parts) == 1:
        return Known((parts[0],), tuple(strange))
    return Known(normalise(parts), tuple(strange))


def _member(word: str, names: Mapping[str, int], top: int, *, bits: bool) -> Range | None:
    named = names.get(word)
    if named is not None:
        return (named, named)
    if bits and word.strip("01") == "" and len(word) == _BITS:
        return _either(word)
    return _span(word, top)


def _either(word: str) -> Range | None:
    """Return six digits 0 and 1 as a number if binary and decimal reading do not contradict."""
    binary, decimal = int(word, 2), int(word)
    if decimal > (1 << _BITS) - 1 or decimal == binary:
        return (binary, binary)
    return None


@lru_cache(maxsize=65536)
def _span(word: str, top: int) -> Range | None:
    low, dash, high = word.partition("-")
    first = number(low)
    last = number(high) if dash else first
    if first is None or last is None or not first <= last <= top:
        return None
    return (first, last)


def number(word: str) -> int | None:
    """Return a number written in decimal (leading zeros allowed), ``0x`` hexadecimal or ``b01``."""
    if len(word) > _MOST_DIGITS or not word.isascii():
        return None
    if word.isdecimal():
        return int(word)
    lower = word.lower()
    digits = lower[2:] if lower.startswith("0x") else lower[1:]
    base = 16 if lower.startswith("0x") else 2
    signs = "0123456789abcdef" if base > 2 else "01"  # noqa: PLR2004 - binary
    if not digits or (base == 2 and lower[0] != "b") or digits.strip(signs):  # noqa: PLR2004
        return None
    return int(digits, base)
