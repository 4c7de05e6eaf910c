"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.platforms.case_files import cases_of, check_answers

CASES = Path(__file__).parent / "cases"
VERDICTS = ("ip_lists", "mac_lists", "bindings", "policies", "texts")


@pytest.mark.parametrize("case", cases_of(CASES, *VERDICTS))
def test_the_answer_is_the_one_worked_out_by_hand(case, eos, ask_eos):
    device = eos(case["config"], **case.get("assume", {}))
    check_answers(device, case, ask_eos)
