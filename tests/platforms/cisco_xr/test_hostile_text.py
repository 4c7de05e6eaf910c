"""Whatever a device prints: no exception, and damage only moves verdicts towards undecided."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.path import Stage
from roce_audit.packets.fields import SOURCE, SOURCE_PORT
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document, Role

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
WORDS = sorted({word for line in LINES for word in line.split()})
NONSENSE = "Xq7"


def read_text(text, role=Role.CONFIGURATION):
    documents = [Document("running-config", SAMPLE), Document("f", text, role, "show x")]
    return PLATFORM.read("r1", documents, {})


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read(text):
    for role in Role:
        read_text(text, role)
    PLATFORM.read("r1", [Document("f", text)], {})
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
    PLATFORM.read("r1", [Document("f", text)], {})
    PLATFORM.detect(text)


def test_many_removals_by_words_are_read_in_time():
    lines = [f"permit udp any any eq {port}" for port in range(10_000)]
    text = "ipv4 access-list B\n " + "\n ".join([*lines, *(f"no {line}" for line in lines)])
    device = PLATFORM.read("r1", [Document("f", text)], {})
    assert device.filters["ipv4", "B"].lines == ()


@pytest.mark.parametrize("line", LINES)
def test_numbers_of_any_length_are_read(line):
    for digits in ("9" * 5000, "-1", "1_0", "0x" + "f" * 5000, "٣"):
        words = [digits if any(c.isdecimal() for c in word) else word for word in line.split()]
        lead = line[: len(line) - len(line.lstrip())]
        text = SAMPLE.replace(line, lead + " ".join(words))
        PLATFORM.read("r1", [Document("f", text)], {})


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_a_mutilated_configuration_is_read(seed):
    chance = random.Random(seed)
    lines = list(LINES)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        words[chance.randrange(len(words))] = chance.choice([*WORDS, "", "\x08", "\x1b[K", "é"])
        lines[at] = " ".join(words)[: chance.choice([None, None, 9])]
        if chance.random() < 0.3:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif chance.random() < 0.3:
            lines.pop(at)
    PLATFORM.read("r1", [Document("f", "\n".join(lines))], {})


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
TRAFFIC = {("ipv4", "A"): Traffic.V2_IPV4, ("mac", "A"): Traffic.V1}
POINTS = [
    {SOURCE: single(source), SOURCE_PORT: single(sport)}
    for source in (0x0A000001, 0x0A000101, 0x0A000201, 0x0A000301, 0x0B000001)
    for sport in (0, 1500, 4999, 50000)
]


def possible(config, key):
    """Return what may happen to some packets of the region, and to all of it."""
    acl = PLATFORM.read("r1", [Document("f", config)], {}).filters[key]
    region = REGIONS[TRAFFIC[key]]
    points = [{**region, **point} for point in POINTS] if key[0] == "ipv4" else [region]
    return [
        frozenset().union(*(each.actions for each in outcomes((Stage(acl),), point)))
        for point in points
    ]


DAMAGES = [
    (key, at, word)
    for key, text in LISTS.items()
    for at, line in enumerate(text.splitlines())
    if at
    for word in range(len(line.split()))
]


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_damaged_line_never_turns_a_verdict_into_another(damage):
    key, at, word = damage
    lines = LISTS[key].splitlines()
    words = lines[at].split()
    words[word] = NONSENSE
    lines[at] = " " + " ".join(words)
    for before, after in zip(
        possible(LISTS[key], key), possible("\n".join(lines), key), strict=True
    ):
        assert before <= after


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
    chance = random.Random(seed)
    text = LISTS[key]
    wanted = possible(text, key)
    for at in sorted(chance.sample(range(len(HARMLESS)), 3)):
        text = HARMLESS[at](text)
    assert possible(text, key) == wanted
    assert possible("\ufeff" + text, key) == wanted


def with_residue(text):
    lead, rest = text.split("\n", 1)
    return f"{lead}\n --More-- \x08\x08\x08\x08        \x08\x08\x08\x08{rest}"


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
