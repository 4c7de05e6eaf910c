"""Neighbour discovery and ARP, without which RoCE does not start."""

from __future__ import annotations

import pytest

from roce_audit.analysis.query import Question, ask
from roce_audit.model.path import Passage
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr import PLATFORM


def verdict_of(device, traffic, **question):
    (answer,) = ask(device, Question(traffic=(traffic,), **question), PLATFORM.route)
    return answer.verdict.value


@pytest.mark.parametrize(
    ("entries", "verdict"),
    [
        (" 10 permit tcp any any", "permit"),
        (" 10 deny icmpv6 any any", "deny"),
        (" 10 deny icmpv6 any any nd-ns", "partial"),
        (" 10 deny ipv6 any any", "deny"),
        ("", "permit"),
    ],
)
def test_neighbour_discovery_passes_before_the_implicit_deny(entries, verdict, xr):
    device = xr(f"ipv6 access-list A\n{entries}\n")
    assert verdict_of(device, Traffic.ND, filter="A") == verdict


def test_a_chain_permits_neighbour_discovery_at_its_end_only(xr):
    device = xr(
        "ipv6 access-list C\n 10 permit tcp any any\n"
        "ipv6 access-list OWN\n 10 deny icmpv6 any any\n"
        "interface HundredGigE0/0/0/0\n ipv6 access-group common C OWN ingress\n"
    )
    passage = Passage("HundredGigE0/0/0/0")
    assert verdict_of(device, Traffic.ND, passage=passage) == "deny"


def test_arp_inspection_leaves_arp_open_and_roce_alone(xr):
    device = xr(
        "interface HundredGigE0/0/0/0 l2transport\n"
        "l2vpn\n bridge group G\n  bridge-domain D\n   dynamic-arp-inspection\n"
        "   interface HundredGigE0/0/0/0\n"
    )
    passage = Passage("HundredGigE0/0/0/0")
    assert verdict_of(device, Traffic.ARP, passage=passage) == "undecided"
    assert verdict_of(device, Traffic.V1, passage=passage) == "permit"


@pytest.mark.parametrize(
    ("config", "payload"),
    [
        ("interface HundredGigE0/0/0/0\n mtu 9216\n", 9202),
        ("interface HundredGigE0/0/0/0\n mtu 9216\n ipv4 mtu 9000\n", 9000),
        ("interface HundredGigE0/0/0/0\n mtu 9014\n ipv4 mtu 9100\n", 9000),
    ],
)
def test_the_largest_packet_is_counted_without_the_header(config, payload, xr):
    port = xr(config).interfaces["HundredGigE0/0/0/0"]
    assert port.mtu_bytes - port.mtu_header_bytes == payload


def test_a_subinterface_has_the_mtu_of_its_port_unless_it_says_one(xr):
    device = xr(
        "interface HundredGigE0/0/0/0\n mtu 9216\n"
        "interface HundredGigE0/0/0/0.1\n encapsulation dot1q 1\n"
        "interface HundredGigE0/0/0/0.2\n encapsulation dot1q 2\n mtu 9018\n"
    )
    found = [device.interfaces[f"HundredGigE0/0/0/0.{n}"] for n in (1, 2)]
    assert [each.mtu_bytes - each.mtu_header_bytes for each in found] == [9202, 9000]
