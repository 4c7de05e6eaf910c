"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import SHARED, account_of, check_all_pinned, corpus_text

CORPUS = SHARED / "corpus" / "cumulus"
GOLDEN = loaded(Path(__file__).parent / "corpus_ledgers.yml")


def text_of(name):
    text = corpus_text(CORPUS, name)
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
    assert {**account_of(device), "gaps": len(device.gaps)} == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    check_all_pinned(CORPUS, GOLDEN)


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
