"""Whatever the text is, the reader answers; what it cannot read it never takes for a permit."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_nxos import PLATFORM
from tests.platforms.asking import Bench
from tests.platforms.damage import GARBAGE, Sample

CONFIG = """\
object-group ip address GPU
  10 host 10.0.0.1
  20 10.0.1.0/24
ip access-list A
  10 deny tcp any any
  20 permit udp addrgroup GPU 10.0.0.0/8 eq 4791
  30 deny udp any any range 4000 5000
  40 permit ip any any
mac access-list M
  10 permit any any 0x8915
ip access-list D
  10 permit udp any any eq 4791
vlan access-map VM 10
  match ip address D
  action drop
vlan access-map VM 20
  match ip address A
  match mac address M
  action forward
vlan filter VM vlan-list 10
interface Ethernet1/1
  switchport
  switchport access vlan 20
  ip port access-group A in
  mac port access-group M
interface Ethernet1/2
  switchport
  switchport access vlan 10
"""
QUESTIONS = tuple(
    {"in": port, **packet}
    for port in ("Ethernet1/1", "Ethernet1/2")
    for packet in (
        {"traffic": "v1"},
        {"traffic": "v2-ipv4", "src": "10.0.0.1", "dst": "10.9.9.9"},
        {"traffic": "v2-ipv4", "src": "192.0.2.1", "dst": "10.9.9.9"},
    )
)
SAMPLE = Sample(
    Bench(PLATFORM, "leaf1", "config"),
    CONFIG,
    QUESTIONS,
    names=frozenset({"A", "D", "M", "VM", "GPU"}),
    meant=frozenset({("ip", "access-group", "A", "in")}),
)


def test_the_undamaged_configuration_is_decided():
    due = ["permit", "permit", "deny", "permit", "deny", "deny"]
    assert SAMPLE.verdicts(CONFIG) == due


@pytest.mark.parametrize(("at", "word"), SAMPLE.words())
@pytest.mark.parametrize("garbage", GARBAGE)
def test_one_damaged_word_moves_verdicts_only_towards_undecided(at, word, garbage):
    SAMPLE.check_damaged_word(at, word, garbage)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
@example("interface Ethernet1/1-99999999999999999999\n  mtu " + "9" * 5000)
@example("ip access-list A\n " + "9" * 5000 + " permit ip any any\n no " + "9" * 5000)
@example("vlan access-map\nvlan filter\nvlan\nno\nno vlan\nno vlan filter\nip\nmac\nobject-group\n")
@example(
    "object-group ip port P\n no\n eq\n range 5\nclass-map\npolicy-map type\nsystem jumbomtu ²\n"
)
@example("interface Ethernet1/1\n no\n ip\n ip address\n switchport trunk\n mac port\n inherit\n")
@example("resequence\nresequence ip access-list\ntime-range\nport-profile\nhostname\nversion\n")
@example("leaf1(config)# \nleaf1# sh\nsh run\nshow\nexit\nend\nbanner motd\nbanner motd ##\n")
@example(
    "ip access-list A\n permit\n deny udp\n 10\n remark\n permit udp any eq any\n [match=1]\n !\n"
)
def test_no_text_makes_the_reader_fail(text):
    SAMPLE.check_any_text(text, "show interface switchport")
    assert PLATFORM.detect(text)[1]


@settings(max_examples=200, deadline=None)
@given(SAMPLE.known_words(), st.integers(0, 3))
def test_no_order_of_known_words_makes_the_reader_fail(lines, indent):
    SAMPLE.check_any_order(lines, indent)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(CONFIG)), st.binary(max_size=20))
def test_a_cut_or_overwritten_file_is_read(at, noise):
    SAMPLE.check_cut(at, noise)
