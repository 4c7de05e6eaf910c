"""Repairs: the patch, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render
from tests.platforms.asking import Bench
from tests.platforms.case_files import loaded
from tests.platforms.repairs import (
    check_mtu,
    check_nothing_offered,
    check_repair,
    check_widening,
)

CASES = loaded(Path(__file__).parent / "cases" / "repairs.yml")
BENCH = Bench(PLATFORM, "leaf1", "config_db.json")
NAMED = [pytest.param(case, id=title) for title, case in CASES.items()]


@pytest.mark.parametrize("case", NAMED)
def test_the_repair_is_the_expected_patch_and_proven(case):
    found = check_repair(BENCH, case)
    check_widening(found, case)
    if found is not None:
        _, snippet = found
        assert snippet.extension == "json"
        assert isinstance(json.loads(snippet.text), list)
        assert isinstance(json.loads(snippet.rollback), list)


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back(title):
    check_mtu(BENCH, CASES[title])


DROPPING = """{"PORT": {"Ethernet0": {"admin_status": "up"}},
 "ACL_TABLE": {"A": {"type": "L3", "ports": ["Ethernet0"]}},
 "ACL_RULE": {"A|D": {"PRIORITY": "5", "PACKET_ACTION": "DROP", "IP_TYPE": "ANY"}}}"""


def permit(trial, traffic, *pairs):
    acl = trial.device.filters["mixed", "A"]
    return PermitPackets("leaf1", acl.key, traffic, pairs or (Pair((), ()),), acl.lines[0], None)


def test_several_pairs_become_rules_of_their_own():
    trial = BENCH.trial(DROPPING)
    hosts = Pair(prefix("10.0.0.0/31", 32), ((0x0A000102, 0x0A000104),))
    snippet = render(PLATFORM, trial.device, permit(trial, Traffic.V2_IPV4, hosts, hosts))
    rules = [operation["value"] for operation in json.loads(snippet.text)]
    assert [(rule["PRIORITY"], rule["SRC_IP"], rule["DST_IP"]) for rule in rules] == [
        ("6", "10.0.0.0/31", "10.0.1.2/31"),
        ("11", "10.0.0.0/31", "10.0.1.4/32"),
    ]
    assert prove(trial, snippet).proven


def test_repairs_of_all_traffic_of_one_table_fit_together(asked):
    trial = BENCH.trial(DROPPING)
    texts = [
        render(PLATFORM, trial.device, permit(trial, traffic)).text
        for traffic in (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6, Traffic.ARP, Traffic.ND)
    ]
    after = trial.after(*texts)
    assert asked(after, filter="A") == ("permit", "permit", "permit")
    priorities = list(after.facts["mixed", "A"].priorities.values())
    assert len(set(priorities)) == len(priorities)


def test_a_repair_stands_above_a_drop_for_some_ports_alone():
    config = DROPPING.replace('"5"', '"5", "IN_PORTS": "Ethernet0"').replace('"L3"', '"L3V4V6"')
    documents = (Document("config_db.json", config),)

    def reread(texts):
        return PLATFORM.read("leaf1", texts, {"l3v4v6": "supported"})

    trial = Trial(reread(documents), documents, reread)
    snippet = render(PLATFORM, trial.device, permit(trial, Traffic.V1))
    assert json.loads(snippet.text)[0]["value"]["PRIORITY"] == "10"


def test_a_table_that_does_nothing_needs_no_repair():
    trial = BENCH.trial(DROPPING.replace('"L3"', '"L2"'))
    assert render(PLATFORM, trial.device, permit(trial, Traffic.V1)) is None


def test_a_broken_text_is_not_repaired():
    trial = BENCH.trial(DROPPING[:-1])
    assert render(PLATFORM, trial.device, permit(trial, Traffic.V1)) is None


def test_a_repair_for_hosts_or_of_a_missing_table_is_not_offered():
    check_nothing_offered(BENCH, DROPPING, ("mixed", "B"))
