"""How sure it is that a text is of a system, by the line that tells most."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CHARACTERS = 400_000
"""Beginning of the text that is looked at."""


def telltale(
    text: str,
    sure: Sequence[tuple[float, str]],
    others: Sequence[tuple[float, str]],
    system: str,
) -> tuple[float, str]:
    """Return confidence from 0.0 to 1.0 and a phrase naming the tell-tale line.

    Args:
        text: Of an unknown system.
        sure: Confidence and the pattern of a line, best first.
        others: What speaks against the system: how much confidence it takes away.
        system: Its name in the phrase.
    """
    beginning = text[:MOST_CHARACTERS].replace("\r", "")
    for confidence, pattern in sure:
        found = re.search(pattern, beginning, re.MULTILINE)
        if found is None:
            continue
        left = round(max(0.0, confidence - _against(beginning, others)), 2)
        line = found[0].strip().splitlines()[0]
        return (left, f"the line {line!r} is of {system}") if left > 0.0 else (0.0, "")
    return 0.0, ""


def _against(text: str, others: Sequence[tuple[float, str]]) -> float:
    return max(
        (weight for weight, pattern in others if re.search(pattern, text, re.MULTILINE)),
        default=0.0,
    )
