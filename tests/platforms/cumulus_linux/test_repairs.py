"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roce_audit.model.remedy import SetRoceMode
from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.platforms.cumulus_linux.remedy import free_numbers
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_repair,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "leaf1", "config")
WHERE = "# run in a shell on the switch\n"
"""What every snippet begins with."""
MARK = re.compile(r"(?<=roce_audit_)[0-9a-f]{10}")


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case):
    found = check_repair(BENCH, case, where=WHERE, plain=lambda text: MARK.sub("MARK", text))
    if found is not None and "now" in case:
        trial, snippet = found
        back = trial.after(snippet.text, snippet.rollback)
        assert set(BENCH.verdicts(back, **case["now"])) == {"deny"}


def test_a_mode_of_hosts_is_not_repaired_on_a_switch():
    device = BENCH.trial("nv set interface swp1 link mtu 1500\n").device
    assert render(PLATFORM, device, SetRoceMode("leaf1", "mlx5_0", 1, "v2", "", "")) is None


@pytest.mark.parametrize(
    ("taken", "blocking", "count", "expected"),
    [
        ((10, 20), "20", 1, [15]),
        ((10, 20), "20", 3, [12, 14, 16]),
        ((10, 12), "12", 2, [3, 6]),
        ((1,), "1", 1, None),
        ((10,), "ten", 1, None),
    ],
)
def test_rule_numbers_are_unused_and_below_the_blocking_rule(taken, blocking, count, expected):
    assert free_numbers(taken, blocking, count) == expected
