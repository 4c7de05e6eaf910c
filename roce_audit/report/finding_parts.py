"""Findings and their repairs as parts of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.remediation.plan import merge_key
from roce_audit.report.schema import Evidence, FindingPart, ProofPart, ProofStep, RemedyPart

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from roce_audit.findings.finding import Finding
    from roce_audit.model.source import SourceRef
    from roce_audit.repairing import Repair

ROCE_KINDS = ("v1", "v2-ipv4", "v2-ipv6")


def finding_part(finding: Finding, repairs: Mapping[Hashable, Repair]) -> FindingPart:
    """Return a finding with the repair that serves it."""
    repair = repairs.get(merge_key(finding.remedy)) if finding.remedy else None
    return FindingPart(
        code=finding.code,
        name=finding.name,
        severity=finding.severity.value,
        verdict=finding.verdict.value,
        device=finding.device,
        subject=finding.subject,
        message=finding.message,
        evidence=[evidence_part(source) for source in finding.evidence],
        witness=dict(finding.witness) or None,
        remedy=_remedy(repair) if repair else None,
        proof=_proof(repair) if repair else None,
        traffic=finding.traffic,
        places=list(finding.places),
        advice=finding.advice,
    )


def evidence_part(source: SourceRef) -> Evidence:
    """Return a captured statement."""
    return Evidence(file=source.file, line=source.line, text=source.text)


def has_frame(finding: FindingPart) -> bool:
    """Say whether the example packet of a finding is a RoCE frame that a capture can hold."""
    return finding.traffic in ROCE_KINDS and bool(finding.witness)


def fix_file(repair: Repair) -> str:
    """Return where the snippet of a repair is written, below the report's folder."""
    name = "fix" if repair.proven else "draft"
    extension = repair.snippet.extension if repair.snippet else "txt"
    return f"remediation/{repair.remedy.device}/{name}.{extension}"


def _remedy(repair: Repair) -> RemedyPart:
    snippet = repair.snippet
    if snippet is None:
        return RemedyPart(
            kind=repair.remedy.kind,
            status="none",
            file=None,
            text="",
            rollback="",
            verify=[],
            impact=["this platform has no snippet for it that is safe to propose"],
        )
    return RemedyPart(
        kind=repair.remedy.kind,
        status="proven" if repair.proven else "draft",
        file=fix_file(repair),
        text=snippet.text,
        rollback=snippet.rollback,
        verify=list(snippet.verify),
        impact=list(snippet.impact),
    )


def _proof(repair: Repair) -> ProofPart | None:
    proof = repair.proof
    if proof is None:
        return None
    return ProofPart(
        proven=proof.proven,
        reason=proof.reason,
        steps=[ProofStep(claim=s.claim, holds=s.holds, detail=s.detail) for s in proof.steps],
    )
