"""Wireshark's own dissection of 10,000 mixed frames says the same as ours, frame by frame.

The capture mixes v1, v2 over IPv4 and IPv6, untagged, tagged and double-tagged, every operation
of RC and UC, UD, CNPs, wrong ICRCs, frames that end early, and other protocols.
"""

from collections import Counter

import pytest

from roce_audit.wire.addresses import address_text
from roce_audit.wire.capture import write_capture
from roce_audit.wire.envelope import Foreign
from roce_audit.wire.extended import Aeth, AtomicAckEth, AtomicEth, Deth, Reth
from roce_audit.wire.grh import Grh
from roce_audit.wire.ipv6 import IPv6
from roce_audit.wire.packet import Malformed, RocePacket, decode_frame
from roce_audit.wire.summary import summarise

FRAMES = 10_000
SEED = 4791


@pytest.fixture(scope="module")
def both(tmp_path_factory, mixed, dissect):
    """Return the samples, our decoding, tshark's rows and our summary."""
    capture = tmp_path_factory.mktemp("tshark") / "mixed.pcap"
    samples = mixed(FRAMES, SEED)
    write_capture(capture, [sample.frame for sample in samples])
    rows = dissect(capture)
    decoded = [decode_frame(sample.frame) for sample in samples]
    return samples, decoded, rows, summarise(capture)


def is_roce(row):
    """Tell whether tshark sees RoCE; it also takes datagrams *from* port 4791 for it."""
    layers = row["frame.protocols"].split(":")
    return "infiniband" in layers and ("udp" not in layers or row["udp.dstport"] == "4791")


def hexadecimal(value, digits):
    return f"0x{value:0{digits}x}"


def expected_network(packet):
    network = packet.network
    source, destination = map(address_text, packet.addresses)
    if isinstance(network, Grh):
        return {
            "infiniband.grh.sgid": source,
            "infiniband.grh.dgid": destination,
            "infiniband.grh.tclass": str(network.traffic_class),
            "infiniband.grh.flowlabel": str(network.flow_label),
            "infiniband.grh.hoplmt": str(network.hop_limit),
        }
    udp = {"udp.srcport": str(packet.udp.sport), "udp.dstport": "4791"}
    if isinstance(network, IPv6):
        return udp | {
            "ipv6.src": source,
            "ipv6.dst": destination,
            "ipv6.tclass.dscp": str(network.dscp),
            "ipv6.tclass.ecn": str(network.ecn),
            "ipv6.flow": hexadecimal(network.flow_label, 6),
            "ipv6.hlim": str(network.hop_limit),
        }
    return udp | {
        "ip.src": source,
        "ip.dst": destination,
        "ip.dsfield.dscp": str(network.dscp),
        "ip.dsfield.ecn": str(network.ecn),
        "ip.ttl": str(network.ttl),
    }


def expected_header(header):
    match header:
        case Deth():
            return {
                "infiniband.deth.q_key": hexadecimal(header.qkey, 16),
                "infiniband.deth.srcqp": hexadecimal(header.source_qp, 8),
            }
        case Reth():
            return {
                "infiniband.reth.va": hexadecimal(header.virtual_address, 16),
                "infiniband.reth.r_key": hexadecimal(header.rkey, 8),
                "infiniband.reth.dmalen": str(header.dma_length),
            }
        case Aeth():
            return {
                "infiniband.aeth.syndrome": str(header.syndrome),
                "infiniband.aeth.msn": str(header.msn),
            }
        case AtomicEth():
            return {
                "infiniband.atomiceth.swapdt": str(header.swap),
                "infiniband.atomiceth.cmpdt": str(header.compare),
            }
        case AtomicAckEth():
            return {"infiniband.atomicacketh.origremdt": str(header.original)}
    return {}


def expected_row(packet):
    bth, ethernet = packet.bth, packet.ethernet
    row = expected_network(packet) | {
        "eth.src": ethernet.smac.hex(":"),
        "eth.dst": ethernet.dmac.hex(":"),
        "vlan.id": ",".join(str(tag.vlan) for tag in ethernet.tags),
        "vlan.priority": ",".join(str(tag.pcp) for tag in ethernet.tags),
        "infiniband.bth.opcode": str(bth.opcode),
        "infiniband.bth.se": str(int(bth.solicited)),
        "infiniband.bth.m": str(int(bth.migrated)),
        "infiniband.bth.padcnt": str(bth.pad_count),
        "infiniband.bth.p_key": str(bth.pkey),
        "infiniband.bth.destqp": hexadecimal(bth.dest_qp, 6),
        "infiniband.bth.a": str(int(bth.ack_request)),
        "infiniband.bth.psn": str(bth.psn),
    }
    for header in packet.extended:
        row |= expected_header(header)
    return row


def test_both_see_roce_in_the_same_frames(both):
    samples, decoded, rows, _ = both
    assert len(rows) == FRAMES
    for sample, ours, row in zip(samples, decoded, rows, strict=True):
        assert (not isinstance(ours, Foreign)) == is_roce(row), (sample, row)


def test_both_read_the_same_fields(both):
    samples, decoded, rows, _ = both
    compared = 0
    for sample, ours, row in zip(samples, decoded, rows, strict=True):
        if isinstance(ours, RocePacket):
            expected = expected_row(ours)
            assert {name: row[name] for name in expected} == expected, sample
            compared += 1
    assert compared > FRAMES // 2


def test_both_find_the_payload_and_the_icrc_at_the_same_place(both):
    samples, decoded, rows, _ = both
    compared = 0
    for sample, ours, row in zip(samples, decoded, rows, strict=True):
        if isinstance(ours, RocePacket) and row["infiniband.invariant.crc"]:
            padded = ours.payload.hex() + "00" * ours.bth.pad_count
            assert row["data.data"] == padded, sample
            assert row["infiniband.invariant.crc"] == "0x" + sample.frame[-4:].hex(), sample
            compared += 1
    assert compared > FRAMES // 2


def test_frames_that_end_early_are_malformed_here_and_still_roce_there(both):
    samples, decoded, rows, _ = both
    for sample, ours, row in zip(samples, decoded, rows, strict=True):
        assert isinstance(ours, Malformed) == (sample.kind == "chopped")
        if isinstance(ours, Malformed):
            assert is_roce(row)


def test_the_sums_of_decode_are_the_sums_of_tshark(both):
    _, decoded, rows, summary = both
    good = [row for ours, row in zip(decoded, rows, strict=True) if isinstance(ours, RocePacket)]
    data = [row for row in good if row["infiniband.bth.opcode"] != "129"]

    def sums(*names, among=good):
        values = (row[name] for row in among for name in names)
        return Counter(value for value in values if value)

    tables = summary.tables
    assert summary.versions.frames == sum(map(is_roce, rows))
    assert summary.well_formed == len(good)
    assert summary.cnps == len(good) - len(data)
    assert dict(tables.dest_qps.entries).items() <= sums("infiniband.bth.destqp").items()
    vlans = Counter(row["vlan.id"].replace(",", ".") or "untagged" for row in good)
    assert dict(tables.vlans.entries).items() <= vlans.items()
    assert tables.dest_qps.frames == tables.vlans.frames == len(good)
    dscps = sums("ip.dsfield.dscp", "ipv6.tclass.dscp", among=data)
    assert Counter(dict(tables.dscps.entries)) == dscps
    ecns = sums("ip.dsfield.ecn", "ipv6.tclass.ecn")
    assert Counter(dict(tables.ecns.entries)) == ecns
    assert summary.sports.distinct == len(sums("udp.srcport", among=data))
    assert sum(dict(tables.opcodes.entries).values()) == len(good)
