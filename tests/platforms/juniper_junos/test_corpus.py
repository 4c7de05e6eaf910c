"""Public configurations: read without a crash, every statement accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.detect import detect
from roce_audit.reading.document import Document
from tests.platforms.case_files import loaded
from tests.platforms.corpus import SHARED, check_all_pinned, corpus_text

CORPUS = SHARED / "corpus" / "junos"
GOLDEN = loaded(Path(__file__).parent / "cases" / "corpus.yml")
STORAGE = "jvd__conf_storage-leaf1_qfx5130-32cd.conf"


def text_of(name):
    return corpus_text(CORPUS, name)


def read_file(name):
    return PLATFORM.read("leaf1", [Document(name, text_of(name))], {})


@pytest.mark.parametrize("name", GOLDEN)
def test_the_account_of_a_public_file_is_the_pinned_one(name):
    device = read_file(name)
    found = {
        "read": device.ledger.read,
        "no_effect": device.ledger.no_effect,
        "uncertain": sorted(each.source.line or 0 for each in device.ledger.uncertain),
        "filters": len(device.filters),
        "bindings": len(device.bindings),
        "interfaces": len(device.interfaces),
        "vlans": len(device.vlans),
    }
    assert found == GOLDEN[name]


def test_every_file_of_the_corpus_is_pinned():
    check_all_pinned(CORPUS, GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_public_file_is_known_by_its_text(name):
    platform, _ = detect(text_of(name))
    assert platform.name == PLATFORM.name


def test_a_storage_leaf_drops_multicast_from_hosts_alone(ask_junos):
    device = read_file(STORAGE)
    for traffic in ("v1", "v2-ipv4", "v2-ipv6"):
        question = {"in": "et-0/0/2", "vlan": 400, "traffic": traffic}
        (unicast,) = ask_junos(device, {**question, "dmac": "02:00:00:00:00:01"})
        (group,) = ask_junos(device, {**question, "dmac": "01:00:5e:00:00:7f"})
        assert (unicast.verdict.value, group.verdict.value) == ("permit", "deny")


def test_a_leaf_routes_between_the_vlans_of_its_hosts(ask_junos):
    device = read_file(STORAGE)
    words = {"in": "et-0/0/2", "vlan": 400, "out": "irb.401", "dmac": "02:00:00:00:00:01"}
    verdicts = [
        ask_junos(device, {**words, "traffic": traffic})[0].verdict.value
        for traffic in ("v1", "v2-ipv4")
    ]
    assert verdicts == ["deny", "permit"]


def test_a_fabric_port_has_the_smaller_of_its_two_mtus():
    device = read_file("jvd__conf_leaf1_qfx5130-32cd.conf")
    port, host = device.interfaces["et-0/0/0.0"], device.interfaces["et-0/0/8:0.0"]
    assert (port.mtu_bytes, port.mtu_header_bytes) == (9170, 0)
    assert (host.mtu_bytes, host.mtu_header_bytes) == (9216, 14)
    assert (host.native_vlan, host.allowed_vlans) == (3, ((3, 3),))
    assert device.interfaces["irb.3"].svi_vlan == 3


def test_generated_filters_drop_roce_by_the_term_that_says_so(ask_junos):
    device = read_file("aerleon__demo_TestRegressionDemo.testSmokeTest.sample_multitarget.jcl.ref")
    words = {"filter": "edge-inbound", "traffic": "v2-ipv4"}
    (bogon,) = ask_junos(device, {**words, "src": "10.1.1.1", "dst": "203.0.113.1"})
    assert bogon.verdict.value == "deny"
    assert {each.trail[-1].line.label for each in bogon.outcomes} == {"deny-from-reserved"}
