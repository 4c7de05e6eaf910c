"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.platforms.case_files import cases_of, check_account, check_answers

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


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, xr, ask_xr):
    device = xr(case["config"], *case.get("changes", ()), **case.get("assume", {}))
    check_answers(device, case, ask_xr)


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_no_statement_of_a_case_vanishes(case, xr):
    check_account(xr(case["config"]), case)
