"""From an audit to its report: findings ordered by what hurts most, repairs attached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit import __version__
from roce_audit.examining import CheckRun, findings_of
from roce_audit.findings.finding import Ending, Finding, Severity
from roce_audit.model.facts import Unknown
from roce_audit.remediation.plan import merge_key
from roce_audit.report.finding_parts import evidence_part, finding_part
from roce_audit.report.pair_parts import pair_part, talks_of
from roce_audit.report.schema import (
    CheckPart,
    DevicePart,
    LedgerPart,
    Report,
    Summary,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.model.network import Network
    from roce_audit.repairing import Repair

_SEVERITIES = tuple(Severity)
NO_SUBJECT = "had no subject: nothing was checked"


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    Attributes:
        network: What was looked at.
        platforms: Platform name of every device of the inventory.
        hosts: Which of them are hosts.
        runs: Every check and its results.
        repairs: Every remedy, rendered and proven as far as possible.
        left: What an audit of copies with the proven repairs applied still finds.
        taken: When the evidence was captured.
    """

    network: Network
    platforms: Mapping[str, str]
    hosts: frozenset[str]
    runs: tuple[CheckRun, ...]
    repairs: tuple[Repair, ...]
    left: tuple[Finding, ...]
    taken: str


def build(audit: Audit, fail_on: str) -> Report:
    """Return the report of an audit.

    Args:
        audit: What was found.
        fail_on: Least severity that makes the exit code 1: ``critical``, ``major``, ``minor``
            or ``never``.
    """
    findings = sorted(findings_of(audit.runs), key=_rank)
    repairs = {merge_key(each.remedy): each for each in audit.repairs}
    return Report(
        tool=__version__,
        fabric=audit.network.fabric.name,
        taken=audit.taken,
        summary=_summary(audit),
        devices=[_device(audit, name) for name in audit.platforms],
        checks=[_check(run, _why_silent(audit.network)) for run in audit.runs],
        findings=[finding_part(finding, repairs) for finding in findings],
        pairs=[pair_part(talk) for talk in talks_of(audit.network)],
        exit_code=exit_code(audit.runs, fail_on),
    )


def exit_code(runs: Iterable[CheckRun], fail_on: str) -> int:
    """Return 1 for failures that count, 3 for anything undecided or unchecked, else 0."""
    results = [result for run in runs for result in run.results]
    counting = _SEVERITIES[: _SEVERITIES.index(Severity(fail_on)) + 1] if fail_on != "never" else ()
    for result in results:
        finding = result.finding
        if result.ending is Ending.FAILED and finding and finding.severity in counting:
            return 1
    unchecked = any(not run.results for run in runs)
    nothing = not any(result.ending is Ending.PASSED for result in results)
    open_ones = any(result.ending is Ending.UNDECIDED for result in results)
    return 3 if unchecked or nothing or open_ones else 0


def _rank(finding: Finding) -> tuple[bool, int, bool, str, str]:
    """Order: missing evidence first, then by severity, sure before open."""
    missing = finding.code.startswith("CAP")
    severity = _SEVERITIES.index(finding.severity)
    return (
        not missing,
        severity,
        finding.verdict is not Ending.FAILED,
        finding.code,
        finding.device,
    )


def _summary(audit: Audit) -> Summary:
    counts = {ending: sum(run.count(ending) for run in audit.runs) for ending in Ending}
    read = {*audit.network.switches, *audit.network.hosts}
    return Summary(
        devices=len(audit.platforms),
        devices_read=len(read),
        subjects=sum(counts.values()),
        passed=counts[Ending.PASSED],
        failed=counts[Ending.FAILED],
        undecided=counts[Ending.UNDECIDED],
        not_applicable=counts[Ending.NOT_APPLICABLE],
        repairs_proven=sum(1 for each in audit.repairs if each.proven),
        repairs_draft=sum(1 for each in audit.repairs if each.snippet and not each.proven),
        findings_after_repair=len(audit.left),
    )


def _device(audit: Audit, name: str) -> DevicePart:
    network = audit.network
    device = network.switches.get(name)
    reasons = [failure.reason for failure in network.failures if failure.device == name]
    reasons += [gap.reason for gap in device.gaps] if device else []
    known = device is not None or name in network.hosts
    return DevicePart(
        name=name,
        role="host" if name in audit.hosts else "switch",
        platform=audit.platforms[name],
        status="missing" if not known else "incomplete" if reasons else "read",
        reasons=reasons,
        note=_note(audit.network, name),
        ledger=None if device is None else _ledger(audit, name),
    )


def _note(network: Network, name: str) -> str:
    host = network.hosts.get(name)
    if host is None or isinstance(host.devices, Unknown) or host.devices:
        return ""
    return "has no RDMA device: nothing of RDMA could be judged on it"


def _ledger(audit: Audit, name: str) -> LedgerPart:
    ledger = audit.network.switches[name].ledger
    return LedgerPart(
        read=ledger.read,
        no_effect=ledger.no_effect,
        uncertain=[evidence_part(each.source) for each in ledger.uncertain],
    )


def _why_silent(network: Network) -> str:
    return NO_SUBJECT if network.flows else f"{NO_SUBJECT} (the inventory has no flows)"


def _check(run: CheckRun, silent: str) -> CheckPart:
    return CheckPart(
        code=run.check.code,
        name=run.check.name,
        severity=run.check.severity.value,
        passed=run.count(Ending.PASSED),
        failed=run.count(Ending.FAILED),
        undecided=run.count(Ending.UNDECIDED),
        not_applicable=run.count(Ending.NOT_APPLICABLE),
        note="" if run.results else silent,
    )
