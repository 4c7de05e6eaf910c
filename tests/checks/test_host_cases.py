"""Runs the case files of hosts: a described host in, findings out, and nothing else found."""

import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

sys.path.insert(0, str(Path(__file__).parent))
from host_harness import judged, repaired

HERE = Path(__file__).parent / "host"


def _load(folder):
    for file in sorted(folder.glob("*.yml")):
        content = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
        for name, case in content["cases"].items():
            yield pytest.param(content.get("check"), case, id=f"{file.stem}::{name}")


def _matches(finding, wanted):
    seen = {
        "severity": finding.severity.value,
        "verdict": finding.verdict.value,
        "subject": finding.subject,
        "device": finding.device,
    }
    plain = {key: value for key, value in wanted.items() if key in seen}
    told = wanted.get("says", [])
    words = [told] if isinstance(told, str) else told
    return all(seen[key] == value for key, value in plain.items()) and all(
        word in finding.message for word in words
    )


@pytest.mark.parametrize(("name", "case"), list(_load(HERE)))
def test_a_host_check_finds_what_is_planted_and_no_more(name, case):
    everything = judged(case)
    found = [f for f in everything if f.name == name]
    assert len(found) == len(case["expect"]), [f.message for f in found]
    for finding, wanted in zip(found, case["expect"], strict=True):
        assert _matches(finding, wanted), (finding, wanted)
    allowed = {name, *case.get("also", [])}
    assert {f.name for f in everything} <= allowed, [f.message for f in everything]
    if "fix" in case:
        _check_fix(name, case)


def _check_fix(name, case):
    repairs = repaired(case)
    assert repairs.each
    assert all(each.proven for each in repairs.each), [each.proof for each in repairs.each]
    text = "".join(each.snippet.text for each in repairs.each)
    undo = "".join(each.snippet.rollback for each in repairs.each)
    for line in case["fix"]:
        assert line in text, text
    for line in case.get("undo", []):
        assert line in undo, undo
    assert [f.message for f in repairs.left if f.name == name] == []


@pytest.mark.parametrize(("_name", "case"), list(_load(HERE / "reports")))
def test_a_public_failure_is_told_as_its_thread_ended(_name, case):
    everything = judged(case)
    for wanted in case["expect"]:
        assert any(f.name == wanted["check"] and _matches(f, wanted) for f in everything), [
            (f.name, f.severity, f.message) for f in everything
        ]
    allowed = {wanted["check"] for wanted in case["expect"]} | set(case.get("also", []))
    assert {f.name for f in everything} <= allowed, [(f.name, f.message) for f in everything]


@pytest.mark.parametrize(("_name", "case"), list(_load(HERE / "clean")))
def test_a_sound_host_has_no_finding(_name, case):
    assert [(f.name, f.message) for f in judged(case)] == []


def test_there_are_sound_hosts_and_public_failures_enough():
    assert len(list(_load(HERE / "clean"))) >= 10
    assert len(list(_load(HERE / "reports"))) >= 20
