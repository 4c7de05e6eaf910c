"""Writes a report's folder: the report, the snippets with their proofs, the witnesses."""

from __future__ import annotations

import errno
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from roce_audit.errors import FrameError
from roce_audit.report.finding_parts import fix_file, has_frame
from roce_audit.report.markdown import markdown
from roce_audit.wire.capture import write_capture
from roce_audit.wire.witness import witness_frame

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roce_audit.repairing import Repair
    from roce_audit.report.schema import FindingPart, Report

_SNIPPET = re.compile(r"(?:fix|draft|rollback|draft-rollback)\.\w+|proof\.json")
_WITNESS = re.compile(r"\d{3,}-[A-Z]+\d{3}-[\w.-]+\.pcap", re.ASCII)


def write_report(folder: Path, report: Report, repairs: Sequence[Repair]) -> None:
    """Write everything a report says into ``folder``, which is made if need be.

    Snippets and example packets that an earlier audit left there go: they must not be taken for
    this one's. Other files stay.

    Raises:
        OSError: The folder cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "report.json").is_file():
        _clear_earlier(folder)
    _text(folder / "report.json", report.model_dump_json(indent=2) + "\n")
    _text(folder / "report.md", markdown(report))
    by_device: dict[str, list[Repair]] = {}
    for repair in repairs:
        if repair.snippet is not None:
            by_device.setdefault(repair.remedy.device, []).append(repair)
    for group in by_device.values():
        _write_device(folder, group, report)
    for number, finding in enumerate(report.findings, start=1):
        _write_witness(folder, number, finding)


def _clear_earlier(folder: Path) -> None:
    remediation = folder / "remediation"
    for place in sorted(remediation.iterdir()) if remediation.is_dir() else ():
        _clear(place, _SNIPPET)
    with suppress(OSError):
        remediation.rmdir()
    _clear(folder / "witness", _WITNESS)


def _clear(place: Path, ours: re.Pattern[str]) -> None:
    """Remove our files from a folder, and the folder if nothing else is in it."""
    if place.is_symlink() or not place.is_dir():
        return
    for file in sorted(place.iterdir()):
        if ours.fullmatch(file.name) and not file.is_dir():
            file.unlink()
    with suppress(OSError):
        place.rmdir()


def _write_device(folder: Path, repairs: list[Repair], report: Report) -> None:
    place = folder / "remediation" / _safe(repairs[0].remedy.device)
    place.mkdir(parents=True, exist_ok=True)
    for proven in (True, False):
        group = [each for each in repairs if each.proven is proven and each.snippet]
        if not group:
            continue
        target = folder / fix_file(group[0])
        _text(target, _joined([each.snippet.text for each in group if each.snippet], target))
        undo = [each.snippet.rollback for each in reversed(group) if each.snippet]
        name = "rollback" if proven else "draft-rollback"
        _text(target.with_name(f"{name}{target.suffix}"), _joined(undo, target))
    proofs = [_proof(each, report) for each in repairs]
    _text(place / "proof.json", json.dumps(proofs, indent=2) + "\n")


def _joined(texts: list[str], target: Path) -> str:
    """Return snippets as one file; JSON patches become one list of operations."""
    if target.suffix != ".json" or len(texts) == 1:
        return "".join(texts)
    operations = [operation for text in texts for operation in json.loads(text)]
    return json.dumps(operations, indent=4) + "\n"


def _proof(repair: Repair, report: Report) -> dict[str, object]:
    proof, snippet = repair.proof, repair.snippet
    return {
        "findings": [
            f"{finding.code} {finding.name}: {finding.subject}"
            for finding in report.findings
            if finding.device == repair.remedy.device
            and finding.remedy is not None
            and snippet is not None
            and finding.remedy.text == snippet.text
        ],
        "kind": repair.remedy.kind,
        "proven": repair.proven,
        "reason": proof.reason if proof else "not tried",
        "steps": [
            {"claim": step.claim, "holds": step.holds, "detail": step.detail}
            for step in (proof.steps if proof else ())
        ],
        "impact": list(snippet.impact) if snippet else [],
        "verify": list(snippet.verify) if snippet else [],
    }


def _write_witness(folder: Path, number: int, finding: FindingPart) -> None:
    if not has_frame(finding) or not finding.witness:
        return
    try:
        frame = witness_frame(finding.traffic, finding.witness)
    except FrameError:
        # A witness may be a packet that no frame builder makes (a later fragment): JSON has it.
        return
    place = folder / "witness"
    place.mkdir(exist_ok=True)
    name = _safe(f"{number:03}-{finding.code}-{finding.device}")
    write_capture(place / f"{name}.pcap", [frame])


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".") or "_"


def _text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
