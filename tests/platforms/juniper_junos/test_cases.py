"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.acl import Action
from roce_audit.reaudit.bare import bare

CASES = Path(__file__).parent / "cases"
FILES = (
    "terms",
    "conditions",
    "addresses",
    "layer2",
    "bindings",
    "groups",
    "texts",
    "hazards",
    "odds",
)
FLAT = ("set ", "delete ", "user@", "{master", "#")


def cases_of(*names):
    return [
        pytest.param(case, id=f"{name}:{title}")
        for name in names
        for title, case in YAML(typ="safe")
        .load((CASES / f"{name}.yml").read_text(encoding="utf-8"))
        .items()
    ]


def line_of(answer):
    """Return the lines that decide the packets which do not simply pass, or those that pass."""
    if answer.verdict is Verdict.PERMIT:
        shown = answer.outcomes
    else:
        shown = [each for each in answer.outcomes if each.actions != {Action.PERMIT}]
    deciders = [each.trail[-1].line for each in shown if each.trail]
    return {None if line is None else line.source.line for line in deciders}


def check(device, case, ask_junos, *, lines):
    for question in case["ask"]:
        words = {key: value for key, value in question.items() if key not in ("verdict", "line")}
        (answer,) = ask_junos(device, words)
        assert answer.verdict.value == question["verdict"], question
        if lines and "line" in question:
            assert line_of(answer) == {question["line"]}, question
    if "uncertain" in case:
        found = [(each.source.text, each.reason) for each in device.ledger.uncertain]
        assert len(found) == case["uncertain"], found


@pytest.mark.parametrize("case", cases_of(*FILES))
def test_the_answer_is_the_one_worked_out_by_hand(case, junos, ask_junos):
    device = junos(case["config"], **case.get("assume", {}))
    check(device, case, ask_junos, lines=True)


@pytest.mark.parametrize("case", cases_of(*(name for name in FILES if name != "texts")))
def test_the_same_configuration_as_set_commands_gets_the_same_answers(case, junos, flat, ask_junos):
    if case["config"].startswith(FLAT):
        pytest.skip("it is in set commands already")
    device = junos(flat(case["config"]), **case.get("assume", {}))
    check(device, case, ask_junos, lines=False)


@pytest.mark.parametrize("case", cases_of(*(name for name in FILES if name != "texts")))
def test_both_formats_give_the_same_model_and_account(case, junos, flat):
    if case["config"].startswith(FLAT):
        pytest.skip("it is in set commands only")
    braces = junos(case["config"])
    other = junos(flat(case["config"]))
    assert without_lines(bare(braces)) == without_lines(bare(other))
    if "inactive:" in case["config"]:
        return  # a deactivate command is a statement of its own
    accounts = [
        (each.ledger.read, each.ledger.no_effect, len(each.ledger.uncertain))
        for each in (braces, other)
    ]
    assert accounts[0] == accounts[1]


def without_lines(device):
    """Return a device as text without the line numbers in its open questions."""
    return re.sub(r"line \d+", "line N", repr(device))
