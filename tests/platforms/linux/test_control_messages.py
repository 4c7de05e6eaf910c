"""Neighbour discovery in bridge tables: which frames a rule about ICMP sees."""

import pytest

from roce_audit.analysis.query import judge
from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.path import Passage
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

TABLE = """table {family} f {{
\tchain c {{
\t\ttype filter hook {hook} priority 0; policy accept;
\t\t{rule} drop
\t}}
}}
"""
KINDS = "icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert }"


def verdict(rule, vlan, family="bridge", hook="forward"):
    linux = find_platform("linux")
    text = TABLE.format(family=family, hook=hook, rule=rule)
    device = linux.read("sw", [Document("capture", text)], {})
    way = linux.route(device, Passage("p1", "p2", vlan))
    return judge(way, Traffic.ND, REGIONS[Traffic.ND]).verdict


def test_untagged_frames_are_seen():
    assert verdict(KINDS, UNTAGGED) is Verdict.DENY


def test_a_listing_does_not_tell_whether_tagged_frames_are_seen():
    assert verdict(KINDS, 100) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "before",
    ["vlan id 100", "meta l4proto ipv6-icmp", "meta protocol ip6"],
)
def test_a_condition_before_it_may_tell(before):
    assert verdict(f"{before} {KINDS}", 100) is Verdict.DENY


def test_the_type_on_the_wire_is_that_of_the_tag():
    assert verdict(f"ether type ip6 {KINDS}", 100) is Verdict.PERMIT
    assert verdict(f"ether type ip6 {KINDS}", UNTAGGED) is Verdict.DENY


def test_a_netdev_table_looks_behind_the_tag():
    for vlan in (UNTAGGED, 100):
        assert verdict(KINDS, vlan, "netdev", 'ingress device "p1"') is Verdict.DENY
