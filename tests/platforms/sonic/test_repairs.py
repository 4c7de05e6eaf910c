"""Repairs: the patch, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu, SetRoceMode
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render

CASES = YAML(typ="safe").load(
    (Path(__file__).parent / "cases" / "repairs.yml").read_text(encoding="utf-8")
)
NAMED = [pytest.param(case, id=title) for title, case in CASES.items()]


def sides_of(wanted):
    if "from" not in wanted:
        return Pair((), ())
    bits = IPV6_BITS if ":" in wanted["from"] else IPV4_BITS
    return Pair(prefix(wanted["from"], bits), prefix(wanted["to"], bits))


def remedy_of(device, case):
    if "permit" in case:
        wanted = case["permit"]
        key = ("mixed", wanted["filter"])
        lines = [each for each in device.filters[key].lines if each.label == wanted["before"]]
        return PermitPackets(
            device=device.name,
            filter=key,
            traffic=Traffic(wanted["traffic"]),
            pairs=(sides_of(wanted),),
            before=lines[0],
            binding=None,
            vlans=single(wanted["vlan"]) if "vlan" in wanted else (),
        )
    if "define" in case:
        binding = next(each for each in device.bindings if each.filter == ("mixed", "A"))
        traffic = tuple(Traffic(each) for each in case["define"]["traffic"])
        return DefineFilter(device.name, binding, traffic)
    interface = device.interfaces[case["mtu"]["interface"]]
    size = case["mtu"]["bytes"]
    return SetMtu(device.name, interface.name, size, interface.mtu_bytes, interface.source)


def trial_of(config):
    documents = (Document("config_db.json", config),)
    device = PLATFORM.read("leaf1", documents, {})
    return Trial(device, documents, lambda texts: PLATFORM.read("leaf1", texts, {}))


@pytest.mark.parametrize("case", NAMED)
def test_the_repair_is_the_expected_patch_and_proven(case, asked):
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    if case.get("none"):
        assert snippet is None
        return
    assert snippet is not None
    assert snippet.extension == "json"
    assert isinstance(json.loads(snippet.text), list)
    assert isinstance(json.loads(snippet.rollback), list)
    for part in ("snippet", "rollback"):
        if part in case:
            assert {"snippet": snippet.text, "rollback": snippet.rollback}[part] == case[part]
    if "impact" in case:
        assert case["impact"] in snippet.impact
    assert len(snippet.widens) == case.get("widens", 0)
    proof = prove(trial, snippet)
    assert proof.proven, proof.reason
    if "now" in case:
        assert set(asked(trial.after(snippet.text), **case["now"])) == {"permit"}


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back(title):
    case = CASES[title]
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    after = trial.after(snippet.text) if snippet else trial.device
    assert (after.interfaces[case["mtu"]["interface"]].mtu_bytes or 0) == case["mtu"]["mtu"]


DROPPING = """{"PORT": {"Ethernet0": {"admin_status": "up"}},
 "ACL_TABLE": {"A": {"type": "L3", "ports": ["Ethernet0"]}},
 "ACL_RULE": {"A|D": {"PRIORITY": "5", "PACKET_ACTION": "DROP", "IP_TYPE": "ANY"}}}"""


def permit(trial, traffic, *pairs):
    acl = trial.device.filters["mixed", "A"]
    return PermitPackets("leaf1", acl.key, traffic, pairs or (Pair((), ()),), acl.lines[0], None)


def test_several_pairs_become_rules_of_their_own():
    trial = trial_of(DROPPING)
    hosts = Pair(prefix("10.0.0.0/31", 32), ((0x0A000102, 0x0A000104),))
    snippet = render(PLATFORM, trial.device, permit(trial, Traffic.V2_IPV4, hosts, hosts))
    rules = [operation["value"] for operation in json.loads(snippet.text)]
    assert [(rule["PRIORITY"], rule["SRC_IP"], rule["DST_IP"]) for rule in rules] == [
        ("6", "10.0.0.0/31", "10.0.1.2/31"),
        ("11", "10.0.0.0/31", "10.0.1.4/32"),
    ]
    assert prove(trial, snippet).proven


def test_repairs_of_all_traffic_of_one_table_fit_together(asked):
    trial = trial_of(DROPPING)
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
    trial = trial_of(DROPPING.replace('"L3"', '"L2"'))
    assert render(PLATFORM, trial.device, permit(trial, Traffic.V1)) is None


def test_a_broken_text_is_not_repaired():
    trial = trial_of(DROPPING[:-1])
    assert render(PLATFORM, trial.device, permit(trial, Traffic.V1)) is None


def test_a_repair_for_hosts_or_of_a_missing_table_is_not_offered():
    trial = trial_of(DROPPING)
    mode = SetRoceMode("leaf1", "mlx5_0", 1, "v2", "v1", "ens1f0")
    gone = PermitPackets("leaf1", ("mixed", "B"), Traffic.V2_IPV4, (), None, None)
    for remedy in (mode, gone):
        for repair in PLATFORM.remedies.values():
            assert repair(trial.device, remedy) is None
