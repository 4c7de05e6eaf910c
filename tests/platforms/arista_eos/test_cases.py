"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.acl import Action

CASES = Path(__file__).parent / "cases"
VERDICTS = ("ip_lists", "mac_lists", "bindings", "policies", "texts")


def cases_of(*names):
    return [
        pytest.param(case, id=f"{name}:{title}")
        for name in names
        for title, case in YAML(typ="safe")
        .load((CASES / f"{name}.yml").read_text(encoding="utf-8"))
        .items()
    ]


def line_of(answer):
    """Return the line that decides the packets which do not simply pass, if only one does."""
    if answer.verdict is Verdict.PERMIT:
        shown = answer.outcomes
    else:
        shown = [each for each in answer.outcomes if each.actions != {Action.PERMIT}]
    deciders = [each.trail[-1].line for each in shown if each.trail]
    return {None if line is None else line.source.line for line in deciders}


@pytest.mark.parametrize("case", cases_of(*VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, eos, ask_eos):
    device = eos(case["config"], **case.get("assume", {}))
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in ("verdict", "line")}
        (answer,) = ask_eos(device, words)
        assert answer.verdict.value == question["verdict"], question
        if "line" in question:
            assert line_of(answer) == {question["line"]}, question
    if "uncertain" in case:
        found = [(each.source.text, each.reason) for each in device.ledger.uncertain]
        assert len(found) == case["uncertain"], found
