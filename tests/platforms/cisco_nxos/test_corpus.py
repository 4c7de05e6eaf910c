"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import SHARED, account_of, check_all_pinned, corpus_text

CORPUS = SHARED / "corpus" / "nxos"
GOLDEN = loaded(Path(__file__).parent / "corpus_ledgers.yml")


def read_file(name):
    documents = [Document(name, corpus_text(CORPUS, name))]
    return PLATFORM.read("leaf1", documents, {})


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    assert account_of(read_file(name)) == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    check_all_pinned(CORPUS, GOLDEN)


def test_a_public_switch_bridges_and_routes_as_its_operator_meant(ask_nxos):
    device = read_file("SDN__Cisco_Nexus_3132_-_Redundant_TOR_Cisco_Nexus_3132-TOR1.cfg")
    questions = {
        # Storage VLANs 8 and 9 on the host trunks, bridged between hosts, routed between VLANs.
        "permit": {"in": "Eth1/3/1", "out": "Eth1/4/1", "vlan": 8, "traffic": "v1"},
        "deny": {"in": "Eth1/11", "traffic": "v1"},
    }
    for verdict, words in questions.items():
        (answer,) = ask_nxos(device, words)
        assert answer.verdict.value == verdict
    (routed,) = ask_nxos(device, {"in": "Eth1/27", "out": "Eth1/3/1", "traffic": "v2-ipv4"})
    assert routed.verdict.value == "permit"
