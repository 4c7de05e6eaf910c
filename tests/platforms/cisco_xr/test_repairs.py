"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reaudit.prove import prove
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_mtu,
    check_no_room_behind,
    check_nothing_offered,
    check_repair,
    check_widening,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "r1", "running-config")
WHERE = "! paste in EXEC mode\n"
"""What every snippet begins with."""
NAMED = [pytest.param(case, id=title) for title, case in CASES.items()]


@pytest.mark.parametrize("case", NAMED)
def test_the_repair_is_the_expected_text_and_proven(case):
    check_widening(check_repair(BENCH, case, where=WHERE), case)


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back_in_the_platforms_own_count(title):
    check_mtu(BENCH, CASES[title])


def test_several_pairs_become_the_fewest_entries_without_repetition():
    trial = BENCH.trial("ipv4 access-list A\n 100 deny ipv4 any any\n")
    acl = trial.device.filters["ipv4", "A"]
    hosts = Pair(prefix("10.0.0.0/31", 32), ((0x0A000102, 0x0A000104),))
    remedy = PermitPackets("r1", acl.key, Traffic.V2_IPV4, (hosts, hosts), acl.lines[0], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.text.splitlines()[3:-3] == [
        " 33 permit udp 10.0.0.0/31 10.0.1.2/31 eq 4791",
        " 66 permit udp 10.0.0.0/31 host 10.0.1.4 eq 4791",
    ]
    assert prove(trial, snippet).proven


def test_repairs_of_all_traffic_of_one_l2_list_fit_together(ask_xr):
    trial = BENCH.trial(
        "ethernet-services access-list M\n 10 permit any any 88cc\n 50 deny any any\n"
    )
    acl = trial.device.filters["mac", "M"]
    texts = []
    for traffic in Traffic:
        now = trial.after(*texts).filters["mac", "M"]
        before = now.lines[-1]
        remedy = PermitPackets("r1", acl.key, traffic, (Pair((), ()),), before, None)
        texts.append(render(PLATFORM, trial.after(*texts), remedy).text)
    answers = ask_xr(trial.after(*texts), {"filter": "M"})
    assert [each.verdict.value for each in answers] == ["permit", "permit", "permit"]


def test_numbers_at_the_top_leave_no_room_behind():
    check_no_room_behind(
        BENCH, "ipv4 access-list A\n 2147483646 permit tcp any any\n", ("ipv4", "A")
    )


def test_a_long_run_without_a_gap_is_not_moved():
    rows = [f" {n} permit udp any any nexthop1 ipv4 10.0.0.1" for n in range(1, 3)]
    rows += [f" {n} deny udp host 10.0.{n >> 8}.{n & 255} any" for n in range(3, 400)]
    trial = BENCH.trial("\n".join(["ipv4 access-list A", *rows]))
    acl = trial.device.filters["ipv4", "A"]
    before = next(line for line in acl.lines if line.label == "3")
    remedy = PermitPackets("r1", acl.key, Traffic.V2_IPV4, (Pair((), ()),), before, None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_repair_for_hosts_or_of_a_missing_filter_is_not_offered():
    check_nothing_offered(BENCH, "interface HundredGigE0/0/0/0\n mtu 1514\n", ("ipv4", "A"))
