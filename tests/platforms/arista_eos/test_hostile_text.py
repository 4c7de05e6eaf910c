"""Whatever a device prints: no exception, and damage only moves verdicts towards undecided."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.reading.document import Document, Role
from tests.platforms.asking import Bench
from tests.platforms.hostile import (
    NONSENSE,
    Lists,
    mutilated,
    with_other_numbers,
    with_residue,
    words_of,
)

SAMPLE = """\
! Command: show running-config
! device: leaf1 (DCS-7060CX2-32S, EOS-4.29.2F)
hostname leaf1
vlan 10,20
   trunk group G
interface Port-Channel7
   switchport trunk allowed vlan 10,20
   switchport mode trunk
   traffic-policy input P
interface Ethernet1-3
   switchport access vlan 10
   ip access-group A in
   storm-control all level 10
   service-policy type qos input LIMIT
interface Ethernet4.10
   encapsulation dot1q vlan 10
   encapsulation vlan
      client dot1q 100 network client
interface Vlan10
   ip address 10.0.0.1/24
   ipv6 access-group A6 out
ip access-list A
   10 permit udp 10.0.0.0/24 any eq 4791 53
   20 deny udp any range 1000 2000 any dscp 26
   30 permit vlan 10 0x000 ip any any ttl gt 3 log
   resequence 100 10
ipv6 access-list A6
   permit udp any any eq 4791
ip access-list standard S
   10 permit 10.0.0.0 0.0.0.255
mac access-list M
   10 permit 0200.0000.0000 0000.00ff.ffff any 0x8915
traffic-policies
   field-set ipv4 prefix F
      10.0.0.0/8 except 10.1.0.0/16
   field-set l4-port E
   traffic-policy P
      match X ipv4 before Y
         source prefix field-set F
         protocol udp source port 1-5 destination port field-set E
         dscp 10, 20-30
         actions
            drop
policy-map type quality-of-service LIMIT
   class C
      police rate 10 mbps
class-map type qos match-any C
   match ip access-group A
IP Access List SHOWN
        10 permit ip any any [match 12 packets, 0:00:03 ago]
banner login
free text
EOF
end
"""
LINES = SAMPLE.splitlines()
WORDS = words_of(SAMPLE)
BENCH = Bench(PLATFORM, "leaf1", "f")


def read_text(text, role=Role.CONFIGURATION):
    documents = [Document("running-config", SAMPLE), Document("f", text, role, "show x")]
    return PLATFORM.read("leaf1", documents, {})


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read(text):
    for role in Role:
        read_text(text, role)
    PLATFORM.detect(text)
    PLATFORM.interface_name(text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "   ", "      ", "no ", "   no ", "default ", "leaf1(config)#"]),
            st.lists(st.sampled_from([*WORDS, "", "0", "-", "/", "[match", "99999999999"])),
        ),
        max_size=30,
    )
)
def test_any_order_of_known_words_is_read(lines):
    read_text("\n".join(lead + " ".join(words) for lead, words in lines))


STAIRS = "\n".join(f"{' ' * at}ip access-list A" for at in range(3000))


@pytest.mark.parametrize(
    "text",
    [
        STAIRS,
        "traffic-policies\n" + STAIRS,
        "\n".join(f"{' ' * (3000 - at)}{at} permit ip any any" for at in range(3000)),
        "ip access-list A\n" + "   10 permit udp any any eq x\n   10 deny udp any any\n" * 3000,
        "ip access-list A\n" + "   1x permit udp any any\n" * 5000,
        "interface Ethernet1-4000\n" + "   switchport mode frob\n" * 50,
        "vlan 1-4094\n" + "   trunk group G\n" * 50,
        "x" * 200_000 + "#\n" + " " * 200_000 + "#",
        "(" * 5000 + ")" * 5000 + "#",
        "leaf" + "(a)" * 5000 + "!",
        "banner login\n" * 3000,
    ],
    ids=lambda text: text[:20],
)
def test_text_made_to_exhaust_the_reader_is_read_in_time(text):
    read_text(text)
    PLATFORM.detect(text)


def test_many_removals_by_words_are_read_in_time():
    lines = [f"permit udp any any eq {port}" for port in range(10_000)]
    removals = [f"no {line}" for line in lines]
    text = "ip access-list B\n   " + "\n   ".join([*lines, *removals])
    assert read_text(text).filters["ipv4", "B"].lines == ()


@pytest.mark.parametrize("line", LINES)
def test_numbers_of_any_length_are_read(line):
    for other in with_other_numbers(line):
        read_text(SAMPLE.replace(line, other))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_a_mutilated_configuration_is_read(seed):
    read_text(mutilated(SAMPLE, seed))


LISTS = {
    ("ipv4", "A"): """\
ip access-list A
   10 permit udp 10.0.0.0/24 any eq 4791 53
   20 deny udp any range 1000 2000 any
   30 deny udp host 10.0.1.1 any eq 4791 log
   40 permit tcp any any established
   50 permit udp any gt 5000 10.0.0.0 0.0.255.255 neq 53 dscp 26
   60 permit ip 10.0.2.0/24 any
""",
    ("mac", "A"): """\
mac access-list A
   10 permit host 02:00:00:00:00:01 any 0x8915
   20 deny any any 0x8915 log
   30 permit any 0200.0000.0000 0000.00ff.ffff ip
""",
}
LISTED = Lists(BENCH, LISTS, (0x0A000001, 0x0A000101, 0x0A000201, 0x0B000001), "   ")


@pytest.mark.parametrize("damage", LISTED.damages(), ids=str)
def test_a_damaged_line_never_turns_a_verdict_into_another(damage):
    LISTED.check_damaged(*damage)


BOUND = """\
ip access-list A
   10 deny ip any any
interface Ethernet1
   ip access-group A in
interface Ethernet2
   mac access-group A out
   no switchport
"""


@pytest.mark.parametrize("word", range(4))
def test_a_damaged_binding_leaves_the_port_undecided(word, eos, asked):
    words = ["ip", "access-group", "A", "in"]
    words[word] = NONSENSE
    config = BOUND.replace("ip access-group A in", " ".join(words))
    expected = "permit" if word == 2 else "undecided"  # another name is another list
    assert asked(eos(config), **{"in": "Et1", "traffic": "v2-ipv4"}) == (expected,)


def test_a_damaged_switchport_statement_leaves_the_mode_open(eos, asked):
    config = BOUND.replace("no switchport", f"{NONSENSE} switchport")
    assert asked(eos(config), **{"in": "Et2", "traffic": "v1"}) == ("undecided",)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list(LISTS)), st.integers(0, 2**32))
def test_what_changes_nothing_changes_nothing(key, seed):
    LISTED.check_harmless(key, random.Random(seed).sample(HARMLESS, 3))


def resequenced(text):
    return text + "   resequence 7 3\n"


HARMLESS = [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", "   \n"),
    lambda text: text.replace("\n", "\n   remark deny ip any any\n", 1),
    lambda text: "leaf1#show running-config\n" + text + "leaf1#\n",
    lambda text: "! Command: show running-config\n!\n" + text + "!\nend\n",
    lambda text: text.replace("   ", " "),
    lambda text: "\ufeff" + text,
    with_residue,
    resequenced,
]
