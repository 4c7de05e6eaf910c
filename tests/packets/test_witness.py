"""Example packets are real packets of their box, and look like what hosts send."""

import json
from ipaddress import ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    DSCP,
    FIELDS,
    LENGTH,
    PCP,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    UNTAGGED,
    VLAN,
    Doubt,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import holds, normalise, single
from roce_audit.packets.traffic import REGIONS, ROCE, Traffic
from roce_audit.packets.witness import without_doubts, witness
from roce_audit.wire.witness import witness_frame

V4, V6 = REGIONS[Traffic.V2_IPV4], REGIONS[Traffic.V2_IPV6]
NARROWING = (SOURCE_PORT, DSCP, TTL, LENGTH, VLAN, PCP, SMAC, DMAC)


def narrowed(data, traffic):
    """Draw a box of one kind of traffic."""
    region = dict(REGIONS[traffic])
    fields = data.draw(st.sets(st.sampled_from(NARROWING)))
    if traffic is Traffic.V1:
        fields &= {VLAN, PCP, SMAC, DMAC}
    for field in sorted(fields, key=lambda field: field.name):
        top = UNTAGGED if field is VLAN else field.top
        ends = data.draw(st.lists(st.integers(0, top), min_size=2, max_size=6))
        pairs = zip(ends[::2], ends[1::2], strict=False)
        values = normalise(tuple(sorted(pair)) for pair in pairs)
        region = clip({field: values}, region) or region
    return region


def numbers(packet):
    """Return a witness as integers again."""
    return {key: number(value) for key, value in packet.items()}


def number(value):
    if value is None:
        return UNTAGGED
    if isinstance(value, int):
        return value
    if value.count(":") == 5 and "::" not in value:
        return int(value.replace(":", ""), 16)
    return int(ip_address(value))


@settings(deadline=None)
@given(st.sampled_from(ROCE), st.data())
def test_a_witness_is_a_packet_of_its_box_that_can_be_sent(traffic, data):
    box = narrowed(data, traffic)
    packet = witness(box, traffic)
    json.dumps(packet)
    found = numbers(packet)
    for field, values in box.items():
        assert holds(values, found[field.name])
    assert witness_frame(traffic.value, packet)


def test_a_free_roce_v2_packet_looks_like_one_that_hosts_send():
    assert witness(V4, Traffic.V2_IPV4) == {
        "ethertype": 0x0800,
        "protocol": 17,
        "dst": "10.0.0.2",
        "src": "10.0.0.1",
        "dport": 4791,
        "sport": 49152,
        "ttl": 64,
        "length": 1064,
        "fragment": 0,
    }
    packet = witness(V6, Traffic.V2_IPV6)
    assert (packet["src"], packet["dst"], packet["ttl"]) == ("fd00::1", "fd00::2", 64)


def test_a_roce_v1_packet_has_locally_administered_macs_and_no_addresses():
    assert witness(REGIONS[Traffic.V1], Traffic.V1) == {
        "ethertype": 0x8915,
        "smac": "02:00:00:00:00:01",
        "dmac": "02:00:00:00:00:02",
    }


def test_the_kind_of_traffic_fills_in_what_a_box_does_not_say():
    packet = witness({SOURCE: prefix("192.0.2.0/24", IPV4_BITS)}, Traffic.V2_IPV4)
    assert (packet["src"], packet["dport"]) == ("192.0.2.1", 4791)
    assert witness({DSCP: ((20, 30),)}) == {"dscp": 26}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("10.0.0.0/8", "10.0.0.1"),
        ("172.16.0.0/16", "172.16.0.1"),
        ("10.1.2.3/32", "10.1.2.3"),
        ("10.1.2.4/31", "10.1.2.4"),
        ("10.1.2.8/30", "10.1.2.9"),
    ],
)
def test_an_address_is_the_first_host_of_its_prefix(text, shown):
    packet = witness(clip({SOURCE: prefix(text, IPV4_BITS)}, V4), Traffic.V2_IPV4)
    assert packet["src"] == shown


def test_the_two_ends_of_a_packet_differ_where_they_can():
    site, host = prefix("10.9.0.0/16", IPV4_BITS), prefix("10.9.0.1/32", IPV4_BITS)
    both = witness(clip({SOURCE: site, DESTINATION: site}, V4))
    assert (both["src"], both["dst"]) == ("10.9.0.1", "10.9.0.2")
    fixed = witness(clip({SOURCE: site, DESTINATION: host}, V4))
    assert (fixed["src"], fixed["dst"]) == ("10.9.0.2", "10.9.0.1")
    last = prefix("10.9.255.255/32", IPV4_BITS)
    below = witness(clip({SOURCE: ((last[0][0] - 1, last[0][1]),), DESTINATION: last}, V4))
    assert (below["src"], below["dst"]) == ("10.9.255.254", "10.9.255.255")
    same = witness(clip({SOURCE: host, DESTINATION: host}, V4))
    assert (same["src"], same["dst"]) == ("10.9.0.1", "10.9.0.1")


def test_ipv6_addresses_are_hosts_too():
    packet = witness(clip({DESTINATION: prefix("2001:db8:5::/48", IPV6_BITS)}, V6))
    assert packet["dst"] == "2001:db8:5::1"


@pytest.mark.parametrize(
    ("ports", "port"),
    [
        (((0, 65535),), 49152),
        (((0, 49151),), 1024),
        (((4000, 5000), (6000, 7000)), 4000),
        (((0, 100), (50000, 50001)), 50000),
        (((0, 100), (2000, 2001)), 2000),
        (((7, 1023),), 7),
    ],
)
def test_a_source_port_is_one_that_a_sender_would_pick(ports, port):
    assert witness(clip({SOURCE_PORT: ports}, V4))["sport"] == port


@pytest.mark.parametrize(
    ("lengths", "length"), [(((1500, 9000),), 1500), (((257, 300),), 260), (((65, 66),), 65)]
)
def test_a_length_is_padded_to_four_bytes_where_it_can_be(lengths, length):
    assert witness(clip({LENGTH: lengths}, V4))["length"] == length


@pytest.mark.parametrize(
    ("vlans", "vlan"), [(((0, 4096),), None), (((10, 20),), 10), (single(UNTAGGED), None)]
)
def test_an_untagged_frame_has_no_vlan(vlans, vlan):
    assert witness({VLAN: vlans}) == {"vlan": vlan}


def test_hop_limits_and_code_points_are_the_usual_ones_if_allowed():
    box = clip({DSCP: ((0, 25),), TTL: ((1, 63),)}, V4)
    assert (witness(box)["dscp"], witness(box)["ttl"]) == (0, 1)
    assert witness(clip({DSCP: ((0, 63),)}, V4))["dscp"] == 26


def test_open_questions_are_no_part_of_a_packet():
    doubt = Doubt("line 41", "x")
    assert witness({DSCP: single(0), doubt: single(1)}) == {"dscp": 0}
    assert without_doubts({DSCP: single(0), doubt: single(1)}) == {DSCP: single(0)}
    assert {field.name for field in FIELDS} >= set(witness(V4, Traffic.V2_IPV4))
