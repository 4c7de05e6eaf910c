"""Whatever the text is, the reader answers; what it cannot read it never takes for a permit."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_xe import PLATFORM
from tests.platforms.asking import Bench
from tests.platforms.damage import GARBAGE, Sample

CONFIG = """\
object-group network GPU
 host 10.0.0.1
 10.0.1.0 255.255.255.0
object-group service ROCE
 udp eq 4791
ip access-list extended A
 10 deny tcp any any
 20 permit object-group ROCE object-group GPU 10.0.0.0 0.255.255.255
 30 deny udp any any range 4000 5000
 40 permit ip any any
mac access-list extended M
 permit any any 0x8915 0x0
ip access-list extended D
 10 permit udp any any eq 4791
vlan access-map VM 10
 match ip address D
 action drop
vlan access-map VM 20
 match ip address A
 match mac address M
 action forward
vlan filter VM vlan-list 10
interface GigabitEthernet1/0/1
 switchport access vlan 20
 ip access-group A in
 mac access-group M in
interface GigabitEthernet1/0/2
 switchport access vlan 10
interface GigabitEthernet1/0/3
 no switchport
 ip address 10.0.0.1 255.255.255.0
"""
QUESTIONS = tuple(
    {"in": port, **packet}
    for port in ("Gi1/0/1", "Gi1/0/2")
    for packet in (
        {"traffic": "v1"},
        {"traffic": "v2-ipv4", "src": "10.0.0.1", "dst": "10.9.9.9"},
        {"traffic": "v2-ipv4", "src": "192.0.2.1", "dst": "10.9.9.9"},
    )
)
SAMPLE = Sample(
    Bench(PLATFORM, "sw1", "config"),
    CONFIG,
    QUESTIONS,
    names=frozenset({"A", "D", "M", "VM", "GPU", "ROCE"}),
    meant=frozenset(
        {
            ("object-group", "network", "GPU"),
            ("10.0.1.0", "255.255.255.0"),
            ("permit", "any", "any", "0x0"),
            ("vlan", "access-map", "VM"),
            ("vlan", "access-map"),
        }
    ),
)


def test_the_undamaged_configuration_is_decided():
    due = ["permit", "permit", "deny", "permit", "deny", "deny"]
    assert SAMPLE.verdicts(CONFIG) == due


@pytest.mark.parametrize(
    ("at", "word"), SAMPLE.words(below=CONFIG.splitlines().index("interface GigabitEthernet1/0/3"))
)
@pytest.mark.parametrize("garbage", GARBAGE)
def test_one_damaged_word_moves_verdicts_only_towards_undecided(at, word, garbage):
    SAMPLE.check_damaged_word(at, word, garbage)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
@example("interface GigabitEthernet1/0/1-99999999999999999999\n mtu " + "9" * 5000)
@example("ip access-list extended A\n " + "9" * 5000 + " permit ip any any\n no " + "9" * 5000)
@example("vlan access-map\nvlan filter\nvlan\nno\nno vlan\nno vlan filter\nip\nmac\nobject-group\n")
@example("object-group service P\n no\n udp\n udp eq\n udp source\n icmp x y\nobject-group x y\n")
@example("interface Gi1\n no\n ip\n ip address\n switchport trunk\n mac\n storm-control\n ipv6\n")
@example("ip access-list resequence\nip access-list resequence A 0 0\naccess-list\naccess-list 1\n")
@example(
    "sw(config)# \nsw# sh\nsh run\nshow\nexit\nend\nbanner motd\nbanner motd ##\nmacro name x\n"
)
@example(
    "ipv6 access-list A\n sequence\n permit ipv6 any any sequence\n sequence 5\n sequence 5 no\n"
)
@example(
    "ip access-list extended A\n permit\n deny udp\n 10\n remark\n permit udp any eq any\n ()\n"
)
@example(
    "class-map\npolicy-map\nclass-map type\ncts role-based enforcement vlan-list x\nsystem mtu\n"
)
@example("mac address-table static x\nmac address-table static\nip arp inspection vlan\nvlan 0\n")
@example(
    "interface range\ninterface range Gi1/0/1 - \ninterface \ndefault interface\nno interface\n"
)
def test_no_text_makes_the_reader_fail(text):
    SAMPLE.check_any_text(text, "show access-lists")


@settings(max_examples=200, deadline=None)
@given(SAMPLE.known_words(), st.integers(0, 3))
def test_no_order_of_known_words_makes_the_reader_fail(lines, indent):
    SAMPLE.check_any_order(lines, indent)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(CONFIG)), st.binary(max_size=20))
def test_a_cut_or_overwritten_file_is_read(at, noise):
    SAMPLE.check_cut(at, noise)


def test_a_damaged_header_that_may_be_of_a_vlan_map_is_one_statement():
    device = SAMPLE.bench.read("object-group access-map")
    assert [each.reason for each in device.ledger.uncertain] == ["unknown kind of object group"]
