"""Databases and outputs from public repositories: nothing is lost, nothing crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.sonic import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import corpus_folder, lines_accounted

LEDGERS = loaded(Path(__file__).parent / "cases" / "corpus.yml")
# Files of the corpus that hold nothing but tables of other kinds, or only a few words.
SURE = 0.6


@pytest.fixture(scope="module")
def folder():
    return corpus_folder()


def read(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    return PLATFORM.read("leaf1", [Document(path.name, text)], {})


@pytest.mark.parametrize("name", LEDGERS)
def test_every_statement_of_a_public_database_is_accounted_for(name, folder):
    device = read(folder / "sonic" / name)
    assert lines_accounted(device) == LEDGERS[name]


def test_every_file_of_the_corpus_is_pinned_and_recognised(folder):
    files = sorted((folder / "sonic").iterdir())
    assert [path.name for path in files] == sorted(LEDGERS)
    for path in files:
        assert PLATFORM.detect(path.read_text(encoding="utf-8"))[0] >= SURE, path


def test_other_platforms_text_is_read_without_a_crash_and_not_taken_for_sonic(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.parent.name not in ("sonic", "corpus"):
            read(path)
            text = path.read_text(encoding="utf-8", errors="replace")
            assert PLATFORM.detect(text)[0] < SURE, path


def test_a_public_switch_is_judged_as_its_rules_say(folder, asked):
    rules = read(folder / "sonic" / "sonic-mgmt__custom_acl_table_acl_rules_ipv6.json")
    told = {"filter": "CUSTOM_IPV6_TABLE", "traffic": "v2-ipv6"}
    # DEFAULT_DROP_RULE drops one pair of addresses; RULE_NEXT_HEADER_UDP names UDP to another.
    ends = {"src": "2001:db8:200::1", "dst": "2001:db8:201::1"}
    assert asked(rules, **told, **ends) == ("deny",)
    assert asked(rules, **told, src="2001:db8:200::2") == ("permit",)
    fabric = read(folder / "sonic" / "sonic-utilities__filter_fdb_input_config_db.json")
    # Its tables have no rules: everything passes. Ethernet112 is a member of PortChannel0001.
    assert asked(fabric, **{"in": "Ethernet112"}) == ("deny", "permit", "permit")
    assert asked(fabric, **{"in": "Ethernet4", "out": "Ethernet8"}) == ("permit",) * 3
