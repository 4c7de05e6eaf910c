"""A witness becomes exactly the frame that its fields name."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.errors import FrameError
from roce_audit.wire.ethernet import VlanTag
from roce_audit.wire.grh import Grh
from roce_audit.wire.packet import IcrcState, RocePacket, decode_frame
from roce_audit.wire.witness import witness_frame


def decoded(traffic, fields):
    packet = decode_frame(witness_frame(traffic, fields))
    assert isinstance(packet, RocePacket)
    assert packet.traffic == traffic
    assert packet.icrc is IcrcState.RIGHT
    return packet


FULL = {
    "smac": "52:54:00:aa:bb:01",
    "dmac": "5254.00aa.bb02",
    "vlan": 100,
    "pcp": 3,
    "src": "172.16.1.21",
    "dst": "172.16.1.22",
    "sport": 49152,
    "dport": 4791,
    "dscp": 26,
    "ecn": 2,
    "ttl": 63,
    "opcode": 0x0A,
}


def test_every_field_of_an_ipv4_witness_is_in_the_frame():
    packet = decoded("v2-ipv4", FULL)
    assert packet.ethernet.smac.hex() == "525400aabb01"
    assert packet.ethernet.dmac.hex() == "525400aabb02"
    assert packet.ethernet.tags == (VlanTag(100, 3),)
    assert packet.addresses == (bytes((172, 16, 1, 21)), bytes((172, 16, 1, 22)))
    assert (packet.udp.sport, packet.udp.dport) == (49152, 4791)
    assert (packet.network.dscp, packet.network.ecn, packet.network.ttl) == (26, 2, 63)
    assert packet.bth.opcode == 0x0A


def test_every_field_of_an_ipv6_witness_is_in_the_frame():
    fields = FULL | {"src": "2001:db8::1", "dst": "2001:db8::2", "flowlabel": 0xABCDE}
    packet = decoded("v2-ipv6", fields)
    assert packet.addresses[1] == ipaddress.ip_address("2001:db8::2").packed
    assert packet.network.flow_label == 0xABCDE
    assert packet.network.hop_limit == 63


def test_addresses_and_macs_may_be_integers_bytes_or_objects():
    text = witness_frame("v2-ipv4", {"src": "10.0.0.9", "smac": "020000000009"})
    assert witness_frame("v2-ipv4", {"src": 0x0A000009, "smac": 0x020000000009}) == text
    packed = {"src": bytes((10, 0, 0, 9)), "smac": b"\x02\x00\x00\x00\x00\x09"}
    assert witness_frame("v2-ipv4", packed) == text
    assert witness_frame("v2-ipv4", packed | {"src": ipaddress.ip_address("10.0.0.9")}) == text


def test_a_v1_witness_without_gids_has_the_link_local_gids_of_its_macs():
    packet = decoded("v1", {"smac": "00:25:90:aa:bb:cc", "dmac": "02:00:00:00:00:02"})
    assert packet.network == Grh(
        ipaddress.ip_address("fe80::225:90ff:feaa:bbcc").packed,
        ipaddress.ip_address("fe80::ff:fe00:2").packed,
        32,
        hop_limit=1,
    )


def test_an_ipv4_address_in_a_v1_witness_is_a_mapped_gid():
    packet = decoded("v1", {"src": "10.0.0.1", "dst": "fe80::1"})
    assert packet.addresses[0].hex() == "00000000000000000000ffff0a000001"
    assert packet.addresses[1][:2].hex() == "fe80"
    packed = {"src": packet.addresses[0], "dst": packet.addresses[1]}
    assert decoded("v1", packed).addresses == packet.addresses


@pytest.mark.parametrize("vlan", [None, 4096])
def test_no_vlan_is_an_untagged_frame(vlan):
    assert decoded("v2-ipv4", {"vlan": vlan}).ethernet.tags == ()


def test_a_priority_without_a_vlan_rides_on_a_tag_of_vlan_0():
    assert decoded("v2-ipv4", {"pcp": 5}).ethernet.tags == (VlanTag(0, 5),)


def test_fields_that_repeat_what_the_traffic_says_are_welcome():
    plain = witness_frame("v2-ipv4", {})
    assert witness_frame("v2-ipv4", {"ethertype": 0x800, "protocol": 17, "fragment": 0}) == plain


@given(st.integers(44, 2000))
def test_a_length_is_kept_to_the_byte(length):
    packet = decoded("v2-ipv4", {"length": length})
    assert packet.network.total_length == length


@given(st.integers(64, 2000))
def test_a_length_of_an_ipv6_packet_counts_its_header(length):
    packet = decoded("v2-ipv6", {"length": length})
    assert packet.network.payload_length == length - 40


@given(st.integers(0, 255))
def test_any_opcode_makes_a_well_formed_frame(opcode):
    assert decoded("v2-ipv4", {"opcode": opcode}).bth.opcode == opcode
    assert decoded("v1", {"opcode": opcode}).bth.opcode == opcode


@pytest.mark.parametrize(
    ("traffic", "fields", "words"),
    [
        ("v3", {}, "is none of v1, v2-ipv4, v2-ipv6"),
        ("v1", {"sport": 49152}, "a v1 frame has no field sport"),
        ("v2-ipv4", {"flowlabel": 1}, "no field flowlabel"),
        ("v2-ipv4", {"ethertype": 0x86DD}, "ethertype 34525 is not v2-ipv4"),
        ("v2-ipv4", {"fragment": 2}, "fragment 2 is not v2-ipv4"),
        ("v2-ipv4", {"vlan": 4097}, "vlan 4097"),
        ("v2-ipv4", {"vlan": "100"}, "vlan '100'"),
        ("v2-ipv4", {"vlan": True}, "vlan True"),
        ("v2-ipv4", {"dscp": 64}, "dscp 64 is not a number below 64"),
        ("v2-ipv4", {"sport": -1}, "sport -1"),
        ("v2-ipv4", {"length": 43}, "length 43 is impossible for RC SEND ONLY"),
        ("v2-ipv4", {"length": 100, "opcode": 0x81}, "length 100 is impossible for CNP"),
        ("v2-ipv4", {"src": "fe80::1"}, "'fe80::1' is not an IPv4 address"),
        ("v2-ipv6", {"src": "10.0.0.1"}, "'10.0.0.1' is not an IPv6 address"),
        ("v2-ipv4", {"src": True}, "True is not an IPv4 address"),
        ("v1", {"smac": "02:00"}, "'02:00' is not a MAC address"),
        ("v1", {"smac": "zz:00:00:00:00:01"}, "is not a MAC address"),
        ("v1", {"dmac": True}, "True is not a MAC address"),
    ],
)
def test_what_no_frame_can_carry_is_said(traffic, fields, words):
    with pytest.raises(FrameError) as raised:
        witness_frame(traffic, fields)
    assert words in str(raised.value)
