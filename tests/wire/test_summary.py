"""A capture is summed up as one would count it by hand."""

import json
import math

import pytest

from roce_audit.errors import CaptureError
from roce_audit.wire.capture import write_capture
from roce_audit.wire.counting import MOST_FAULTS, Counts
from roce_audit.wire.ethernet import VlanTag
from roce_audit.wire.flows import Flow
from roce_audit.wire.frames import (
    LinkFields,
    PathFields,
    cnp,
    rc_acknowledge,
    roce_v1_frame,
    roce_v2_frame,
    ud_send,
)
from roce_audit.wire.outcome import Verification, Versions
from roce_audit.wire.packet import decode_frame
from roce_audit.wire.summary import summarise
from roce_audit.wire.tally import PortSpread

PLAIN = LinkFields(smac=b"\x02\x00\x00\x00\x00\x01", dmac=b"\x02\x00\x00\x00\x00\x02")
TAGGED = LinkFields(smac=PLAIN.smac, dmac=PLAIN.dmac, tags=(VlanTag(100, 3),))
A, B = bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2))
LINK_LOCAL = bytes.fromhex("fe80000000000000000000fffe000001")
GLOBAL = bytes.fromhex("20010db8000000000000000000000001")


def data(sport, link=TAGGED, ecn=2):
    path = PathFields(src=A, dst=B, dscp=26, ecn=ecn, sport=sport)
    return roce_v2_frame(link, path, ud_send(0x18, b"payload!"))


def answer(syndrome):
    path = PathFields(src=B, dst=A, dscp=26, sport=50000)
    return roce_v2_frame(TAGGED, path, rc_acknowledge(0x19, 5, syndrome))


NOTIFICATION = roce_v2_frame(TAGGED, PathFields(src=B, dst=A, dscp=48, sport=0), cnp(0x18))
V1 = roce_v1_frame(PLAIN, PathFields(src=LINK_LOCAL, dst=GLOBAL, ttl=1), ud_send(1, b""))
ARP = bytes(12) + b"\x08\x06" + bytes(46)


@pytest.fixture
def summed(tmp_path):
    def sum_up(*frames):
        path = tmp_path / "given.pcap"
        write_capture(path, frames)
        return summarise(path)

    return sum_up


def test_a_clean_capture_is_counted_field_by_field(summed):
    frames = (data(49152), data(49153), data(49153, ecn=3), data(49152), answer(0), NOTIFICATION)
    summary = summed(*frames, ARP)
    assert summary.verdict == "clean"
    assert summary.complaints == ()
    assert summary.frames == 7
    assert summary.octets == sum(map(len, frames)) + len(ARP)
    assert summary.versions == Versions(v2_ipv4=6)
    assert summary.well_formed == 6
    assert summary.icrc == Verification(right=6)
    assert summary.cnps == 1
    tables = summary.tables
    assert tables.opcodes.entries == (("UD SEND ONLY", 4), ("CNP", 1), ("RC ACKNOWLEDGE", 1))
    assert tables.dest_qps.entries == (("0x000018", 5), ("0x000019", 1))
    assert tables.vlans.entries == (("100", 6),)
    assert tables.pcps.entries == (("3", 6),)
    assert tables.dscps.entries == (("26", 5),)
    assert tables.cnp_dscps.entries == (("48", 1),)
    assert tables.ecns.entries == (("2", 3), ("0", 2), ("3", 1))
    assert tables.addresses.entries == (("10.0.0.1", 6), ("10.0.0.2", 6))
    assert tables.not_roce.entries == (("ARP", 1),)
    assert tables.link_local.entries == ()
    assert tables.refusals.entries == ()


def test_flows_are_summed_by_addresses_and_vlan(summed):
    summary = summed(data(49152), data(49153), data(49153, PLAIN), NOTIFICATION)
    size = len(data(49152))
    assert summary.flows == (
        Flow("v2-ipv4", "10.0.0.1", "10.0.0.2", "100", 2, 2 * size, 0, 0, 2),
        Flow("v2-ipv4", "10.0.0.1", "10.0.0.2", "untagged", 1, size - 4, 0, 0, 1),
        Flow("v2-ipv4", "10.0.0.2", "10.0.0.1", "100", 1, len(NOTIFICATION), 1, 0, 0),
    )
    assert summary.beyond_flows == 0


def test_the_entropy_of_three_to_one_is_worked_out_by_hand(summed):
    spread = summed(data(49152), data(49152), data(49152), data(65535), NOTIFICATION).sports
    expected = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    assert spread.entropy_bits == pytest.approx(expected)
    assert (spread.frames, spread.distinct) == (4, 2)
    assert (spread.lowest, spread.highest, spread.below_dynamic) == (49152, 65535, 0)


@pytest.mark.parametrize(("ports", "bits"), [((5,), 0.0), ((5, 6), 1.0), (range(256), 8.0)])
def test_even_ports_have_the_logarithm_of_their_number(summed, ports, bits):
    spread = summed(*(data(port) for port in ports)).sports
    assert spread.entropy_bits == pytest.approx(bits)
    assert spread.below_dynamic == len(ports)


def test_v1_is_clean_alone_and_faulty_among_v2(summed):
    assert summed(V1, V1).verdict == "clean"
    summary = summed(V1, data(49152), data(49152))
    assert summary.versions.mixed
    assert summary.verdict == "faulty"
    assert summary.complaints == (
        "1 RoCE v1 frames among RoCE v2: some hosts use another version than the rest",
    )


def test_link_local_gids_are_listed_and_v1_has_no_ports(summed):
    summary = summed(V1)
    assert summary.sports == PortSpread()
    assert summary.tables.link_local.entries == (("fe80::ff:fe00:1", 1),)
    assert summary.tables.addresses.frames == 2


def test_a_refusal_is_counted_and_a_plain_acknowledgement_is_not(summed):
    summary = summed(answer(0x00), answer(0x21), answer(0x22), answer(0x60))
    assert summary.tables.refusals.entries == (("RNR NAK", 2), ("NAK PSN sequence error", 1))


def test_a_wrong_icrc_and_a_malformed_frame_are_blamed_by_number(summed):
    broken = data(49152)[:-1] + b"\x00"
    summary = summed(ARP, broken, data(1), data(1)[:-3])
    assert summary.verdict == "faulty"
    assert summary.faults == (
        (2, "v2-ipv4: wrong ICRC"),
        (4, "v2-ipv4: the length field says more than the frame has"),
    )
    assert summary.icrc == Verification(right=1, wrong=1)
    assert summary.flows[0].wrong_icrc == 1
    assert summary.complaints == (
        "1 packets with a wrong ICRC: receivers drop them",
        "1 malformed RoCE frames: receivers drop them",
    )


def test_only_the_first_faults_are_listed(summed):
    summary = summed(*[data(1)[:-1]] * (MOST_FAULTS + 5))
    assert len(summary.faults) == MOST_FAULTS
    assert summary.tables.malformed.frames == MOST_FAULTS + 5


def counted(*cuts):
    counts = Counts()
    for frame, length in cuts:
        counts.add(decode_frame(frame, length), length)
    return counts.summary("given.pcap", "")


def test_a_capture_of_cut_frames_is_undecided():
    summary = counted((data(1)[:70], 82), (data(1)[:50], 82))
    assert summary.icrc == Verification(not_checkable=1)
    assert summary.cut_short == 1
    assert summary.octets == 164
    assert summary.verdict == "undecided"


def test_one_right_icrc_among_cut_frames_is_enough():
    assert counted((data(1)[:70], 82), (data(1), len(data(1)))).verdict == "clean"


def test_a_capture_without_roce_is_nothing(summed):
    assert summed(ARP).verdict == "nothing"
    assert summed().verdict == "nothing"


def test_a_damaged_end_is_a_complaint_and_a_damaged_beginning_an_error(tmp_path):
    path = tmp_path / "cut.pcap"
    write_capture(path, [data(1), data(2)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    summary = summarise(path)
    assert (summary.frames, summary.verdict) == (1, "faulty")
    assert "the file is damaged: truncated dump file" in summary.complaints[0]
    path.write_bytes(whole[:50])
    with pytest.raises(CaptureError, match="truncated dump file"):
        summarise(path)


def test_the_json_form_holds_every_number(summed):
    document = json.loads(json.dumps(summed(data(49152), V1, ARP).to_json()))
    assert document["verdict"] == "faulty"
    assert document["versions"] == {"v1": 1, "v2-ipv4": 1, "v2-ipv6": 0}
    assert document["icrc"] == {"right": 2, "wrong": 0, "not_checkable": 0}
    assert document["not_roce"] == {"values": {"ARP": 1}, "frames_beyond_table": 0}
    assert document["sports"]["distinct"] == 1
    assert [flow["src"] for flow in document["flows"]] == ["fe80::ff:fe00:1", "10.0.0.1"]
    assert document["damage"] is None
