"""Configurations and outputs from public repositories: nothing is lost, nothing crashes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.reading.document import Document

SHARED = Path(__file__).parents[4] / "shared"
CORPUS = SHARED / "corpus"
LEDGERS = YAML(typ="safe").load(
    (Path(__file__).parent / "cases" / "corpus.yml").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def folder():
    if not CORPUS.is_dir():
        if os.environ.get("CI") and SHARED.is_dir():
            pytest.fail("the corpus is missing")
        pytest.skip("the corpus of public configurations is not here")
    return CORPUS


@pytest.mark.parametrize("name", LEDGERS)
def test_every_statement_of_a_public_configuration_is_accounted_for(name, folder):
    text = (folder / "eos" / name).read_text(encoding="utf-8", errors="replace")
    device = PLATFORM.read("leaf1", [Document(name, text)], {})
    assert {
        "read": device.ledger.read,
        "no_effect": device.ledger.no_effect,
        "uncertain": [each.source.line for each in device.ledger.uncertain],
        "filters": len(device.filters),
        "bindings": len(device.bindings),
        "interfaces": len(device.interfaces),
    } == LEDGERS[name]


def test_every_file_of_the_corpus_is_pinned(folder):
    assert sorted(path.name for path in (folder / "eos").iterdir()) == sorted(LEDGERS)


def test_other_platforms_text_is_read_without_a_crash_and_not_taken_for_eos(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.parent.name not in ("eos", "corpus"):
            text = path.read_text(encoding="utf-8", errors="replace")
            PLATFORM.read("leaf1", [Document(path.name, text)], {})
            assert PLATFORM.detect(text)[0] <= 0.6, path
