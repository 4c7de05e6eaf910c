"""Answers of a query as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.report.answers import ordered_cells
from roce_audit.report.packet_words import packet_words
from roce_audit.report.unseen import why_no_filter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.analysis.query import Answer
    from roce_audit.model.device import Device
    from roce_audit.report.answers import CellPart


def answers_text(device: Device, answers: Sequence[Answer], asked: str = "") -> Iterator[str]:
    """Yield the lines that ``query`` prints; see ``answers_json``."""
    for answer in answers:
        yield f"{answer.traffic.value:8} {answer.verdict.value.upper()}"
        cells = ordered_cells(answer, why_no_filter(device, asked, answer.traffic))
        for cell in cells[:12]:
            yield from _cell_text(cell)
        if len(cells) > 12:  # noqa: PLR2004 - a screenful
            yield f"  ... and {len(cells) - 12} more cells (--json lists them)"
        for note in answer.notes:
            yield f"  note: {note}"
    ledger = device.ledger
    yield (
        f"statements: {ledger.read} read, {ledger.no_effect} without effect, "
        f"{len(ledger.uncertain)} uncertain"
    )


def _cell_text(cell: CellPart) -> Iterator[str]:
    line = f" line {cell.line}" if cell.line else ""
    name = f" [{cell.filter}]" if cell.filter else ""
    word = cell.action if cell.certain else f"undecided (perhaps {cell.action})"
    yield f"  {word}{name}{line}: {cell.text}"
    packets = ", ".join(f"{name} {values}" for name, values in cell.region.items())
    yield f"      packets: {packets or 'all'}"
    if cell.reason:
        yield f"      because {cell.reason}"
    yield f"      example: {packet_words(cell.witness)}"
