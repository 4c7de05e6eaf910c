"""Which platform a text is of, from the text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import UsageError
from roce_audit.reading.find import all_platforms

if TYPE_CHECKING:
    from roce_audit.reading.platform import Platform

SURE = 0.6
"""Least confidence at which a platform is taken."""
APART = 0.2
"""Least distance to the next best platform."""


def detect(text: str) -> tuple[Platform, str]:
    """Return the platform of ``text`` and why.

    Raises:
        UsageError: No platform is sure enough, or two are too close; the text says what spoke
            for each.
    """
    found = sorted(
        ((*platform.detect(text), platform) for platform in all_platforms()),
        key=lambda item: -item[0],
    )
    best, second = found[0], found[1] if len(found) > 1 else (0.0, "", None)
    if best[0] >= SURE and best[0] - second[0] >= APART:
        return best[2], best[1]
    told = [f"{p.name} ({why})" for confidence, why, p in found if confidence > 0]
    seen = f": it could be {' or '.join(told[:3])}" if told else ""
    raise UsageError(f"cannot tell the platform from the text{seen}; name it with --platform")
