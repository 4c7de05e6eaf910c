"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.arista_eos import PLATFORM
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
BENCH = Bench(PLATFORM, "leaf1", "running-config")
WHERE = "! paste in privileged EXEC mode: enable\n"
"""What every snippet begins with."""
NAMED = [pytest.param(case, id=title) for title, case in CASES.items()]


@pytest.mark.parametrize("case", NAMED)
def test_the_repair_is_the_expected_text_and_proven(case):
    check_widening(check_repair(BENCH, case, where=WHERE), case)


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back_in_the_platforms_own_count(title):
    check_mtu(BENCH, CASES[title])


def test_several_pairs_become_the_fewest_lines_without_repetition():
    trial = BENCH.trial("ip access-list A\n   100 deny ip any any\n")
    acl = trial.device.filters["ipv4", "A"]
    hosts = Pair(prefix("10.0.0.0/31", 32), ((0x0A000102, 0x0A000104),))
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV4, (hosts, hosts), acl.lines[0], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.text.splitlines()[3:-1] == [
        "   97 remark RoCE, added by roce-audit",
        "   98 permit udp 10.0.0.0/31 10.0.1.2/31 eq 4791",
        "   99 permit udp 10.0.0.0/31 host 10.0.1.4 eq 4791",
    ]
    assert prove(trial, snippet).proven


def test_repairs_of_all_traffic_of_one_mac_list_fit_together(asked):
    trial = BENCH.trial("mac access-list M\n   10 permit any any lldp\n   30 deny any any\n")
    acl = trial.device.filters["mac", "M"]
    texts = [
        render(
            PLATFORM,
            trial.device,
            PermitPackets("leaf1", acl.key, traffic, (Pair((), ()),), acl.lines[1], None),
        ).text
        for traffic in Traffic
    ]
    after = trial.after(*texts)
    assert asked(after, filter="M") == ("permit", "permit", "permit")
    assert [line.label for line in after.filters["mac", "M"].lines] == [
        "10",
        "25",
        "26",
        "27",
        "28",
        "29",
        "30",
    ]


def test_a_repair_does_not_cross_a_line_that_may_drop():
    trial = BENCH.trial(
        "ip access-list A\n   5 permit udp any any tracked\n   6 deny udp any any\n"
    )
    acl = trial.device.filters["ipv4", "A"]
    pair = Pair(prefix("10.0.0.1", 32), prefix("10.0.0.2", 32))
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[1], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert "resequence 10 10" in snippet.text
    assert "19 permit udp host 10.0.0.1 host 10.0.0.2 eq 4791" in snippet.text


def test_numbers_at_the_top_of_the_range_leave_no_room_behind():
    check_no_room_behind(
        BENCH, "ip access-list A\n   4294967295 permit tcp any any\n", ("ipv4", "A")
    )


def test_a_repair_for_hosts_or_of_a_missing_filter_is_not_offered():
    check_nothing_offered(BENCH, "interface Ethernet1\n   switchport\n", ("ipv4", "A"))
