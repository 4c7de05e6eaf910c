"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.platforms.case_files import cases_of, check_account, check_answers

CASES = Path(__file__).parent / "cases"
VERDICTS = (
    "lists",
    "numbered",
    "lists6",
    "mac_lists",
    "groups",
    "bindings",
    "modes",
    "vlan_maps",
    "hazards",
    "texts",
    "edits",
)


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, xe, ask_xe):
    device = xe(case["config"], *case.get("changes", ()), **case.get("assume", {}))
    check_answers(device, case, ask_xe)


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_no_statement_of_a_case_vanishes(case, xe):
    check_account(xe(case["config"]), case)
