"""Every frame is RoCE, malformed RoCE, RoCE cut short, or something else with a name."""

import struct

import pytest

from roce_audit.wire.envelope import Foreign
from roce_audit.wire.ethernet import Ethernet
from roce_audit.wire.ipv4 import IPv4
from roce_audit.wire.packet import (
    CutShort,
    IcrcState,
    Malformed,
    RocePacket,
    decode_frame,
)
from roce_audit.wire.witness import witness_frame

V1 = witness_frame("v1", {})
IPV4 = witness_frame("v2-ipv4", {})
IPV6 = witness_frame("v2-ipv6", {})
TAGGED = witness_frame("v2-ipv4", {"vlan": 7, "pcp": 3})
WRITE = witness_frame("v2-ipv4", {"opcode": 0x0A})
CNP = witness_frame("v2-ipv4", {"opcode": 0x81})


def words(value):
    """Name a case by its words, not by its bytes."""
    return value if isinstance(value, str) else "frame"


def patched(frame, offset, octets):
    return frame[:offset] + octets + frame[offset + len(octets) :]


def resummed(frame):
    """Put the right IPv4 checksum into an untagged frame without options."""
    blank = patched(frame, 24, b"\x00\x00")
    total = sum(struct.unpack(">10H", blank[14:34]))
    total = (total & 0xFFFF) + (total >> 16)
    return patched(blank, 24, struct.pack(">H", (total & 0xFFFF) + (total >> 16) ^ 0xFFFF))


def shortened(frame, length):
    """Make an untagged IPv4 frame say and be shorter: IP, UDP and frame agree."""
    cut = patched(frame[: 14 + length], 16, struct.pack(">H", length))
    return resummed(patched(cut, 38, struct.pack(">H", length - 20)))


def with_options(frame, words):
    """Insert options into an untagged IPv4 frame; the ICRC is left as it was."""
    length = struct.unpack_from(">H", frame, 16)[0] + 4 * words
    header = IPv4(frame[26:30], frame[30:34], length, options=b"\x01" * 4 * words)
    return frame[:14] + header.build() + frame[34:]


def extended(frame, kind, header):
    """Put one extension header between IPv6 and UDP."""
    length = struct.unpack_from(">H", frame, 18)[0] + len(header)
    changed = patched(patched(frame, 18, struct.pack(">H", length)), 20, bytes((kind,)))
    return changed[:54] + header + changed[54:]


@pytest.mark.parametrize(
    ("frame", "traffic", "reason"),
    [
        (patched(V1, 14, b"\x40"), "v1", "GRH version is not 6"),
        (patched(V1, 20, b"\x11"), "v1", "GRH next header is not 0x1b"),
        (patched(V1, 18, b"\x00\x21"), "v1", "the length field says more than the frame has"),
        (patched(V1, 18, b"\x00\x0f"), "v1", "too short for a BTH and an ICRC"),
        (V1[:40], "v1", "ends inside the GRH"),
        (IPV4[:-1], "v2-ipv4", "the length field says more than the frame has"),
        (patched(IPV4, 24, b"\x12\x34"), "v2-ipv4", "the IPv4 header checksum is wrong"),
        (resummed(patched(IPV4, 20, b"\x60")), "v2-ipv4", "a fragmented datagram"),
        (patched(IPV4, 38, b"\x00\x27"), "v2-ipv4", "UDP and IP lengths contradict each other"),
        (patched(IPV6, 58, b"\x00\x29"), "v2-ipv6", "UDP and IP lengths contradict each other"),
        (patched(IPV4, 43, b"\x01"), "v2-ipv4", "BTH version is not 0"),
        (shortened(IPV4, 43), "v2-ipv4", "too short for a BTH and an ICRC"),
        (shortened(IPV4, 48), "v2-ipv4", "ends inside the DETH"),
        (shortened(WRITE, 56), "v2-ipv4", "ends inside the RETH"),
        (patched(shortened(IPV4, 52), 43, b"\x10"), "v2-ipv4", "the pad count exceeds the payload"),
        (shortened(CNP, 56), "v2-ipv4", "a CNP without its 16 reserved bytes"),
        (
            extended(IPV6, 44, b"\x11\x00\x00\x01\x00\x00\x00\x00"),
            "v2-ipv6",
            "a fragmented datagram",
        ),
    ],
    ids=words,
)
def test_a_frame_that_contradicts_itself_is_malformed_with_the_reason(frame, traffic, reason):
    assert decode_frame(frame) == Malformed(traffic, reason)


def test_pad_bytes_are_no_payload():
    decoded = decode_frame(patched(IPV4, 43, b"\x30"))
    assert isinstance(decoded, RocePacket)
    assert len(decoded.payload) == 8 - 3


@pytest.mark.parametrize(
    ("frame", "kind"),
    [
        (b"", "shorter than an Ethernet header"),
        (bytes(12) + b"\x81\x00\x00", "ends inside a VLAN tag"),
        (Ethernet(bytes(6), bytes(6), 0x0806).build() + bytes(46), "ARP"),
        (Ethernet(bytes(6), bytes(6), 0x88CC).build() + bytes(46), "LLDP"),
        (Ethernet(bytes(6), bytes(6), 0x8808).build() + bytes(46), "MAC control (pause, PFC)"),
        (Ethernet(bytes(6), bytes(6), 0x88B5).build() + bytes(46), "EtherType 0x88b5"),
        (Ethernet(bytes(6), bytes(6), 0x0026).build() + bytes(46), "IEEE 802.3 frame"),
        (patched(IPV4, 23, b"\x06"), "IPv4 TCP"),
        (patched(IPV4, 23, b"\x2f"), "IPv4 protocol 47"),
        (patched(IPV6, 20, b"\x3a"), "IPv6 ICMPv6"),
        (patched(IPV4, 36, b"\x12\xb6"), "IPv4 UDP, other port"),
        (patched(IPV4, 34, b"\x12\xb7\xc0\x00"), "IPv4 UDP, other port"),
        (patched(IPV6, 56, b"\x12\xb5"), "IPv6 UDP, VXLAN, not looked into"),
        (patched(IPV4, 20, b"\x00\x10"), "IPv4 later fragment"),
        (extended(IPV6, 44, b"\x11\x00\x00\x10\x00\x00\x00\x00"), "IPv6 later fragment"),
        (extended(IPV6, 44, b"\x3c\x00\x00\x10\x00\x00\x00\x00")[:62], "IPv6 later fragment"),
        (patched(IPV4, 14, b"\x65"), "broken IPv4: IPv4 version is not 4"),
        (patched(IPV4, 14, b"\x44"), "broken IPv4: IPv4 lengths contradict each other"),
        (patched(IPV6, 14, b"\x40"), "broken IPv6: IPv6 version is not 6"),
        (IPV4[:40], "IPv4 UDP, ends inside the UDP header"),
    ],
    ids=words,
)
def test_a_frame_that_is_not_roce_is_named(frame, kind):
    assert decode_frame(frame) == Foreign(kind)


@pytest.mark.parametrize("frame", [V1, IPV4, IPV6, TAGGED])
def test_a_snaplen_never_makes_a_frame_malformed(frame):
    bth = {len(V1): 54, len(IPV4): 42, len(IPV6): 62, len(TAGGED): 46}[len(frame)]
    udp = len(frame) - 40
    for kept in range(len(frame)):
        decoded = decode_frame(frame[:kept], len(frame))
        assert not isinstance(decoded, Malformed)
        if kept >= bth + 20:  # BTH and DETH are there
            assert isinstance(decoded, RocePacket)
            assert decoded.icrc is IcrcState.NOT_CHECKABLE
            assert decoded.payload == bytes(min(8, kept - bth - 20))
        elif kept >= udp + 8:
            assert isinstance(decoded, CutShort)


def test_a_cut_frame_can_still_be_malformed():
    frame = patched(V1, 18, b"\x00\x21")
    assert isinstance(decode_frame(frame[:76], len(V1)), Malformed)
    assert isinstance(decode_frame(frame[:76], len(V1) + 1), RocePacket)


@pytest.mark.parametrize("frame", [V1, IPV4, IPV6])
def test_one_wrong_bit_in_the_payload_is_a_wrong_icrc(frame):
    decoded = decode_frame(patched(frame, len(frame) - 6, b"\x01"))
    assert isinstance(decoded, RocePacket)
    assert decoded.icrc is IcrcState.WRONG


def test_options_inserted_on_the_way_break_the_icrc():
    decoded = decode_frame(with_options(IPV4, 2))
    assert isinstance(decoded, RocePacket)
    assert decoded.icrc is IcrcState.WRONG


@pytest.mark.parametrize(
    ("kind", "header"),
    [
        (0, b"\x11" + bytes(7)),
        (60, b"\x11\x01" + bytes(14)),
        (43, b"\x11" + bytes(7)),
        (44, b"\x11" + bytes(7)),
    ],
    ids=["hop-by-hop", "destination options", "routing", "fragment header of a whole packet"],
)
def test_behind_ipv6_extension_headers_roce_is_found_and_its_icrc_not_judged(kind, header):
    decoded = decode_frame(extended(IPV6, kind, header))
    assert isinstance(decoded, RocePacket)
    assert decoded.network.extensions.kinds == (kind,)
    assert decoded.bth.dest_qp == 0xFFFFFE
    assert decoded.icrc is IcrcState.NOT_CHECKABLE
