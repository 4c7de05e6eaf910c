"""VLAN tags, cooked and raw captures: what stands before the packet does not change it."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.wire.envelope import Foreign
from roce_audit.wire.ethernet import Ethernet
from roce_audit.wire.packet import IcrcState, RocePacket, decode_frame
from roce_audit.wire.witness import witness_frame

V1 = witness_frame("v1", {})
IPV4 = witness_frame("v2-ipv4", {})
IPV6 = witness_frame("v2-ipv6", {})


@given(st.integers(0, 3), st.sampled_from([V1, IPV4, IPV6]))
def test_tags_change_nothing_but_the_tags(count, frame):
    tagged = frame[:12] + b"\x81\x00\x60\x64" * count + frame[12:]
    plain, decoded = decode_frame(frame), decode_frame(tagged)
    assert isinstance(plain, RocePacket)
    assert isinstance(decoded, RocePacket)
    assert [tag.vlan for tag in decoded.ethernet.tags] == [100] * count
    assert (decoded.network, decoded.udp, decoded.bth, decoded.payload, decoded.icrc) == (
        *(plain.network, plain.udp, plain.bth, plain.payload),
        IcrcState.RIGHT,
    )


@pytest.mark.parametrize("frame", [V1, IPV4, IPV6])
def test_cooked_captures_hold_the_same_packets(frame):
    kind, rest = frame[12:14], frame[14:]
    source = frame[6:12]
    cooked = struct.pack(">HHH", 0, 1, 6) + source + b"\x00\x00" + kind + rest
    cooked_2 = kind + struct.pack(">HIHBB", 0, 3, 1, 0, 6) + source + b"\x00\x00" + rest
    plain = decode_frame(frame)
    for data, link_type in ((cooked, 113), (cooked_2, 276)):
        decoded = decode_frame(data, 0, link_type)
        assert isinstance(decoded, RocePacket)
        assert isinstance(plain, RocePacket)
        assert decoded.ethernet == Ethernet(b"", source, plain.ethernet.ethertype)
        assert (decoded.network, decoded.bth) == (plain.network, plain.bth)
        assert decoded.icrc is IcrcState.RIGHT


def test_a_cooked_capture_of_an_interface_without_macs_has_none():
    cooked = struct.pack(">HHH", 0, 772, 0) + bytes(8) + b"\x08\x00" + IPV4[14:]
    cooked_2 = b"\x08\x00" + struct.pack(">HIHBB", 0, 1, 772, 0, 0) + bytes(8) + IPV4[14:]
    for data, link_type in ((cooked, 113), (cooked_2, 276)):
        decoded = decode_frame(data, 0, link_type)
        assert isinstance(decoded, RocePacket)
        assert decoded.ethernet.smac == b""


@pytest.mark.parametrize("frame", [IPV4, IPV6])
def test_raw_ip_captures_hold_the_same_packets(frame):
    decoded = decode_frame(frame[14:], 0, 101)
    assert isinstance(decoded, RocePacket)
    assert decoded.icrc is IcrcState.RIGHT


@pytest.mark.parametrize(
    ("frame", "link_type", "kind"),
    [
        (bytes(15), 113, "shorter than a cooked header"),
        (bytes(19), 276, "shorter than a cooked header"),
        (b"", 101, "an empty frame"),
        (b"\x00", 101, "neither IPv4 nor IPv6"),
    ],
)
def test_too_little_for_any_link_header_is_not_roce(frame, link_type, kind):
    assert decode_frame(frame, 0, link_type) == Foreign(kind)
