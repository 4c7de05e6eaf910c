"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import ABSENT, SHARED, account_of, check_all_pinned, corpus_text

CORPUS = SHARED / "corpus" / "iosxr"
GOLDEN = loaded(Path(__file__).parent / "corpus_ledgers.yml")


def read_file(name):
    documents = [Document(name, corpus_text(CORPUS, name))]
    return PLATFORM.read("r1", documents, {})


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    assert account_of(read_file(name)) == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    check_all_pinned(CORPUS, GOLDEN)


def test_an_abf_list_of_a_public_file_permits_and_redirects(ask_xr):
    device = read_file("batfish__testconfigs_interface-acl-common-abf")
    (answer,) = ask_xr(device, {"in": "Gi0/0/0/1", "traffic": "v2-ipv4"})
    assert answer.verdict.value == "deny"
    assert any("next hop" in note for note in answer.notes)


def test_text_of_other_platforms_is_read_without_a_crash_and_not_taken_for_this_one():
    if not CORPUS.exists():
        pytest.skip(ABSENT)
    for path in sorted(CORPUS.parent.rglob("*")):
        if path.is_file() and path.parent.name not in ("iosxr", "corpus"):
            text = path.read_text(encoding="utf-8", errors="replace")
            PLATFORM.read("r1", [Document(path.name, text)], {})
            assert PLATFORM.detect(text)[0] < 0.6, path
