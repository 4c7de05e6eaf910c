"""What a filter does with RoCE packets hangs on a statement that is not understood.

What it finds
    A filter for which both answers are possible: a time range that may be inactive, a keyword or
    group that is not known, a case in which the vendor's documents contradict each other.

Why it matters
    Guessing is worse than not knowing. Only the packets that the statement could touch are
    undecided; everything else about the filter is exact.

What to do
    Look at the statement that the finding names on the device, or set the platform's switch
    under assume: in the inventory if the question is one of documented behaviour.

Source
    The statement itself; the platform's NOTES.md says what is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.checks.base import Check
from roce_audit.checks.dropping import results
from roce_audit.findings.finding import Severity
from roce_audit.packets.traffic import ROCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.findings.finding import Result


def _run(context: Context) -> Iterator[Result]:
    yield from results(context, CHECK, ROCE, lambda cause: not cause.certain)


CHECK = Check("ACL005", "roce-verdict-undecided", Severity.CRITICAL, _run)
