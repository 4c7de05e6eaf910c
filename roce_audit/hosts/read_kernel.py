"""When the running kernel was built, and what was patched into it since.

Distributions carry fixes back, so a release number does not tell whether a fix is there. A kernel
that was built before the fix was written does not have it, unless it was patched while running.

Source: Linux ``init/version-timestamp.c``; ``Documentation/livepatch/livepatch.rst``.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from roce_audit.hosts.entries import entries
from roce_audit.model.facts import Fact, Unknown

if TYPE_CHECKING:
    from roce_audit.hosts.section import Section

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WORDS = "|".join(_MONTHS)
_ISO = re.compile(r"\((?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})\)")
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{_WORDS}) +(?P<day>\d{{1,2}}) .*\b(?P<year>\d{{4}})\b", re.ASCII
)
_DAY_FIRST = re.compile(rf"\b(?P<day>\d{{1,2}}) (?P<month>{_WORDS}) (?P<year>\d{{4}})\b", re.ASCII)
_EARLIEST = 2010
"""Builds that are to be equal on every machine carry a made-up date, 1970 or 1980."""


def read_kernel_built(section: Section) -> Fact[date]:
    """Return the date in ``#1 SMP PREEMPT_DYNAMIC Debian 6.1.135-1 (2025-04-25)`` and the like."""
    text = entries(section).text("proc/sys/kernel/version")
    if isinstance(text, Unknown):
        return text
    for pattern in (_ISO, _MONTH_FIRST, _DAY_FIRST):
        match = pattern.search(text)
        built = _date(match["year"], match["month"], match["day"]) if match is not None else None
        if built is not None and built.year >= _EARLIEST:
            return built
    return Unknown("the kernel does not say when it was built")


def _date(year: str, month: str, day: str) -> date | None:
    number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
    try:
        return date(int(year), number, int(day))
    except ValueError:
        return None


def read_live_patches(section: Section) -> Fact[frozenset[str]]:
    """Return the names of the live patches."""
    if not section.ok:
        return section.unknown
    return frozenset(line.strip() for line in section.lines if line.strip())
