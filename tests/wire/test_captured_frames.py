"""Frames captured from hardware, and probes worked out by hand, decode to what they are.

Source: the RoCE test file of scapy (ConnectX and ConnectX-4 Lx captures); the two probes were
computed independently of this package.
"""

import pytest

from roce_audit.wire.bth import Bth
from roce_audit.wire.ethernet import Ethernet
from roce_audit.wire.extended import Aeth, Deth, Reth
from roce_audit.wire.grh import Grh
from roce_audit.wire.icrc import icrc_v1, icrc_v2_ipv4
from roce_audit.wire.ipv4 import IPv4
from roce_audit.wire.packet import IcrcState, RocePacket, decode_frame
from roce_audit.wire.udp import Udp
from roce_audit.wire.witness import witness_frame

GID = "00000000000000000000ffff0f000002"
V1_MACS = "7cfe90753cd8 7cfe90753cd8 8915"
V1_WRITE = bytes.fromhex(
    f"{V1_MACS} 60200000 0028 1b40 {GID} {GID} 0a70ffff0000010a80a788bc"
    "000055d4c07260 00000047b300000005 0000000001000000 e3d856bb"
)
V1_ACK = bytes.fromhex(
    f"{V1_MACS} 60200000 0014 1b40 {GID} {GID} 1140ffff0000010900a788c0 00000005 25f0c038"
)
V2_CNP = bytes.fromhex(
    "e41d2dab2bc2 7cfe90643b32 0800 45c2 003c 718c 4000 4011 9161 0a001101 0a001201"
    "0000 12b7 0028 0000 8100ffff40000118 00000000" + "00" * 16 + "82fd002a"
)
V1_PROBE = bytes.fromhex(
    "020000000002 020000000001 8915 60000000 0020 1b 01 fe80000000000000 0000 00fffe000001"
    "fe80000000000000 0000 00fffe000002 6400ffff00fffffe00000000 0000000000000000"
    "0000000000000000 5b847e51"
)
V2_PROBE = bytes.fromhex(
    "020000000002 020000000001 0800 4568003c0000400040112647 0a000001 0a000002 c00012b700280000"
    "6400ffff00fffffe00000000 0000000000000000 0000000000000000 f22c8cbe"
)


@pytest.mark.parametrize(
    ("frame", "icrc"), [(V1_WRITE, "e3d856bb"), (V1_ACK, "25f0c038")], ids=["write", "ack"]
)
def test_the_icrc_of_v1_hardware_frames_is_reproduced(frame, icrc):
    assert icrc_v1(frame[14:-4]).hex() == icrc


def test_the_icrc_of_a_v2_hardware_cnp_is_reproduced():
    assert icrc_v2_ipv4(V2_CNP[14:-4]).hex() == "82fd002a"


def test_the_v1_write_is_decoded_field_by_field():
    gid = bytes.fromhex(GID)
    mac = bytes.fromhex("7cfe90753cd8")
    assert decode_frame(V1_WRITE) == RocePacket(
        traffic="v1",
        ethernet=Ethernet(mac, mac, 0x8915),
        network=Grh(gid, gid, 40, traffic_class=2, hop_limit=64),
        udp=None,
        bth=Bth(0x0A, dest_qp=0x10A, psn=0xA788BC, migrated=True, pad_count=3, ack_request=True),
        extended=(Reth(0x000055D4C0726000, 0x00_47B3, 5),),
        payload=bytes.fromhex("0000000001"),
        icrc=IcrcState.RIGHT,
    )


def test_the_v1_acknowledgement_says_ack_and_message_five():
    packet = decode_frame(V1_ACK)
    assert isinstance(packet, RocePacket)
    assert packet.extended == (Aeth(syndrome=0, msn=5),)
    assert (packet.bth.dest_qp, packet.bth.psn) == (0x109, 0xA788C0)
    assert packet.icrc is IcrcState.RIGHT


def test_the_hardware_cnp_has_source_port_zero_dscp_48_and_becn():
    packet = decode_frame(V2_CNP)
    assert isinstance(packet, RocePacket)
    assert packet.is_cnp
    assert packet.bth == Bth(0x81, dest_qp=0x118, becn=True)
    assert packet.udp == Udp(0, 4791, 40)
    assert isinstance(packet.network, IPv4)
    assert (packet.network.dscp, packet.network.ecn, packet.network.ttl) == (48, 2, 64)
    assert packet.network.dont_fragment
    assert packet.payload == bytes(16)
    assert packet.icrc is IcrcState.RIGHT


def test_an_open_v1_witness_is_the_probe_worked_out_by_hand():
    assert witness_frame("v1", {}) == V1_PROBE


def test_a_v2_witness_with_dscp_26_is_the_probe_worked_out_by_hand():
    assert witness_frame("v2-ipv4", {"dscp": 26}) == V2_PROBE


def test_the_probe_is_an_unreliable_datagram_to_nobody():
    packet = decode_frame(V2_PROBE)
    assert isinstance(packet, RocePacket)
    assert packet.bth == Bth(0x64, dest_qp=0xFFFFFE)
    assert packet.extended == (Deth(0, 0),)
    assert packet.icrc is IcrcState.RIGHT


@pytest.mark.parametrize("frame", [V1_WRITE, V1_ACK, V2_CNP], ids=["write", "ack", "cnp"])
def test_ethernet_padding_and_an_fcs_after_the_packet_change_nothing(frame):
    assert decode_frame(frame + b"\x00\x00\x12\x34\x56\x78") == decode_frame(frame)
