"""Names of interfaces among the words of a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def name_in(words: tuple[str, ...], full: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Return the interface named by the first words, and the words behind it.

    Kind and number may stand apart: ``interface Vlan 10`` and ``interface Vlan10`` are the same.

    Args:
        words: From the name on.
        full: Returns the full spelling of a name.
    """
    match words:
        case (kind, number, *rest) if number[:1].isdigit() and not _has_digit(kind):
            return full(kind + number), tuple(rest)
        case (name, *rest):
            return full(name), tuple(rest)
        case _:
            return "", ()


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)
