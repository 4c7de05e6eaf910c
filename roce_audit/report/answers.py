"""Answers of a query as JSON values, and their cells ready to print."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.acl import Action
from roce_audit.packets.witness import region_text, witness
from roce_audit.report.unseen import why_no_filter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.analysis.query import Answer
    from roce_audit.analysis.stages import Taken
    from roce_audit.analysis.verdicts import Outcome
    from roce_audit.model.device import Device
    from roce_audit.packets.traffic import Traffic

Json: TypeAlias = dict[str, object]

MOST_CELLS = 500
"""Cells listed for one kind of traffic; the verdict always speaks of all of them."""


def answers_json(device: Device, answers: Sequence[Answer], asked: str = "") -> Json:
    """Return the value of ``query --json``.

    Args:
        device: Asked about.
        answers: One for each kind of traffic.
        asked: Name of the filter asked about, "" if a passage was.
    """
    ledger = device.ledger
    return {
        "platform": device.platform,
        "answers": [
            _answer(answer, why_no_filter(device, asked, answer.traffic)) for answer in answers
        ],
        "ledger": {
            "read": ledger.read,
            "no_effect": ledger.no_effect,
            "uncertain": len(ledger.uncertain),
        },
    }


def _answer(answer: Answer, silence: str) -> Json:
    cells = ordered_cells(answer, silence)
    told: Json = {
        "traffic": answer.traffic.value,
        "verdict": answer.verdict.value,
        "cells": [cell.json() for cell in cells[:MOST_CELLS]],
    }
    if len(cells) > MOST_CELLS:
        told["cells_left_out"] = len(cells) - MOST_CELLS
    if answer.notes:
        told["notes"] = list(answer.notes)
    return told


@dataclass(frozen=True, slots=True)
class CellPart:
    """One cell of an answer, ready to print.

    Attributes:
        action: ``permit`` or ``deny``; of an open cell what the statement in question would do.
        certain: False if the cell is undecided.
        filter: Name of the deciding filter; None if no filter decides.
        line: 1-based line of the file; None where a default or the passage decides.
        text: The deciding statement, or why it is so in words.
        region: The packets in words.
        witness: One of them.
        where: Interface and direction of the deciding filter; "" if asked for by name.
        reason: What the cell hangs on; "" if it is certain.
    """

    action: str
    certain: bool
    filter: str | None
    line: int | None
    text: str
    region: dict[str, str]
    witness: dict[str, object]
    where: str = ""
    reason: str = ""

    def json(self) -> Json:
        """Return the cell as in the contract; empty extras are left out."""
        told = asdict(self)
        return {key: value for key, value in told.items() if key not in _EXTRAS or value}


_EXTRAS = ("where", "reason")


def ordered_cells(answer: Answer, silence: str = "no filter") -> list[CellPart]:
    """Return the cells of an answer: certain denials first, then open ones, then permits.

    Args:
        answer: For one kind of traffic.
        silence: What is said where no filter decides.
    """
    if not answer.outcomes:
        return [_blocked(answer)]
    order = sorted(answer.outcomes, key=_rank)
    return [_cell(answer.traffic, outcome, silence) for outcome in order]


def _rank(outcome: Outcome) -> int:
    if not outcome.certain:
        return 1
    return 0 if Action.DENY in outcome.actions else 2


def _blocked(answer: Answer) -> CellPart:
    return CellPart(
        action="deny",
        certain=True,
        filter=None,
        line=None,
        text=answer.reason,
        region=region_text(answer.region),
        witness=witness(answer.region, answer.traffic),
    )


def _cell(traffic: Traffic, outcome: Outcome, silence: str) -> CellPart:
    decider = decider_of(outcome)
    return CellPart(
        action=_action(outcome, decider),
        certain=outcome.certain,
        filter=decider.stage.filter.name if decider else None,
        line=_line(decider),
        text=_text(decider) if decider else silence,
        region=region_text(outcome.box),
        witness=witness(outcome.box, traffic),
        where=_where(decider),
        reason="; ".join(doubt.reason for doubt in outcome.doubts),
    )


def _where(decider: Taken | None) -> str:
    binding = decider.stage.binding if decider else None
    return f"{binding.interface or 'VLAN'} {binding.direction.value}" if binding else ""


def decider_of(outcome: Outcome) -> Taken | None:
    """Return who decides: for a permit the last filter's line that is one, else its default."""
    trail = outcome.trail
    if not trail:
        return None
    if outcome.certain and Action.PERMIT in outcome.actions:
        return next((taken for taken in reversed(trail) if taken.line), trail[-1])
    return trail[-1]


def _action(outcome: Outcome, decider: Taken | None) -> str:
    if outcome.certain:
        return next(iter(outcome.actions)).value
    line = decider.line if decider else None
    if line is not None and line.action in (Action.PERMIT, Action.DENY):
        return str(line.action)
    return Action.DENY.value


def _line(decider: Taken | None) -> int | None:
    return decider.line.source.line if decider and decider.line else None


def _text(decider: Taken) -> str:
    if decider.line is None:
        acl = decider.stage.filter
        rest = "permits" if acl.default is Action.PERMIT else "denies"
        return f"no line matches: {acl.name} {rest} what is left"
    return decider.line.source.text
