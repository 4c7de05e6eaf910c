"""Built frames decode to what was asked, with every length, checksum and the ICRC right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.errors import FrameError
from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import VlanTag
from roce_audit.wire.extended import Aeth, Reth
from roce_audit.wire.frames import (
    LinkFields,
    Message,
    PathFields,
    cnp,
    rc_acknowledge,
    roce_v1_frame,
    roce_v2_frame,
    ud_send,
)
from roce_audit.wire.grh import Grh
from roce_audit.wire.ipv4 import IPv4, checksum
from roce_audit.wire.ipv6 import IPv6
from roce_audit.wire.packet import IcrcState, RocePacket, decode_frame

LINK = LinkFields(smac=b"\x02\x00\x00\x00\x00\x01", dmac=b"\x02\x00\x00\x00\x00\x02")
paths = {
    length: st.builds(
        PathFields,
        src=st.binary(min_size=length, max_size=length),
        dst=st.binary(min_size=length, max_size=length),
        dscp=st.integers(0, 63),
        ecn=st.integers(0, 3),
        ttl=st.integers(0, 255),
        flow_label=st.integers(0, 0xFFFFF),
        sport=st.integers(0, 0xFFFF),
        with_checksum=st.booleans(),
    )
    for length in (4, 16)
}
payloads = st.binary(max_size=80)


def write(payload):
    bth = Bth(0x0A, 0x18, psn=7, ack_request=True)
    return Message(bth, (Reth(1 << 63, 0xABCD, len(payload)),), payload)


def check(packet, message):
    assert isinstance(packet, RocePacket)
    assert packet.icrc is IcrcState.RIGHT
    assert packet.payload == message.payload
    assert packet.bth.pad_count == -len(message.payload) % 4
    assert packet.extended == message.extended


@given(paths[16], payloads)
def test_a_v1_frame_carries_what_was_asked(path, payload):
    packet = decode_frame(roce_v1_frame(LINK, path, write(payload)))
    check(packet, write(payload))
    padded = 12 + 16 + len(payload) + -len(payload) % 4 + 4
    assert packet.network == Grh(
        path.src, path.dst, padded, path.dscp << 2 | path.ecn, path.flow_label, path.ttl
    )


@given(paths[4], payloads)
def test_a_v2_ipv4_frame_carries_what_was_asked(path, payload):
    packet = decode_frame(roce_v2_frame(LINK, path, write(payload)))
    check(packet, write(payload))
    network = packet.network
    assert isinstance(network, IPv4)
    assert (network.src, network.dst, network.dscp) == (path.src, path.dst, path.dscp)
    assert (network.ecn, network.ttl, network.dont_fragment) == (path.ecn, path.ttl, True)
    assert (packet.udp.sport, packet.udp.dport) == (path.sport, 4791)


@given(paths[16], payloads)
def test_a_v2_ipv6_frame_carries_what_was_asked(path, payload):
    packet = decode_frame(roce_v2_frame(LINK, path, write(payload)))
    check(packet, write(payload))
    network = packet.network
    assert isinstance(network, IPv6)
    assert (network.dscp, network.ecn) == (path.dscp, path.ecn)
    assert (network.flow_label, network.hop_limit) == (path.flow_label, path.ttl)


@given(paths[4] | paths[16], payloads)
def test_a_filled_in_udp_checksum_is_right(path, payload):
    frame = roce_v2_frame(LINK, path, write(payload))
    start = 14 + (20 if len(path.src) == 4 else 40)
    segment = frame[start:]
    if not path.with_checksum:
        assert segment[6:8] == b"\x00\x00"
    else:
        pseudo = path.src + path.dst + len(segment).to_bytes(4, "big") + b"\x00\x00\x00\x11"
        assert segment[6:8] != b"\x00\x00"
        assert checksum(pseudo + segment) == 0


def test_tags_stand_outermost_first():
    link = LinkFields(
        smac=LINK.smac, dmac=LINK.dmac, tags=(VlanTag(10, 1, tpid=0x88A8), VlanTag(100, 3))
    )
    path = PathFields(src=bytes(16), dst=bytes(16))
    frame = roce_v1_frame(link, path, cnp(5))
    assert frame[12:22].hex() == "88a8200a810060648915"
    packet = decode_frame(frame)
    assert isinstance(packet, RocePacket)
    assert packet.ethernet.tags == link.tags


def test_a_cnp_has_becn_and_16_reserved_bytes():
    frame = roce_v2_frame(LINK, PathFields(src=bytes(4), dst=bytes(4), dscp=48), cnp(0x118))
    assert frame[42:-4].hex() == "8100ffff4000011800000000" + "00" * 16
    assert len(frame) == 74


def test_a_refusal_carries_its_syndrome():
    frame = roce_v2_frame(
        LINK, PathFields(src=bytes(4), dst=bytes(4)), rc_acknowledge(9, 100, 0x60, 4)
    )
    packet = decode_frame(frame)
    assert isinstance(packet, RocePacket)
    assert packet.extended == (Aeth(0x60, 4),)


def test_v1_wants_gids_and_v2_one_family():
    v4 = PathFields(src=bytes(4), dst=bytes(4))
    mixed = PathFields(src=bytes(4), dst=bytes(16))
    with pytest.raises(FrameError, match="GIDs of 16 bytes"):
        roce_v1_frame(LINK, v4, cnp(1))
    with pytest.raises(FrameError, match="one IP family"):
        roce_v2_frame(LINK, mixed, cnp(1))


@pytest.mark.parametrize("length", [4, 16])
def test_a_message_too_long_for_one_packet_is_refused(length):
    path = PathFields(src=bytes(length), dst=bytes(length))
    with pytest.raises(FrameError, match="do not fit into one packet"):
        roce_v2_frame(LINK, path, ud_send(1, bytes(65536)))
