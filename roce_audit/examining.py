"""Runs every check over a network, and compares two runs."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.context import Context
from roce_audit.analysis.judgement import judgements
from roce_audit.checks import all_checks
from roce_audit.checks.base import Subject

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from roce_audit.checks.base import Check
    from roce_audit.findings.finding import Ending, Finding, Result
    from roce_audit.model.network import Network


@dataclass(frozen=True, slots=True)
class CheckRun:
    """One check and how it ended for each of its subjects.

    Attributes:
        check: The check.
        results: One per subject; empty if it had none.
    """

    check: Check
    results: tuple[Result, ...]

    def count(self, ending: Ending) -> int:
        """Return how many subjects ended so."""
        return sum(1 for result in self.results if result.ending is ending)


def examine(network: Network) -> tuple[CheckRun, ...]:
    """Run every check; a check that breaks is undecided, and the others go on."""
    context = Context(network, judgements(network.crossings))
    return tuple(CheckRun(check, _results(check, context)) for check in all_checks())


def _results(check: Check, context: Context) -> tuple[Result, ...]:
    try:
        return _distinct(check.run(context))
    except Exception as problem:
        # One of the two marked places: a bug in one check must not hide what the others found.
        logging.getLogger(__name__).exception("check %s failed", check.code)
        message = (
            f"The check itself failed ({type(problem).__name__}: {problem}); please report it."
        )
        return (Subject("", check.name).undecided(check, message),)


def _distinct(results: Iterable[Result]) -> tuple[Result, ...]:
    """Leave out what was said before: two flows may meet the same fault."""
    seen: dict[Hashable, Result] = {}
    for number, each in enumerate(results):
        message = each.finding.message if each.finding else number
        seen.setdefault((each.device, each.subject, each.ending, message), each)
    return tuple(seen.values())


def findings_of(runs: Iterable[CheckRun]) -> Iterator[Finding]:
    """Yield the findings of all runs, in the order of the checks."""
    for run in runs:
        for result in run.results:
            if result.finding is not None:
                yield result.finding


def identity(finding: Finding) -> Hashable:
    """Return what makes two findings of different runs the same one."""
    place = finding.evidence[0].text if finding.evidence else finding.subject
    kind = finding.subject.rpartition(" ")[2]
    return (finding.code, finding.device, finding.verdict, kind, place)
