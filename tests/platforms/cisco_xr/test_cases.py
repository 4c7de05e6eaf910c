"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.acl import Action

CASES = Path(__file__).parent / "cases"
VERDICTS = (
    "lists",
    "l2",
    "groups",
    "bindings",
    "bridging",
    "hazards",
    "inheritance",
    "texts",
    "edits",
)


def cases_of(*names):
    return [
        pytest.param(case, id=f"{name}:{title}")
        for name in names
        for title, case in YAML(typ="safe")
        .load((CASES / f"{name}.yml").read_text(encoding="utf-8"))
        .items()
    ]


def deciders(answer):
    """Return the lines that decide the packets which do not simply pass, else all."""
    stopped = [each for each in answer.outcomes if each.actions != {Action.PERMIT}]
    shown = answer.outcomes if answer.verdict is Verdict.PERMIT else stopped
    lines = [each.trail[-1].line for each in shown if each.trail]
    return {None if line is None else line.source.line for line in lines}


@pytest.mark.parametrize("case", cases_of(*VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, xr, ask_xr):
    device = xr(case["config"], *case.get("changes", ()), **case.get("assume", {}))
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in ("verdict", "line")}
        (answer,) = ask_xr(device, words)
        assert answer.verdict.value == question["verdict"], question
        if "line" in question:
            assert deciders(answer) == {question["line"]}, question
    if "uncertain" in case:
        found = [(each.source.text, each.reason) for each in device.ledger.uncertain]
        assert len(found) == case["uncertain"], found


@pytest.mark.parametrize("case", cases_of(*VERDICTS))
def test_no_statement_of_a_case_vanishes(case, xr):
    # The cases hold statements of our sections only, one a line, and comments; what is not ours is
    # counted under "foreign".
    ledger = xr(case["config"]).ledger
    lines = case["config"].splitlines()
    ours = [line for line in lines if line.strip() and not line.lstrip().startswith("!")]
    counted = ledger.read + ledger.no_effect + len(ledger.uncertain)
    assert counted == len(ours) - case.get("foreign", 0)
