"""What a check is, and the short ways to say how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.findings.finding import Ending, Finding, Result, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roce_audit.analysis.context import Context
    from roce_audit.model.source import SourceRef


@dataclass(frozen=True, slots=True)
class Check:
    """One question that the audit asks of the network.

    Attributes:
        code: Area and three digits; stable for ever, never reused.
        name: The condition found, in kebab case, as in "waive roce-v2-dropped".
        severity: Of its findings, unless a finding says otherwise.
        run: Pure function from the network to one result per subject.
    """

    code: str
    name: str
    severity: Severity
    run: Callable[[Context], Iterable[Result]]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a result is about.

    Attributes:
        device: Inventory name.
        name: What on the device.
    """

    device: str
    name: str

    def passed(self) -> Result:
        """Say that nothing is wrong here."""
        return Result(self.device, self.name, Ending.PASSED)

    def not_applicable(self, reason: str) -> Result:
        """Say that the question does not arise here, and why (a phrase)."""
        return Result(self.device, self.name, Ending.NOT_APPLICABLE, reason=reason)

    def ended(self, finding: Finding) -> Result:
        """Say what was found here."""
        return Result(self.device, self.name, finding.verdict, finding)

    def failed(self, check: Check, message: str, *evidence: SourceRef, advice: str = "") -> Result:
        """Say what is wrong here, without packets or remedy; see ``ended`` for those."""
        return self.ended(self._finding(check, Ending.FAILED, message, evidence, advice))

    def undecided(
        self, check: Check, message: str, *evidence: SourceRef, advice: str = ""
    ) -> Result:
        """Say what cannot be told here, and why."""
        return self.ended(self._finding(check, Ending.UNDECIDED, message, evidence, advice))

    def _finding(
        self,
        check: Check,
        verdict: Ending,
        message: str,
        evidence: tuple[SourceRef, ...],
        advice: str,
    ) -> Finding:
        return Finding(
            check.code,
            check.name,
            check.severity,
            verdict,
            self.device,
            self.name,
            message,
            evidence,
            advice=advice,
        )
