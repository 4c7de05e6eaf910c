"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_audit.reaudit.bare import bare
from tests.platforms.case_files import cases_of, check_answers

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


@pytest.mark.parametrize("case", cases_of(CASES, *FILES))
def test_the_answer_is_the_one_worked_out_by_hand(case, junos, ask_junos):
    device = junos(case["config"], **case.get("assume", {}))
    check_answers(device, case, ask_junos)


@pytest.mark.parametrize("case", cases_of(CASES, *(name for name in FILES if name != "texts")))
def test_the_same_configuration_as_set_commands_gets_the_same_answers(case, junos, flat, ask_junos):
    if case["config"].startswith(FLAT):
        pytest.skip("it is in set commands already")
    device = junos(flat(case["config"]), **case.get("assume", {}))
    check_answers(device, case, ask_junos, lines=False)


@pytest.mark.parametrize("case", cases_of(CASES, *(name for name in FILES if name != "texts")))
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
