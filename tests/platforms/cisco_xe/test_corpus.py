"""Public captures and configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import SHARED, account_of, check_all_pinned, corpus_text

CORPUS = SHARED / "corpus" / "iosxe"
GOLDEN = loaded(Path(__file__).parent / "corpus_ledgers.yml")


def read_file(name, **assume):
    documents = [Document(name, corpus_text(CORPUS, name))]
    return PLATFORM.read("sw1", documents, assume)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    assert account_of(read_file(name)) == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    check_all_pinned(CORPUS, GOLDEN)


def verdict_in(name, ask, **words):
    (answer,) = ask(read_file(name), words)
    return answer.verdict.value


def test_a_public_border_router_drops_what_its_operator_meant_to_drop(ask_xe):
    name = "batfish__configs_as2border1.cfg"
    entering = {"in": "Gi0/0", "traffic": "v2-ipv4"}
    assert verdict_in(name, ask_xe, **entering, src="2.0.0.0/8") == "deny"
    assert verdict_in(name, ask_xe, **entering, dst="2.128.1.101") == "deny"
    assert verdict_in(name, ask_xe, **entering, src="3.0.0.0/8", dst="4.0.0.0/8") == "permit"
    leaving = {"out": "Gi0/0", "traffic": "v2-ipv4"}
    assert verdict_in(name, ask_xe, **leaving, src="2.0.0.0/8", dst="1.0.0.0/8") == "permit"
    assert verdict_in(name, ask_xe, **leaving, src="3.0.0.0/8") == "deny"
    assert verdict_in(name, ask_xe, **{"in": "Gi0/0"}, traffic="v1") == "deny"


def test_a_public_connectivity_test_is_judged_by_its_lines(ask_xe):
    name = "lab-validation__iosxe_acl_show_running-config.txt"
    # One host's packets from port 9202 are dropped, whatever port they go to.
    entering = {"in": "Gi2", "traffic": "v2-ipv4"}
    assert verdict_in(name, ask_xe, **entering) == "partial"
    assert verdict_in(name, ask_xe, **entering, sport=49152) == "permit"
    assert verdict_in(name, ask_xe, out="Gi2", traffic="v2-ipv4") == "deny"


def test_a_public_access_switch_bridges_its_ports(ask_xe):
    name = "oxidized__data_ios_C9200L-24P-4G_17.09.04a_output.txt"
    assert verdict_in(name, ask_xe, **{"in": "Gi1/0/1"}, out="Gi1/0/24", traffic="v1") == "permit"
    assert verdict_in(name, ask_xe, **{"in": "Gi1/0/1"}, out="Gi1/0/2", traffic="v1") == "deny"
    assert verdict_in(name, ask_xe, **{"in": "Gi1/1/1"}, traffic="v1") == "permit"


def test_public_show_output_is_judged_by_its_lines(ask_xe):
    name = "ntc-templates__show_ip_access-lists_cisco_ios_show_ip_access-lists_954.raw"
    assert verdict_in(name, ask_xe, filter="ios_show_ip_acl", traffic="v2-ipv4") == "permit"
    assert verdict_in(name, ask_xe, filter="test", traffic="v2-ipv4") == "permit"
    assert verdict_in(name, ask_xe, filter="sample", traffic="v2-ipv4") == "deny"
    assert verdict_in(name, ask_xe, filter="99", traffic="v2-ipv4", src="10.9.10.0/24") == "deny"
