"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu, SetRoceMode
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render

CASES = YAML(typ="safe").load(
    (Path(__file__).parent / "cases" / "repairs.yml").read_text(encoding="utf-8")
)
WHERE = "! paste in EXEC mode\n"
"""What every snippet begins with."""
NAMED = [pytest.param(case, id=title) for title, case in CASES.items()]


def sides_of(wanted):
    if "from" not in wanted:
        return Pair((), ())
    bits = IPV6_BITS if ":" in wanted["from"] else IPV4_BITS
    return Pair(prefix(wanted["from"], bits), prefix(wanted["to"], bits))


def remedy_of(device, case):
    if "permit" in case:
        wanted = case["permit"]
        key = tuple(wanted["filter"])
        lines = [each for each in device.filters[key].lines if each.label == wanted["before"]]
        return PermitPackets(
            device=device.name,
            filter=key,
            traffic=Traffic(wanted["traffic"]),
            pairs=(sides_of(wanted),),
            before=lines[0] if lines else None,
            binding=None,
            vlans=single(wanted["vlan"]) if "vlan" in wanted else (),
        )
    if "define" in case:
        (binding,) = device.bindings
        traffic = tuple(Traffic(each) for each in case["define"]["traffic"])
        return DefineFilter(device.name, binding, traffic)
    interface = device.interfaces[case["mtu"]["interface"]]
    size = case["mtu"]["bytes"]
    return SetMtu(device.name, interface.name, size, interface.mtu_bytes, interface.source)


def trial_of(config):
    documents = (Document("running-config", config),)
    device = PLATFORM.read("r1", documents, {})
    return Trial(device, documents, lambda texts: PLATFORM.read("r1", texts, {}))


@pytest.mark.parametrize("case", NAMED)
def test_the_repair_is_the_expected_text_and_proven(case, ask_xr):
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    if case.get("none"):
        assert snippet is None
        return
    assert snippet is not None
    assert snippet.text.startswith(WHERE)
    assert snippet.rollback.startswith(WHERE)
    if "snippet" in case:
        assert snippet.text == WHERE + case["snippet"]
    if "rollback" in case:
        assert snippet.rollback == WHERE + case["rollback"]
    if "impact" in case:
        assert case["impact"] in snippet.impact
    assert len(snippet.widens) == case.get("widens", 0)
    proof = prove(trial, snippet)
    failed = [step.claim for step in proof.steps if not step.holds]
    assert failed == ([case["unproven"]] if "unproven" in case else []), proof.reason
    if "now" in case:
        answers = ask_xr(trial.after(snippet.text), case["now"])
        assert {each.verdict.value for each in answers} == {"permit"}


@pytest.mark.parametrize("title", [title for title, case in CASES.items() if "mtu" in case])
def test_the_mtu_is_read_back_in_the_platforms_own_count(title):
    case = CASES[title]
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    after = trial.after(snippet.text) if snippet else trial.device
    assert (after.interfaces[case["mtu"]["interface"]].mtu_bytes or 0) == case["mtu"]["mtu"]


def test_several_pairs_become_the_fewest_entries_without_repetition():
    trial = trial_of("ipv4 access-list A\n 100 deny ipv4 any any\n")
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
    trial = trial_of("ethernet-services access-list M\n 10 permit any any 88cc\n 50 deny any any\n")
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
    trial = trial_of("ipv4 access-list A\n 2147483646 permit tcp any any\n")
    acl = trial.device.filters["ipv4", "A"]
    remedy = PermitPackets("r1", acl.key, Traffic.V2_IPV4, (Pair((), ()),), None, None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_long_run_without_a_gap_is_not_moved():
    rows = [f" {n} permit udp any any nexthop1 ipv4 10.0.0.1" for n in range(1, 3)]
    rows += [f" {n} deny udp host 10.0.{n >> 8}.{n & 255} any" for n in range(3, 400)]
    trial = trial_of("\n".join(["ipv4 access-list A", *rows]))
    acl = trial.device.filters["ipv4", "A"]
    before = next(line for line in acl.lines if line.label == "3")
    remedy = PermitPackets("r1", acl.key, Traffic.V2_IPV4, (Pair((), ()),), before, None)
    assert render(PLATFORM, trial.device, remedy) is None


def test_a_repair_for_hosts_or_of_a_missing_filter_is_not_offered():
    trial = trial_of("interface HundredGigE0/0/0/0\n mtu 1514\n")
    mode = SetRoceMode("r1", "mlx5_0", 1, "v2", "v1", "ens1f0")
    gone = PermitPackets("r1", ("ipv4", "A"), Traffic.V2_IPV4, (), None, None)
    for remedy in (mode, gone):
        for repair in PLATFORM.remedies.values():
            assert repair(trial.device, remedy) is None
