"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document

SHARED = Path(__file__).parents[4] / "shared"
CORPUS = SHARED / "corpus" / "iosxr"
GOLDEN = YAML(typ="safe").load(
    (Path(__file__).parent / "corpus_ledgers.yml").read_text(encoding="utf-8")
)


def read_file(name):
    path = CORPUS / name
    if not path.exists():
        if os.environ.get("CI") and SHARED.is_dir():
            pytest.fail(f"the corpus is missing: {name}")
        pytest.skip("the optional folder ../shared/corpus is not there")
    text = path.read_text(encoding="utf-8", errors="replace")
    return PLATFORM.read("r1", [Document(name, text)], {})


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    device = read_file(name)
    ledger = device.ledger
    found = {
        "read": ledger.read,
        "no_effect": ledger.no_effect,
        "uncertain": len(ledger.uncertain),
        "filters": len(device.filters),
        "interfaces": len(device.interfaces),
    }
    assert found == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    if not CORPUS.exists():
        pytest.skip("the optional folder ../shared/corpus is not there")
    assert {path.name for path in CORPUS.iterdir()} == set(GOLDEN)


def test_an_abf_list_of_a_public_file_permits_and_redirects(ask_xr):
    device = read_file("batfish__testconfigs_interface-acl-common-abf")
    (answer,) = ask_xr(device, {"in": "Gi0/0/0/1", "traffic": "v2-ipv4"})
    assert answer.verdict.value == "deny"
    assert any("next hop" in note for note in answer.notes)


def test_text_of_other_platforms_is_read_without_a_crash_and_not_taken_for_this_one():
    if not CORPUS.exists():
        pytest.skip("the optional folder ../shared/corpus is not there")
    for path in sorted(CORPUS.parent.rglob("*")):
        if path.is_file() and path.parent.name not in ("iosxr", "corpus"):
            text = path.read_text(encoding="utf-8", errors="replace")
            PLATFORM.read("r1", [Document(path.name, text)], {})
            assert PLATFORM.detect(text)[0] < 0.6, path
