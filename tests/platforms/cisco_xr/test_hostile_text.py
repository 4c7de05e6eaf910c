"""Whatever a device prints: no exception, and damage only moves verdicts towards undecided."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.platforms.cisco_xr import PLATFORM
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
RP/0/RP0/CPU0:r1#show running-config
Mon Nov 30 04:03:46.345 UTC
!! IOS XR Configuration version = 7.3.2
hostname r1
group G
 interface '.*Gig.*\\..*' l2transport
  ethernet-services access-group M ingress
 !
end-group
apply-group G
object-group network ipv4 H
 10.0.0.0/24
 host 10.0.1.1
 range 10.0.2.1 10.0.2.9
 object-group H2
!
object-group port P
 eq 4791
 range 5000 5010
!
ipv4 access-list A
 10 remark text
 20 permit udp net-group H any port-group P dscp af31 log
 30 permit udp any gt 1023 10.0.0.0 0.0.255.255 eq 4791 ttl gt 3 packet-length lt 9000
 40 deny ipv4 any any fragments
 50 permit tcp any any established nexthop1 vrf V ipv4 10.0.0.9
!
ipv6 access-list A6
 permit udp any any eq 4791 police 10 gbps
!
ethernet-services access-list M
 10 permit 0200.0000.0000 0000.0000.ffff any 8915 vlan 100 200 cos 3
!
class-map match-any C
 match dscp af31 40-45
 end-class-map
!
policy-map Q
 class C
  police rate 10 gbps
   exceed-action drop
  !
 !
 end-policy-map
!
interface Bundle-Ether1
 mtu 9216
 ipv4 address 10.0.0.1 255.255.255.0
 ipv4 access-group common A A2 ingress
 ipv6 access-group A6 egress compress level 3
 service-policy input Q
!
interface HundredGigE0/0/0/0
 bundle id 1 mode active
!
interface HundredGigE0/0/0/1.100 l2transport
 encapsulation dot1q 100-110 , 120 second-dot1q any
 rewrite ingress tag translate 1-to-1 dot1q 5 symmetric
!
l2vpn
 bridge group BG
  bridge-domain D
   interface HundredGigE0/0/0/1.100
    split-horizon group
   !
   routed interface BVI10
  !
 !
!
resequence access-list ipv4 A 100 10
RP/0/RP0/CPU0:r1(config-ipv4-acl)#no 20
commit
end
"""
LINES = SAMPLE.splitlines()
WORDS = words_of(SAMPLE)
BENCH = Bench(PLATFORM, "r1", "f")


def read_text(text, role=Role.CONFIGURATION):
    documents = [Document("running-config", SAMPLE), Document("f", text, role, "show x")]
    return PLATFORM.read("r1", documents, {})


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read(text):
    for role in Role:
        read_text(text, role)
    BENCH.read(text)
    PLATFORM.detect(text)
    PLATFORM.interface_name(text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", " ", "  ", "   ", "no ", " no ", "default ", "r1(config-if)#"]),
            st.lists(st.sampled_from([*WORDS, "", "0", "-", "/", "(", "99999999999", ","])),
        ),
        max_size=30,
    )
)
def test_any_order_of_known_words_is_read(lines):
    text = "\n".join(lead + " ".join(words) for lead, words in lines)
    PLATFORM.read("r1", [Document("running-config", SAMPLE), Document("f", text)], {})


STAIRS = "\n".join(f"{' ' * at}ipv4 access-list A" for at in range(3000))


@pytest.mark.parametrize(
    "text",
    [
        STAIRS,
        "l2vpn\n" + STAIRS,
        "\n".join(f"{' ' * (3000 - at)}{at} permit ipv4 any any" for at in range(3000)),
        "ipv4 access-list A\n" + " 10 permit udp any any eq x\n 10 deny udp any any\n" * 3000,
        "interface Hu0/0/0/0\n" + "l2transport\n" * 5000,
        "group G\n" + " interface '(.*)*(.*)*x' mtu 9000\n" * 500 + "apply-group G\n",
        "group G\n interface '.*a.*b.*c.*d' mtu 9000\nend-group\napply-group G\n"
        + "".join(f"interface {'a' * 60}{n}\n" for n in range(300)),
        "l2vpn\n bridge group B\n" + "".join(f"  bridge-domain {n}\n" for n in range(6000)),
        "x" * 200_000 + "#\n" + " " * 200_000 + "#",
        "(" * 5000 + ")" * 5000 + "#",
        "a/" * 50_000 + "#",
        "banner motd ^\n" * 3000,
        "object-group port P\n" + " object-group P\n" * 3000,
    ],
    ids=lambda text: text[:20],
)
def test_text_made_to_exhaust_the_reader_is_read_in_time(text):
    BENCH.read(text)
    PLATFORM.detect(text)


def test_many_removals_by_words_are_read_in_time():
    lines = [f"permit udp any any eq {port}" for port in range(10_000)]
    text = "ipv4 access-list B\n " + "\n ".join([*lines, *(f"no {line}" for line in lines)])
    device = BENCH.read(text)
    assert device.filters["ipv4", "B"].lines == ()


@pytest.mark.parametrize("line", LINES)
def test_numbers_of_any_length_are_read(line):
    for other in with_other_numbers(line):
        BENCH.read(SAMPLE.replace(line, other))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_a_mutilated_configuration_is_read(seed):
    BENCH.read(mutilated(SAMPLE, seed))


LISTS = {
    ("ipv4", "A"): """\
ipv4 access-list A
 10 permit udp 10.0.0.0/24 any eq 4791
 20 deny udp any range 1000 2000 any
 30 deny udp host 10.0.1.1 any eq 4791 log
 40 permit tcp any any established
 50 permit udp any gt 5000 10.0.0.0 0.0.255.255 neq 53 dscp eq 26
 60 permit ipv4 10.0.2.0/24 any
 70 permit 10.0.3.0/24
""",
    ("mac", "A"): """\
ethernet-services access-list A
 10 permit host 0200.0000.0001 any 8915
 20 deny any any 8915 vlan 5 6
 30 permit any 0200.0000.0000 0000.00ff.ffff 0800 cos 3
""",
}
LISTED = Lists(BENCH, LISTS, (0x0A000001, 0x0A000101, 0x0A000201, 0x0A000301, 0x0B000001), " ")


@pytest.mark.parametrize("damage", LISTED.damages(), ids=str)
def test_a_damaged_line_never_turns_a_verdict_into_another(damage):
    LISTED.check_damaged(*damage)


BOUND = """\
ipv4 access-list A
 10 deny ipv4 any any
interface HundredGigE0/0/0/0
 ipv4 access-group A ingress
"""


@pytest.mark.parametrize("word", range(4))
def test_a_damaged_binding_leaves_the_port_undecided(word, verdict):
    words = ["ipv4", "access-group", "A", "ingress"]
    words[word] = NONSENSE
    config = BOUND.replace("ipv4 access-group A ingress", " ".join(words))
    expected = "permit" if word == 2 else "undecided"  # another name is another list
    assert verdict(config, **{"in": "Hu0/0/0/0", "traffic": "v2-ipv4"}) == expected


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list(LISTS)), st.integers(0, 2**32))
def test_what_changes_nothing_changes_nothing(key, seed):
    chosen = sorted(random.Random(seed).sample(range(len(HARMLESS)), 3))
    text = LISTED.check_harmless(key, [HARMLESS[at] for at in chosen])
    assert LISTED.possible(f"\ufeff{text}", key) == LISTED.possible(text, key)


def resequenced(text):
    name = "ipv4" if "ipv4 access-list" in text else "ethernet-services"
    return text + f"resequence access-list {name} A 7 3\n"


HARMLESS = [
    lambda text: text.replace("\n", "\n 5 remark deny ipv4 any any\n", 1),
    with_residue,
    resequenced,
    lambda text: text.replace("\n ", "\n   "),
    lambda text: "".join(f"  {line}\n" for line in text.splitlines()),
    lambda text: text.replace("\n", "   \n"),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "RP/0/RP0/CPU0:r1#show running-config\n" + text + "RP/0/RP0/CPU0:r1#\n",
    lambda text: "Mon Nov 30 04:03:46.345 UTC\nBuilding configuration...\n!\n" + text + "!\nend\n",
]
"""In the order in which they may be made together."""
