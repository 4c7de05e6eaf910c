"""Plans, renders and proves the repairs of an audit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.examining import examine, findings_of, identity
from roce_audit.hosts.repair import PLATFORM, applied, rendered
from roce_audit.reaudit.proof import Proof, Step
from roce_audit.reaudit.prove import prove
from roce_audit.remediation.plan import merge_key, plan
from roce_audit.remediation.snippet import Snippet, render, snippet_of
from roce_audit.understanding import changed

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from roce_audit.findings.finding import Finding
    from roce_audit.model.remedy import Remedy
    from roce_audit.understanding import Understood


@dataclass(frozen=True, slots=True)
class Repair:
    """A remedy, its snippet and what was proven of it.

    Attributes:
        remedy: What is to change.
        snippet: The commands; None if the platform has no safe ones.
        proof: None without a snippet.
        findings: What it repairs, as ``identity``.
    """

    remedy: Remedy
    snippet: Snippet | None
    proof: Proof | None
    findings: frozenset[Hashable]

    @property
    def proven(self) -> bool:
        """Whether every claim of the proof holds."""
        return self.proof is not None and self.proof.proven


@dataclass(frozen=True, slots=True)
class Repairs:
    """All repairs, and what an audit finds once the proven ones of switches are applied.

    Attributes:
        each: One per remedy, in the order planned.
        left: Findings of the audit of the repaired copies.
    """

    each: tuple[Repair, ...]
    left: tuple[Finding, ...]


def repair(understood: Understood, findings: tuple[Finding, ...]) -> Repairs:
    """Return one repair per remedy; those of one device are proven together, in order."""
    network = understood.network
    remedies = plan(findings, network.switches, network.attachments)
    by_key = _findings_by_key(findings)
    repairs = [
        _single(understood, each, by_key.get(merge_key(each), frozenset())) for each in remedies
    ]
    return _with_audit(understood, findings, repairs)


def _findings_by_key(findings: tuple[Finding, ...]) -> Mapping[object, frozenset[Hashable]]:
    found: dict[object, set[Hashable]] = {}
    for finding in findings:
        if finding.remedy is not None:
            found.setdefault(merge_key(finding.remedy), set()).add(identity(finding))
    return {key: frozenset(each) for key, each in found.items()}


def _single(understood: Understood, remedy: Remedy, finds: frozenset[Hashable]) -> Repair:
    trial = understood.trials.get(remedy.device)
    if trial is None:
        return _of_host(understood, remedy, finds)
    platform = understood.platforms[remedy.device]
    snippet = render(platform, trial.device, remedy)
    proof = prove(trial, snippet) if snippet else None
    return Repair(remedy, snippet, proof, finds)


def _of_host(understood: Understood, remedy: Remedy, finds: frozenset[Hashable]) -> Repair:
    host = understood.network.hosts.get(remedy.device)
    values = rendered(host, remedy) if host else None
    if host is None or values is None:
        return Repair(remedy, None, None, finds)
    snippet = snippet_of(PLATFORM, remedy, values)
    step = Step("the facts change as the remedy says", applied(host, remedy) != host)
    return Repair(remedy, snippet, Proof((step,)), finds)


def _with_audit(
    understood: Understood, findings: tuple[Finding, ...], repairs: list[Repair]
) -> Repairs:
    """Return the repairs with the audit of the repaired copy as a part of each proof."""
    sound = [each for each in repairs if each.proven]
    before = {identity(finding) for finding in findings}
    after = _findings_after(understood, sound) if sound else findings
    still = {identity(finding) for finding in after}
    new = [finding for finding in after if identity(finding) not in before]
    proven = (
        replace(each, proof=_audited(each, still, new)) if each.proven else each for each in repairs
    )
    return Repairs(tuple(proven), after)


def _findings_after(understood: Understood, sound: list[Repair]) -> tuple[Finding, ...]:
    """Return what the audit of the repaired copies finds."""
    texts: dict[str, list[str]] = {}
    hosts = dict(understood.network.hosts)
    for each in sound:
        name = each.remedy.device
        if name in understood.trials and each.snippet is not None:
            texts.setdefault(name, []).append(each.snippet.text)
        elif name in hosts:
            hosts[name] = applied(hosts[name], each.remedy)
    return tuple(findings_of(examine(replace(changed(understood, texts), hosts=hosts))))


def _audited(each: Repair, still: set[Hashable], new: list[Finding]) -> Proof:
    left = each.findings & still
    here = [finding for finding in new if finding.device == each.remedy.device]
    steps = each.proof.steps if each.proof else ()
    return Proof(
        (
            *steps,
            Step("the audit of the repaired copy no longer finds it", not left, _count(len(left))),
            Step(
                "and finds nothing new on the device",
                not here,
                "; ".join(f"{finding.code} {finding.message}" for finding in here[:3]),
            ),
        )
    )


def _count(number: int) -> str:
    return f"{number} of its findings remain" if number else ""
