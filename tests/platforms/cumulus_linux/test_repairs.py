"""Repairs: the text, and the proof that it does what it claims and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu, SetRoceMode
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.platforms.cumulus_linux.remedy import free_numbers
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render

CASES = YAML(typ="safe").load(
    (Path(__file__).parent / "cases" / "repairs.yml").read_text(encoding="utf-8")
)
WHERE = "# run in a shell on the switch\n"
"""What every snippet begins with."""
MARK = re.compile(r"(?<=roce_audit_)[0-9a-f]{10}")


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
            device.name, key, Traffic(wanted["traffic"]), (sides_of(wanted),), lines[0], None
        )
    if "define" in case:
        traffic = tuple(Traffic(each) for each in case["define"]["traffic"])
        return DefineFilter(device.name, device.bindings[0], traffic)
    interface = device.interfaces[case["mtu"]["interface"]]
    size = case["mtu"]["bytes"]
    return SetMtu(device.name, interface.name, size, interface.mtu_bytes, interface.source)


def trial_of(config):
    documents = (Document("config", config),)
    device = PLATFORM.read("leaf1", documents, {})
    return Trial(device, documents, lambda texts: PLATFORM.read("leaf1", texts, {}))


@pytest.mark.parametrize("case", [pytest.param(case, id=title) for title, case in CASES.items()])
def test_the_repair_is_the_expected_text_and_proven(case, ask_cumulus):
    trial = trial_of(case["config"])
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, case))
    if case.get("none"):
        assert snippet is None
        return
    assert snippet is not None
    for part, text in (("snippet", snippet.text), ("rollback", snippet.rollback)):
        assert text.startswith(WHERE)
        if part in case:
            assert MARK.sub("MARK", text) == WHERE + case[part]
    if "impact" in case:
        assert case["impact"] in snippet.impact
    proof = prove(trial, snippet)
    assert proof.proven, proof.reason
    if "now" in case:
        after = trial.after(snippet.text)
        assert {answer.verdict.value for answer in ask_cumulus(after, case["now"])} == {"permit"}
        back = trial.after(snippet.text, snippet.rollback)
        assert {answer.verdict.value for answer in ask_cumulus(back, case["now"])} == {"deny"}


def test_a_mode_of_hosts_is_not_repaired_on_a_switch():
    device = trial_of("nv set interface swp1 link mtu 1500\n").device
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
