"""Configurations and outputs from public repositories: nothing is lost, nothing crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import corpus_folder, lines_accounted

LEDGERS = loaded(Path(__file__).parent / "cases" / "corpus.yml")


@pytest.fixture(scope="module")
def folder():
    return corpus_folder()


@pytest.mark.parametrize("name", LEDGERS)
def test_every_statement_of_a_public_configuration_is_accounted_for(name, folder):
    text = (folder / "eos" / name).read_text(encoding="utf-8", errors="replace")
    device = PLATFORM.read("leaf1", [Document(name, text)], {})
    assert lines_accounted(device) == LEDGERS[name]


def test_every_file_of_the_corpus_is_pinned(folder):
    assert sorted(path.name for path in (folder / "eos").iterdir()) == sorted(LEDGERS)


def test_other_platforms_text_is_read_without_a_crash_and_not_taken_for_eos(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.parent.name not in ("eos", "corpus"):
            text = path.read_text(encoding="utf-8", errors="replace")
            PLATFORM.read("leaf1", [Document(path.name, text)], {})
            assert PLATFORM.detect(text)[0] <= 0.6, path
