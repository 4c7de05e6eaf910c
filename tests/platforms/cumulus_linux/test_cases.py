"""Questions about configurations, answered as worked out by hand from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.platforms.case_files import cases_of, check_answers

CASES = Path(__file__).parent / "cases"
FILES = ("nvue", "policy", "ports", "texts")


@pytest.mark.parametrize("case", cases_of(CASES, *FILES))
def test_the_answer_is_the_one_worked_out_by_hand(case, cumulus, ask_cumulus):
    device = cumulus(case["config"], *case.get("changes", ()), **case.get("assume", {}))
    check_answers(device, case, ask_cumulus)
