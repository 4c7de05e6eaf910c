"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets, SetRoceMode
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reaudit.prove import prove
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_repair,
    permit_of,
    remedy_of,
    sides_of,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "leaf1", "running-config")
WHERE = (
    "# paste in configuration mode: configure; then:\n"
    "# commit confirmed 5, and commit to keep the change\n"
)
"""What every snippet begins with."""


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case):
    check_repair(BENCH, case, where=WHERE)


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "snippet" in case])
def test_a_repair_of_the_configuration_as_set_commands_is_the_same(title, flat):
    case = CASES[title]
    text = case["config"] if case["config"].startswith("set ") else flat(case["config"])
    trial = BENCH.trial(text)
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    assert snippet is not None
    assert snippet.text == WHERE + case.get("snippet", snippet.text.removeprefix(WHERE))
    assert prove(trial, snippet).proven


def test_several_pairs_of_hosts_get_a_term_each():
    trial = BENCH.trial(CASES["before-the-term-that-discards"]["config"])
    wanted = {"filter": ["ipv4", "F"], "traffic": "v2-ipv4", "before": "LAST"}
    one = sides_of({"from": "10.0.1.1/32", "to": "10.0.1.2/32"})
    other = sides_of({"from": "10.0.1.2/32", "to": "10.0.1.1/32"})
    remedy = permit_of(
        trial.device, {**wanted, "from": "10.0.3.1/32", "to": "10.0.3.2/32"}, one, other
    )
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet is not None
    assert prove(trial, snippet).proven
    labels = [line.label for line in trial.after(snippet.text).filters["ipv4", "F"].lines]
    assert labels == ["A", "ROCE-V2-IPV4", "ROCE-V2-IPV4-2", "ROCE-V2-IPV4-3", "LAST"]


def test_a_term_at_the_wrong_place_is_no_proof():
    trial = BENCH.trial(CASES["before-the-term-that-discards"]["config"])
    snippet = render(
        PLATFORM,
        trial.device,
        permit_of(trial.device, CASES["before-the-term-that-discards"]["permit"]),
    )
    assert snippet is not None
    moved = snippet.text.replace("before term LAST", "after term LAST")
    label = [line.label for line in trial.after(moved).filters["ipv4", "F"].lines]
    assert label[-1] == "ROCE-V2-IPV4"


def test_the_mtu_is_read_back_and_counts_the_header(junos):
    case = CASES["a-larger-mtu"]
    before = junos(case["config"]).interfaces["et-0/0/1.0"]
    after = junos(case["config"], case["snippet"]).interfaces["et-0/0/1.0"]
    assert (before.mtu_bytes, before.mtu_header_bytes) == (1514, 14)
    assert (after.mtu_bytes, after.mtu_header_bytes) == (9014, 14)


def test_repairs_of_hosts_are_none_of_a_switch(junos):
    device = junos("firewall { family inet { filter F { term X { then discard; } } } }")
    remedy = SetRoceMode("leaf1", "mlx5_0", 1, "v2", "v1", "eth1")
    assert [repair(device, remedy) for repair in PLATFORM.remedies.values()] == [None, None, None]


def test_an_extra_filter_for_what_may_drop_cannot_be_repaired(junos):
    device = junos("interfaces { et-0/0/1 { unit 0 { family inet { rpf-check; } } } }")
    ((key, _),) = device.filters.items()
    remedy = PermitPackets("leaf1", key, Traffic.V2_IPV4, (Pair((), ()),), None, None)
    assert render(PLATFORM, device, remedy) is None
