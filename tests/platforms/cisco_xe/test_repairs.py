"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets, SetRoceMode
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document, Role
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_repair,
    remedy_of,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "sw1", "running-config")
WHERE = "! paste in configuration mode: configure terminal\n"
"""What every snippet begins with."""


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case):
    found = check_repair(BENCH, case, where=WHERE)
    if found is None:
        return
    assert "snippet" in case
    if "now" in case:
        before = set(BENCH.verdicts(found[0].device, **case["now"]))
        assert before != {"permit"} or "define" in case


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_a_repair_names_read_only_commands_that_may_be_sent(case):
    from roce_audit.collect.allow import refusal

    trial = BENCH.trial(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    for command in snippet.verify if snippet else ():
        assert refusal(PLATFORM.session, command) == ""


def test_numbers_that_show_output_tells_are_used():
    config = Document(
        "running-config",
        "ip access-list extended A\n permit tcp any any\n deny   udp any any\n",
    )
    shown = Document(
        "show-access-lists",
        "Extended IP access list A\n    5 permit tcp any any (3 matches)\n    7 deny udp any any\n",
        Role.STATE,
        "show access-lists",
    )
    trial = BENCH.trial_of(config, shown)
    acl = trial.device.filters["ipv4", "A"]
    assert [line.label for line in acl.lines] == ["5", "7"]
    pairs = (Pair(prefix("10.0.1.0/24", 32), prefix("10.0.2.0/24", 32)),)
    remedy = PermitPackets("sw1", acl.key, Traffic.V2_IPV4, pairs, acl.lines[1], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert "\n 6 permit udp " in snippet.text
    assert not any("assumed" in each for each in snippet.impact)
    assert prove(trial, snippet).proven


def test_numbers_of_another_list_are_not_taken():
    config = Document(
        "running-config", "ip access-list extended A\n permit tcp any any\n deny udp any any\n"
    )
    shown = Document(
        "show-access-lists",
        "Extended IP access list A\n    5 permit tcp any any\n    7 deny udp any any eq 53\n",
        Role.STATE,
        "show access-lists",
    )
    acl = BENCH.trial_of(config, shown).device.filters["ipv4", "A"]
    assert [line.label for line in acl.lines] == ["10", "20"]


def test_several_pairs_take_several_numbers():
    trial = BENCH.trial("ip access-list extended A\n 10 deny ip any any\n")
    acl = trial.device.filters["ipv4", "A"]
    pairs = (
        Pair(prefix("10.0.1.0/24", 32), prefix("10.0.2.0/24", 32)),
        Pair(prefix("10.0.2.0/24", 32), prefix("10.0.1.0/24", 32)),
    )
    remedy = PermitPackets("sw1", acl.key, Traffic.V2_IPV4, pairs, acl.lines[0], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.text == (
        f"{WHERE}"
        "ip access-list extended A\n"
        " 3 permit udp 10.0.1.0 0.0.0.255 10.0.2.0 0.0.0.255 eq 4791\n"
        " 6 permit udp 10.0.2.0 0.0.0.255 10.0.1.0 0.0.0.255 eq 4791\n"
    )
    assert prove(trial, snippet).proven


def test_a_repair_for_one_vlan_says_that_others_pass_too():
    trial = BENCH.trial("ip access-list extended A\n 10 deny ip any any\n")
    acl = trial.device.filters["ipv4", "A"]
    pair = Pair(prefix("10.0.1.0/24", 32), prefix("10.0.2.0/24", 32))
    remedy = PermitPackets(
        "sw1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[0], None, ((10, 10),)
    )
    snippet = render(PLATFORM, trial.device, remedy)
    assert "A names no VLAN: the packets pass in every VLAN where it acts." in snippet.impact
    assert prove(trial, snippet).proven


def test_repairs_of_one_map_do_not_take_the_same_number():
    trial = BENCH.trial("vlan access-map VM 100\n action drop\nvlan filter VM vlan-list 10\n")
    acl = trial.device.filters["mixed", "VM"]
    numbers = set()
    for traffic in (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6):
        remedy = PermitPackets("sw1", acl.key, traffic, (Pair((), ()),), acl.lines[0], None)
        snippet = render(PLATFORM, trial.device, remedy)
        numbers.add(next(line for line in snippet.text.splitlines() if "access-map" in line))
        assert prove(trial, snippet).proven
    assert len(numbers) == 3


def test_what_no_platform_word_can_say_is_not_repaired():
    trial = BENCH.trial("interface GigabitEthernet1/0/1\n switchport port-security\n")
    guard = next(key for key in trial.device.filters if key[0] == "mixed")
    line = trial.device.filters[guard].lines[0]
    remedy = PermitPackets("sw1", guard, Traffic.V1, (Pair((), ()),), line, None)
    assert render(PLATFORM, trial.device, remedy) is None
    assert render(PLATFORM, trial.device, SetRoceMode("sw1", "mlx5_0", 1, "v2", "", "")) is None


def test_a_list_that_a_server_gave_is_not_edited_on_the_device():
    trial = BENCH.trial("Extended IP access list D (per-user)\n    1 deny ip any any\n")
    acl = trial.device.filters["ipv4", "D"]
    pair = Pair(prefix("10.0.1.0/24", 32), prefix("10.0.2.0/24", 32))
    remedy = PermitPackets("sw1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[0], None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_list_that_is_bound_nowhere_is_not_built_anew():
    trial = BENCH.trial("mac access-list extended M\n deny any any 0x8915 0x0\n permit any any\n")
    acl = trial.device.filters["mac", "M"]
    remedy = PermitPackets("sw1", acl.key, Traffic.V1, (Pair((), ()),), acl.lines[0], None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_map_without_a_free_number_is_not_repaired():
    trial = BENCH.trial("vlan access-map VM 1\n action drop\nvlan filter VM vlan-list 10\n")
    acl = trial.device.filters["mixed", "VM"]
    remedy = PermitPackets("sw1", acl.key, Traffic.V1, (Pair((), ()),), acl.lines[0], None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_mac_list_that_drops_ipv6_is_said_to_let_all_of_it_through():
    config = "mac access-list extended M\n permit any any 0x8915 0x0\n"
    documents = (Document("running-config", config),)

    def reread(texts):
        return PLATFORM.read("sw1", texts, {"mac_acl_ipv6": "seen"})

    trial = Trial(reread(documents), documents, reread)
    acl = trial.device.filters["mac", "M"]
    pair = Pair(prefix("2001:db8::/64", 128), prefix("2001:db8::/64", 128))
    remedy = PermitPackets("sw1", acl.key, Traffic.V2_IPV6, (pair,), None, None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.text == f"{WHERE}mac access-list extended M\n permit any any 0x86DD 0x0\n"
    assert snippet.impact == ("M knows no ports: all IPv6 frames pass.",)
    assert prove(trial, snippet).proven


@pytest.mark.parametrize("remedy", ["permit_packets", "define_filter", "set_mtu"])
def test_a_remedy_of_another_kind_is_not_taken(remedy):
    trial = BENCH.trial("interface GigabitEthernet1/0/1\n")
    other = SetRoceMode("sw1", "mlx5_0", 1, "v2", "", "")
    assert PLATFORM.remedies[remedy](trial.device, other) is None
