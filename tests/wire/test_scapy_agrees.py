"""scapy's RoCE layers, written by other people, read our frames and compute the same ICRC."""

import pytest

from roce_audit.wire.grh import Grh
from roce_audit.wire.icrc import icrc_v2_ipv4, icrc_v2_ipv6
from roce_audit.wire.ipv6 import IPv6 as OurIPv6
from roce_audit.wire.packet import IcrcState, RocePacket, decode_frame

roce = pytest.importorskip("scapy.contrib.roce")
inet = pytest.importorskip("scapy.layers.inet")
inet6 = pytest.importorskip("scapy.layers.inet6")
l2 = pytest.importorskip("scapy.layers.l2")

FRAMES = 600
SEED = 0x8915


@pytest.fixture(scope="module")
def packets(mixed):
    """Return our decoding beside the frame, for every well-formed frame."""
    pairs = [(decode_frame(sample.frame), sample.frame) for sample in mixed(FRAMES, SEED)]
    return [(ours, frame) for ours, frame in pairs if isinstance(ours, RocePacket)]


def test_scapy_reads_the_same_transport_header(packets):
    for ours, frame in packets:
        theirs = l2.Ether(frame)[roce.BTH]
        bth = ours.bth
        assert (theirs.opcode, theirs.dqpn, theirs.psn) == (bth.opcode, bth.dest_qp, bth.psn)
        assert (theirs.solicited, theirs.migreq) == (bth.solicited, bth.migrated)
        assert (theirs.padcount, theirs.pkey) == (bth.pad_count, bth.pkey)
        assert (theirs.fecn, theirs.becn, theirs.ackreq) == (bth.fecn, bth.becn, bth.ack_request)


def test_scapy_reads_the_same_grh_and_ip_header(packets):
    for ours, frame in packets:
        theirs = l2.Ether(frame)
        network = ours.network
        if isinstance(network, Grh):
            grh = theirs[roce.GRH]
            assert grh.sgid.to_bytes(16, "big") == network.sgid
            assert grh.dgid.to_bytes(16, "big") == network.dgid
            assert (grh.tclass, grh.flowlabel) == (network.traffic_class, network.flow_label)
            assert (grh.paylen, grh.hoplmt) == (network.payload_length, network.hop_limit)
        elif isinstance(network, OurIPv6):
            ip = theirs[inet6.IPv6]
            assert (ip.tc >> 2, ip.tc & 3) == (network.dscp, network.ecn)
            assert (ip.fl, ip.hlim, ip.plen) == (
                *(network.flow_label, network.hop_limit),
                network.payload_length,
            )
        else:
            ip = theirs[inet.IP]
            assert (ip.tos >> 2, ip.tos & 3, ip.ttl) == (network.dscp, network.ecn, network.ttl)
            assert ip.len == network.total_length


def test_scapy_computes_the_same_icrc_of_v2_packets(packets):
    judged = {IcrcState.RIGHT: 0, IcrcState.WRONG: 0}
    for ours, frame in packets:
        if ours.udp is None:
            continue
        bth = l2.Ether(frame)[roce.BTH]
        theirs = bth.compute_icrc(bytes(bth))
        assert (theirs == frame[-4:]) == (ours.icrc is IcrcState.RIGHT)
        judged[ours.icrc] += 1
    assert min(judged.values()) > 5


@pytest.mark.parametrize("family", ["v2-ipv4", "v2-ipv6"])
def test_a_packet_that_scapy_builds_has_the_icrc_that_we_compute(family):
    if family == "v2-ipv4":
        ip = inet.IP(src="10.0.0.1", dst="10.0.0.2", tos=0x6A, ttl=9, flags="DF")
        icrc = icrc_v2_ipv4
    else:
        ip = inet6.IPv6(src="2001:db8::1", dst="2001:db8::2", tc=0x6A, fl=77, hlim=9)
        icrc = icrc_v2_ipv6
    built = bytes(ip / inet.UDP(sport=0xC001, dport=4791, chksum=0) / roce.cnp(dqpn=0x118))
    assert icrc(built[:-4]) == built[-4:]
    kind = b"\x08\x00" if family == "v2-ipv4" else b"\x86\xdd"
    decoded = decode_frame(bytes(12) + kind + built)
    assert isinstance(decoded, RocePacket)
    assert decoded.is_cnp
    assert decoded.icrc is IcrcState.RIGHT
