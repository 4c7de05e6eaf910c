"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu, SetRoceMode
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render

CASES = YAML(typ="safe").load(
    (Path(__file__).parent / "cases" / "repairs.yml").read_text(encoding="utf-8")
)
WHERE = (
    "# paste in configuration mode: configure; then:\n"
    "# commit confirmed 5, and commit to keep the change\n"
)
"""What every snippet begins with."""


def sides_of(wanted):
    if "from" not in wanted:
        return Pair((), ())
    bits = IPV6_BITS if ":" in wanted["from"] else IPV4_BITS
    return Pair(prefix(wanted["from"], bits), prefix(wanted["to"], bits))


def permit_of(device, wanted, *more):
    key = tuple(wanted["filter"])
    lines = [each for each in device.filters[key].lines if each.label == wanted["before"]]
    before = lines[0] if lines else None
    pairs = (sides_of(wanted), *more)
    return PermitPackets(device.name, key, Traffic(wanted["traffic"]), pairs, before, None)


def remedy_of(device, case):
    if "permit" in case:
        return permit_of(device, case["permit"])
    if "define" in case:
        traffic = tuple(Traffic(each) for each in case["define"]["traffic"])
        return DefineFilter(device.name, device.bindings[0], traffic)
    interface = device.interfaces[case["mtu"]["interface"]]
    size = case["mtu"]["bytes"]
    return SetMtu(device.name, interface.name, size, interface.mtu_bytes, interface.source)


def trial_of(config):
    documents = (Document("running-config", config),)
    device = PLATFORM.read("leaf1", documents, {})
    return Trial(device, documents, lambda texts: PLATFORM.read("leaf1", texts, {}))


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case, ask_junos):
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    if case.get("none"):
        assert snippet is None
        return
    assert snippet is not None
    assert snippet.text.startswith(WHERE)
    assert snippet.text == WHERE + case.get("snippet", snippet.text.removeprefix(WHERE))
    assert snippet.rollback.startswith(WHERE)
    if "rollback" in case:
        assert snippet.rollback == WHERE + case["rollback"]
    if "impact" in case:
        assert case["impact"] in snippet.impact
    proof = prove(trial, snippet)
    assert [step.claim for step in proof.steps if not step.holds] == [], proof.reason
    if "now" in case:
        after = trial.after(snippet.text)
        assert {answer.verdict.value for answer in ask_junos(after, case["now"])} == {"permit"}


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "snippet" in case])
def test_a_repair_of_the_configuration_as_set_commands_is_the_same(title, flat):
    case = CASES[title]
    text = case["config"] if case["config"].startswith("set ") else flat(case["config"])
    trial = trial_of(text)
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    assert snippet is not None
    assert snippet.text == WHERE + case.get("snippet", snippet.text.removeprefix(WHERE))
    assert prove(trial, snippet).proven


def test_several_pairs_of_hosts_get_a_term_each():
    trial = trial_of(CASES["before-the-term-that-discards"]["config"])
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
    trial = trial_of(CASES["before-the-term-that-discards"]["config"])
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
