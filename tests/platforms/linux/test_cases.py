"""Questions about machines, answered as the lab's measurements and the facts say."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.acl import Action

CASES = Path(__file__).parent / "cases"
TRAFFIC = ("v1", "v2-ipv4", "v2-ipv6")


def cases():
    return [
        pytest.param(case, id=f"{path.stem}:{title}")
        for path in sorted(CASES.glob("*.yml"))
        for title, case in YAML(typ="safe").load(path.read_text(encoding="utf-8")).items()
    ]


def lines_of(answer, action):
    """Return the lines that decide the packets of one action."""
    chosen = [each for each in answer.outcomes if each.actions == {action} and each.trail]
    return {each.trail[-1].line.source.line if each.trail[-1].line else None for each in chosen}


@pytest.mark.parametrize("case", cases())
def test_the_answer_is_the_one_worked_out_by_hand(case, linux, ask_linux):
    device = linux(case["dump"], *case.get("changes", ()), **case.get("assume", {}))
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in (*TRAFFIC, "line")}
        answers = ask_linux(device, words)
        expected = {traffic: question[traffic] for traffic in TRAFFIC if traffic in question}
        found = {traffic: answers[traffic].verdict.value for traffic in expected}
        assert found == expected, question
        if "line" in question:
            (denied,) = [each for each in expected if expected[each] in {"deny", "partial"}]
            assert lines_of(answers[denied], Action.DENY) == {question["line"]}
    found = [(each.source.text, each.reason) for each in device.ledger.uncertain]
    assert len(found) == case.get("uncertain", 0), found


@pytest.mark.parametrize("case", cases())
def test_windows_line_ends_and_trailing_blanks_change_no_answer(case, linux, ask_linux):
    text = "".join(f"{line}  \r\n" for line in case["dump"].splitlines())
    plain = linux(case["dump"], *case.get("changes", ()), **case.get("assume", {}))
    other = linux(text, *case.get("changes", ()), **case.get("assume", {}))
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in (*TRAFFIC, "line")}
        one, two = ask_linux(plain, words), ask_linux(other, words)
        assert {t: a.verdict for t, a in one.items()} == {t: a.verdict for t, a in two.items()}
