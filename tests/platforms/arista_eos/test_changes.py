"""Changes applied to a configuration: what is taken away, and what only looks so."""

from __future__ import annotations

import pytest

from roce_audit.analysis.verdicts import outcomes, verdict_of
from roce_audit.model.path import Stage
from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets
from roce_audit.packets.fields import ICMP_CODE
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.arista_eos import PLATFORM

LIMITED = """\
class-map type qos match-any ROCE
   match ip access-group A
ip access-list A
   10 permit udp any any eq 4791
   20 deny ip any any
policy-map type quality-of-service LIMIT
   10 class ROCE
      police rate 10 mbps
interface Ethernet1
   service-policy type qos input LIMIT
"""
IN = {"in": "Et1", "traffic": "v2-ipv4"}


def test_a_policy_map_that_is_gone_limits_nothing(eos, asked):
    assert asked(eos(LIMITED), **IN) == ("undecided",)
    assert asked(eos(LIMITED, "no policy-map type quality-of-service LIMIT\n"), **IN) == ("permit",)


def test_a_policy_map_that_is_opened_again_keeps_its_classes(eos, asked):
    change = "policy-map type quality-of-service LIMIT\n   class WEB\n      set dscp 10\n"
    assert asked(eos(LIMITED, change), **IN) == ("undecided",)


def test_a_class_that_is_gone_may_hold_anything(eos, asked):
    device = eos(LIMITED, "no class-map type qos match-any ROCE\n")
    assert asked(device, **{"in": "Et1", "traffic": "v1"}) == ("undecided",)


def test_a_class_with_other_conditions_may_hold_anything(eos, asked):
    config = LIMITED.replace("match ip access-group A", "match vlan 200")
    assert asked(eos(config), **{"in": "Et1", "traffic": "v1"}) == ("undecided",)


def test_packets_of_a_pbr_class_go_another_way(eos, asked):
    config = LIMITED.replace("police rate 10 mbps", "set nexthop recursive 192.0.2.1").replace(
        "type qos input", "type pbr input"
    )
    assert asked(eos(config), **IN) == ("undecided",)
    assert asked(eos(config), **{"in": "Et1", "traffic": "v1"}) == ("permit",)


def test_a_policy_map_that_drops_by_itself(eos, asked):
    config = "policy-map type pbr P\n   10 drop\n"
    config += "interface Ethernet1\n   service-policy type pbr input P\n"
    assert asked(eos(config), **IN) == ("undecided",)


def test_protection_of_the_control_plane_is_not_in_transit(eos, asked):
    config = LIMITED.replace("type qos input", "type pdp input")
    assert asked(eos(config), **IN) == ("permit",)


def test_a_service_policy_that_is_taken_off(eos, asked):
    change = "interface Ethernet1\n   no service-policy type qos input LIMIT\n"
    assert asked(eos(LIMITED, change), **IN) == ("permit",)


POLICY = """\
switchport default mode routed
traffic-policies
   field-set ipv4 prefix F
      10.0.0.0/8
   traffic-policy P
      match A ipv4
         source prefix field-set F
         actions
            drop
interface Ethernet1
   switchport
   traffic-policy input P
"""


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ("", "deny"),
        ("no traffic-policies\n", "undecided"),
        ("traffic-policies\n   no field-set ipv4 prefix F\n", "undecided"),
        ("traffic-policies\n   field-set ipv4 prefix F\n      no 10.0.0.0/8\n", "undecided"),
        ("traffic-policies\n   field-set ipv4 prefix F\n      frob\n", "undecided"),
        (
            "traffic-policies\n   field-set ipv4 prefix F\n      no 10.0.0.0/8\n      11.0.0.0/8\n",
            "permit",
        ),
        ("traffic-policies\n   traffic-policy P\n      default match A\n", "permit"),
        ("interface Ethernet1\n   no traffic-policy input\n", "permit"),
    ],
)
def test_changes_of_a_traffic_policy(change, verdict, eos, asked):
    device = eos(POLICY, change)
    assert asked(device, **IN, src="10.0.0.1") == (verdict,)


def test_sets_of_other_kinds_touch_no_packet_of_a_policy(eos):
    device = eos("traffic-policies\n   field-set vlan V\n      10\n   frob\n   exit\n")
    assert [each.source.text for each in device.ledger.uncertain] == ["frob"]
    assert device.ledger.no_effect == 3


def test_ports_that_say_nothing_bridge_again_when_the_default_is_taken_back(eos, asked):
    silent = "interface Ethernet2\n   description silent\n"
    words = {"in": "Et2", "traffic": "v1"}
    assert asked(eos(POLICY + silent), **words) == ("undecided",)
    change = "no switchport default mode\n"
    assert asked(eos(POLICY + silent, change), **words) == ("permit",)


def test_commands_that_are_not_ours_are_left_alone(eos):
    change = "no router bgp 65000\nno vlan internal order\nno ip route 0.0.0.0/0\nvlan frob\n"
    device = eos("vlan 10\n", change)
    assert sorted(device.vlans) == [1, 10]
    assert not device.ledger.uncertain


def test_a_repair_of_a_policy_in_one_vlan_says_that_it_holds_in_all(eos):
    device = eos(POLICY)
    acl = device.filters["mixed", "P"]
    pair = Pair(prefix("10.0.0.1", 32), prefix("10.0.0.2", 32))
    remedy = PermitPackets(
        "leaf1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[0], None, single(10)
    )
    rendered = PLATFORM.remedies["permit_packets"](device, remedy)
    assert rendered is not None
    assert len(rendered.widens) == 1
    assert "every VLAN" in rendered.impact[1]


def test_a_line_that_is_no_line_of_the_device_has_no_place_before_it(eos):
    device = eos("ip access-list A\n   1x deny ip any any\n")
    acl = device.filters["ipv4", "A"]
    pair = Pair(prefix("10.0.0.1", 32), prefix("10.0.0.2", 32))
    remedy = PermitPackets("leaf1", acl.key, Traffic.V2_IPV4, (pair,), acl.lines[0], None)
    assert PLATFORM.remedies["permit_packets"](device, remedy) is None


def test_an_empty_policy_cannot_be_defined_anew(eos):
    device = eos(
        "traffic-policies\n   traffic-policy P\ninterface Ethernet1\n   traffic-policy input P\n"
    )
    (binding,) = device.bindings
    remedy = DefineFilter("leaf1", binding, (Traffic.V2_IPV4,))
    assert PLATFORM.remedies["define_filter"](device, remedy) is None


@pytest.mark.parametrize(
    ("settled", "verdict"), [("", "undecided"), ("permit", "permit"), ("deny", "deny")]
)
def test_neighbour_discovery_at_the_end_of_an_ipv6_list(settled, verdict, eos):
    assume = {"ipv6_nd": settled} if settled else {}
    device = eos("ipv6 access-list A\n   10 permit udp any any eq 4791\n", **assume)
    found = outcomes((Stage(device.filters["ipv6", "A"]),), REGIONS[Traffic.ND])
    assert verdict_of(found).value == verdict


def test_neighbour_discovery_that_a_line_permits_is_decided(eos):
    lines = "   10 permit icmpv6 any any nd-ns\n   20 permit icmpv6 any any 136 0\n"
    device = eos(f"ipv6 access-list A\n{lines}")
    region = {**REGIONS[Traffic.ND], ICMP_CODE: single(0)}
    found = outcomes((Stage(device.filters["ipv6", "A"]),), region)
    assert verdict_of(found).value == "permit"
