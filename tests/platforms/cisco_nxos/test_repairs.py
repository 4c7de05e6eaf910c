"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets, SetMtu
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reaudit.prove import prove
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_mtu,
    check_no_room_behind,
    check_nothing_offered,
    check_repair,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "leaf1", "running-config")
WHERE = "! paste in configuration mode: configure terminal\n"
"""What every snippet begins with."""


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case):
    check_repair(BENCH, case, where=WHERE)


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back(title):
    check_mtu(BENCH, CASES[title])


def test_the_mtu_of_a_member_is_that_of_its_port_channel():
    config = "interface port-channel1\n  switchport\ninterface Ethernet1/1\n  channel-group 1\n"
    trial = BENCH.trial(config)
    port = trial.device.interfaces["Ethernet1/1"]
    remedy = SetMtu("leaf1", "Ethernet1/1", 4200, None, port.source)
    assert render(PLATFORM, trial.device, remedy).text.startswith(
        f"{WHERE}interface port-channel1\n"
    )


def many_pairs(count):
    return Pair(
        tuple((at, at) for at in range(0x0A000001, 0x0A000001 + 2 * count, 2)),
        prefix("10.1.0.0/16", IPV4_BITS),
    )


def test_more_lines_than_free_numbers_become_one_line_with_a_group(ask_nxos):
    trial = BENCH.trial("ip access-list A\n  10 deny ip any any\n")
    acl = trial.device.filters["ipv4", "A"]
    pairs = (many_pairs(12),)
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV4, pairs, acl.lines[0], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.text.splitlines()[:4] == [
        WHERE.strip(),
        "object-group ip address ROCE-S1-A",
        "  10 10.0.0.1/32",
        "  20 10.0.0.3/32",
    ]
    assert snippet.text.splitlines()[-1] == (
        "  5 permit udp addrgroup ROCE-S1-A 10.1.0.0/16 eq 4791"
    )
    assert snippet.rollback.splitlines()[-1] == "no object-group ip address ROCE-S1-A"
    assert prove(trial, snippet).proven
    after = trial.after(snippet.text)
    words = {"filter": "A", "traffic": "v2-ipv4", "dst": "10.1.0.0/16"}
    (inside,) = ask_nxos(after, {**words, "src": "10.0.0.23"})
    (beside,) = ask_nxos(after, {**words, "src": "10.0.0.24"})
    assert (inside.verdict.value, beside.verdict.value) == ("permit", "deny")


def test_many_lines_of_an_ipv6_list_without_room_renumber_it():
    trial = BENCH.trial("ipv6 access-list A\n  10 deny ipv6 any any\n")
    acl = trial.device.filters["ipv6", "A"]
    base = prefix("2001:db8::1", IPV6_BITS)[0][0]
    pair = Pair(tuple((base + 2 * at, base + 2 * at) for at in range(12)), ())
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV6, (pair,), acl.lines[0], None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert "resequence ipv6 access-list A 20 20" in snippet.text
    assert prove(trial, snippet).proven


def test_an_entry_that_exists_already_is_not_renumbered_around():
    config = "ip access-list A\n  1 deny udp any any\n  2 permit udp any any eq 4791\n"
    trial = BENCH.trial(config)
    acl = trial.device.filters["ipv4", "A"]
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV4, (Pair((), ()),), acl.lines[0], None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_what_passes_in_further_vlans_is_said():
    trial = BENCH.trial("ip access-list A\n  10 deny ip any any\n")
    acl = trial.device.filters["ipv4", "A"]
    pair = Pair(prefix("10.0.0.1", IPV4_BITS), prefix("10.0.0.2", IPV4_BITS))
    remedy = PermitPackets(
        "leaf1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[0], None, ((100, 100),)
    )
    snippet = render(PLATFORM, trial.device, remedy)
    assert "The list lets the packets of every VLAN of the port pass." in snippet.impact
    assert prove(trial, snippet).proven


def test_repairs_of_one_list_fit_together(ask_nxos):
    trial = BENCH.trial("mac access-list M\n  10 permit any any ip\n  20 deny any any\n")
    acl = trial.device.filters["mac", "M"]
    texts = [
        render(
            PLATFORM,
            trial.device,
            PermitPackets("leaf1", acl.key, traffic, (Pair((), ()),), acl.lines[1], None),
        ).text
        for traffic in (Traffic.V1, Traffic.ARP)
    ]
    after = trial.after(*texts)
    entries = [line.source.text for line in after.filters["mac", "M"].lines]
    assert len(entries) == 4
    assert entries[-1] == "20 deny any any"


def test_repairs_of_one_vlan_map_fit_together():
    config = (
        "mac access-list N\n  10 permit any any\nip access-list N\n  10 permit ip any any\n"
        "vlan access-map VM 10\n  match ip address N\n  match mac address N\n  action drop\n"
    )
    trial = BENCH.trial(config)
    acl = trial.device.filters["mixed", "VM"]
    texts = [
        render(
            PLATFORM,
            trial.device,
            PermitPackets("leaf1", acl.key, traffic, (Pair((), ()),), acl.lines[0], None),
        ).text
        for traffic in Traffic
    ]
    after = trial.after(*texts).filters["mixed", "VM"]
    assert len({line.label for line in after.lines}) == 1 + len(Traffic)


def test_numbers_at_the_top_of_the_range_leave_no_room_behind():
    check_no_room_behind(
        BENCH, "ip access-list A\n  4294967295 permit tcp any any\n", ("ipv4", "A")
    )


def test_a_repair_for_hosts_or_of_a_missing_filter_is_not_offered():
    check_nothing_offered(BENCH, "interface Ethernet1/1\n  switchport\n", ("ipv4", "A"))
