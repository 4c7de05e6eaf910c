"""Questions about databases, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.report.answers import decider_of
from tests.platforms.case_files import cases_of, deciding_outcomes

CASES = Path(__file__).parent / "cases"
VERDICTS = ("vectors", "tables", "rules", "ports", "texts", "changes")


def device_of(case, sonic):
    changes = [case["change"]] if "change" in case else case.get("changes", [])
    return sonic(case["config"], *changes, state=case.get("state", ""), **case.get("assume", {}))


def line_of(answer):
    """Return the lines that decide the packets which do not simply pass, or all if all pass."""
    deciders = [decider_of(each) for each in deciding_outcomes(answer)]
    lines = [decider.line if decider else None for decider in deciders]
    return {None if line is None else line.source.line for line in lines}


EXTRAS = ("verdict", "line", "note", "because")


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, sonic, ask_sonic):
    device = device_of(case, sonic)
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in EXTRAS}
        (answer,) = ask_sonic(device, words)
        assert answer.verdict.value == question["verdict"], question
        if "line" in question:
            assert line_of(answer) == {question["line"]}, question
        if "note" in question:
            assert any(question["note"] in note for note in answer.notes), answer.notes
        if "because" in question:
            reasons = [doubt.reason for each in answer.outcomes for doubt in each.doubts]
            assert any(question["because"] in reason for reason in reasons), reasons
    found = [(each.source.line, each.reason) for each in device.ledger.uncertain]
    assert len(found) == case.get("uncertain", 0), found
