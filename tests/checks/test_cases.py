"""Runs every case file of this folder: configuration in, findings out, repair, clean again."""

import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.checks import all_checks, document

sys.path.insert(0, str(Path(__file__).parent))
from harness import found_by, repaired

CHECKS = {check.name: check for check in all_checks()}
FILES = sorted(Path(__file__).parent.glob("*/*.yml"))
CONTENTS = {file: YAML(typ="safe").load(file.read_text(encoding="utf-8")) for file in FILES}
KEYS = ("verdict", "line", "places", "device", "severity")


def _cases():
    for file, content in CONTENTS.items():
        if "hosts" in file.parts:
            continue
        for name, case in content["cases"].items():
            if "config" in case:
                yield pytest.param(content["check"], case, id=f"{file.stem}::{name}")


def _told(finding, wanted):
    seen = {
        "verdict": finding.verdict.value,
        "line": finding.evidence[0].line if finding.evidence else None,
        "places": list(finding.places),
        "device": finding.device,
        "severity": finding.severity.value,
        "message": finding.message,
        "sport": finding.witness.get("sport"),
    }
    return {key: seen[key] for key in wanted}


@pytest.mark.parametrize(("name", "case"), list(_cases()))
def test_case(name, case):
    found, _, _ = found_by(case, name)
    expected = case["expect"]
    assert len(found) == len(expected), [f.message for f in found]
    for finding, wanted in zip(found, expected, strict=True):
        assert _told(finding, wanted) == wanted
    if "fix" in case:
        _check_fix(name, case)


def _check_fix(name, case):
    repairs = repaired(case)
    texts = [each.snippet.text for each in repairs.each if each.snippet]
    reasons = [each.proof.reason for each in repairs.each if each.proof]
    assert all(each.proven for each in repairs.each), reasons
    assert "".join(texts) == case["fix"]
    assert [f.message for f in repairs.left if f.name == name] == []


def test_every_check_has_cases():
    assert {content["check"] for content in CONTENTS.values()} == set(CHECKS)


@pytest.mark.parametrize("check", CHECKS.values(), ids=list(CHECKS))
def test_every_check_has_its_document(check):
    for heading in ("What it finds", "Why it matters", "What to do", "Source"):
        assert f"\n{heading}\n" in document(check), heading


def test_codes_are_unique_and_of_their_form():
    codes = [check.code for check in CHECKS.values()]
    assert len(codes) == len(set(codes))
    for code in codes:
        assert code[:-3].isalpha()
        assert code[:-3].isupper()
        assert code[-3:].isdigit()


def test_names_are_conditions_in_kebab_case():
    for name in CHECKS:
        assert name == name.lower()
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
        assert not name.startswith(("no-", "disallow-", "check-", "verify-"))
