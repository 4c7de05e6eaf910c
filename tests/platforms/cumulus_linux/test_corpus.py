"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document

SHARED = Path(__file__).parents[4] / "shared"
CORPUS = SHARED / "corpus" / "cumulus"
GOLDEN = YAML(typ="safe").load(
    (Path(__file__).parent / "corpus_ledgers.yml").read_text(encoding="utf-8")
)


def text_of(name):
    path = CORPUS / name
    if not path.exists():
        if os.environ.get("CI") and SHARED.is_dir():
            pytest.fail(f"the corpus is missing: {name}")
        pytest.skip("the optional folder ../shared/corpus is not there")
    text = path.read_text(encoding="utf-8", errors="replace")
    return replayed(text) if name.startswith("oxidized") else text


def replayed(text):
    """Return what a recorded session printed."""
    session = YAML(typ="safe").load(text)
    printed = "".join(str(each) for each in session["commands"].values())
    return (
        printed.replace("\\e", "\x1b")
        .replace("\\r", "\r")
        .replace("\\x20", " ")
        .replace('\\"', '"')
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    device = PLATFORM.read("leaf1", [Document(name, text_of(name))], {})
    found = {
        "read": device.ledger.read,
        "no_effect": device.ledger.no_effect,
        "uncertain": len(device.ledger.uncertain),
        "filters": len(device.filters),
        "interfaces": len(device.interfaces),
        "gaps": len(device.gaps),
    }
    assert found == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    if not CORPUS.exists():
        pytest.skip("the optional folder ../shared/corpus is not there")
    assert {path.name for path in CORPUS.iterdir()} == set(GOLDEN)


def test_a_public_compiler_output_permits_and_denies_as_its_policy_says(ask_cumulus):
    name = "aerleon__nvueapi_NvueApiTest.testMultipleTerms.stdout.ref"
    device = PLATFORM.read("leaf1", [Document(name, text_of(name))], {})
    (answer,) = ask_cumulus(device, {"filter": "test-filter", "traffic": "v2-ipv4"})
    assert answer.verdict.value == "deny"
    assert {each.trail[-1].line.label for each in answer.outcomes} == {"40"}


def test_a_recorded_session_of_a_switch_shows_its_ranges(ask_cumulus):
    name = "oxidized__data_cumulus_MSN2010_5.9.2_nvue_custom_simulation.yaml"
    device = PLATFORM.read("leaf1", [Document(name, text_of(name))], {})
    assert {f"swp{number}" for number in range(1, 23)} <= set(device.interfaces)
    assert not device.interfaces["swp18"].enabled
    assert device.interfaces["swp19"].enabled
    for port, verdict in (("swp18", "deny"), ("swp19", "permit")):
        (answer,) = ask_cumulus(device, {"in": port, "traffic": "v2-ipv4"})
        assert answer.verdict.value == verdict
