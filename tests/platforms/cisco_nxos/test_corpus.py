"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from roce_audit.platforms.cisco_nxos import PLATFORM
from roce_audit.reading.document import Document

SHARED = Path(__file__).parents[4] / "shared"
CORPUS = SHARED / "corpus" / "nxos"
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
    return PLATFORM.read("leaf1", [Document(name, text)], {})


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
