"""Each header survives being built and decoded, and stands on the wire as the standard says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.errors import FrameError, ShortFrameError
from roce_audit.wire.bth import Bth, decode_bth
from roce_audit.wire.ethernet import Ethernet, VlanTag, decode_ethernet
from roce_audit.wire.extended import Aeth, AtomicAckEth, AtomicEth, Deth, Ieth, ImmDt, Reth
from roce_audit.wire.grh import Grh, decode_grh
from roce_audit.wire.ipv4 import IPv4, checksum, checksum_wrong, decode_ipv4
from roce_audit.wire.ipv6 import IPv6, decode_ipv6
from roce_audit.wire.opcodes import decode_extended
from roce_audit.wire.udp import Udp, decode_udp


def bits(width):
    return st.integers(0, (1 << width) - 1)


macs = st.binary(min_size=6, max_size=6)
gids = st.binary(min_size=16, max_size=16)
tags = st.builds(
    VlanTag, bits(12), bits(3), st.booleans(), st.sampled_from([0x8100, 0x88A8, 0x9100])
)
types = st.integers(0x0600, 0xFFFF).filter(lambda kind: kind not in {0x8100, 0x88A8, 0x9100})
ethernets = st.builds(Ethernet, macs, macs, types, st.lists(tags, max_size=4).map(tuple))
bths = st.builds(
    Bth,
    *(bits(8), bits(24), bits(24), st.booleans(), st.booleans(), bits(2), bits(16)),
    *(st.booleans(), st.booleans(), st.booleans()),
)
extended = st.one_of(
    st.builds(Deth, bits(32), bits(24)),
    st.builds(Reth, bits(64), bits(32), bits(32)),
    st.builds(Aeth, bits(8), bits(24)),
    st.builds(ImmDt, bits(32)),
    st.builds(Ieth, bits(32)),
    st.builds(AtomicEth, bits(64), bits(32), bits(64), bits(64)),
    st.builds(AtomicAckEth, bits(64)),
)
options = st.integers(0, 10).flatmap(
    lambda words: st.binary(min_size=4 * words, max_size=4 * words)
)
addresses = st.binary(min_size=4, max_size=4)
ipv4s = st.builds(
    IPv4,
    *(addresses, addresses, st.integers(60, 65535), bits(8), bits(6), bits(2), bits(8), bits(16)),
    *(st.booleans(), st.booleans(), bits(13), options),
)
ipv6s = st.builds(IPv6, gids, gids, bits(16), st.just(17), bits(6), bits(2), bits(20), bits(8))
grhs = st.builds(Grh, gids, gids, bits(16), bits(8), bits(20), bits(8))


@given(ethernets, st.binary(max_size=8))
def test_ethernet_and_up_to_four_tags_survive(header, rest):
    built = header.build()
    assert decode_ethernet(built + rest) == (header, len(built))


@given(bths, st.binary(max_size=5))
def test_a_bth_survives(header, before):
    assert decode_bth(before + header.build(), len(before)) == header


@given(extended, st.binary(max_size=5))
def test_an_extension_header_survives(header, before):
    built = header.build()
    assert len(built) == header.LENGTH
    assert type(header).read(before + built, len(before)) == header


@given(ipv4s, st.binary(max_size=5))
def test_an_ipv4_header_survives_with_a_right_checksum(header, before):
    built = header.build()
    assert decode_ipv4(before + built, len(before)) == header
    assert not checksum_wrong(built)
    assert checksum(built) == 0


@given(ipv6s)
def test_an_ipv6_header_survives(header):
    assert decode_ipv6(header.build(), 0) == header


@given(grhs)
def test_a_grh_survives(header):
    assert decode_grh(header.build(), 0) == header


@given(st.builds(Udp, bits(16), bits(16), bits(16), bits(16)))
def test_a_udp_header_survives(header):
    assert decode_udp(header.build(), 0) == header


def test_the_tag_of_vlan_100_priority_3_stands_as_in_802_1q():
    assert VlanTag(100, 3).build().hex() == "81006064"


def test_the_ipv4_checksum_of_a_known_header_is_right():
    # 10.0.0.1 -> 10.0.0.2, UDP, 60 bytes, DF, TTL 64, ToS 0x68
    header = IPv4(b"\x0a\x00\x00\x01", b"\x0a\x00\x00\x02", 60, dscp=26)
    assert header.build().hex() == "4568003c00004000401126470a0000010a000002"


def test_a_checksum_left_to_the_nic_is_not_wrong():
    header = bytes.fromhex("4568003c00004000401100000a0000010a000002")
    assert not checksum_wrong(header)
    assert checksum_wrong(header[:11] + b"\x01" + header[12:])


@pytest.mark.parametrize(
    ("decode", "built"),
    [
        (decode_ethernet, Ethernet(bytes(6), bytes(6), 0x8915).build()),
        (decode_ethernet, Ethernet(bytes(6), bytes(6), 0x8915, (VlanTag(1),)).build()),
        (lambda data: decode_bth(data, 0), Bth(4, 1).build()),
        (lambda data: decode_grh(data, 0), Grh(bytes(16), bytes(16), 16).build()),
        (lambda data: decode_ipv4(data, 0), IPv4(bytes(4), bytes(4), 44, options=bytes(4)).build()),
        (lambda data: decode_ipv6(data, 0), IPv6(bytes(16), bytes(16), 24).build()),
        (lambda data: decode_udp(data, 0), Udp(1, 4791, 24).build()),
        (lambda data: decode_extended(0x12, data, 0), bytes(12)),
    ],
)
def test_a_header_that_ends_early_is_short_and_nothing_else(decode, built):
    decode(built)
    for length in range(len(built)):
        with pytest.raises(ShortFrameError):
            decode(built[:length])


def test_five_tags_are_refused():
    with pytest.raises(FrameError, match="more than 4 VLAN tags"):
        decode_ethernet(bytes(12) + b"\x81\x00\x00\x01" * 5 + b"\x08\x00")


def test_nine_ipv6_extension_headers_are_refused():
    chain = b"".join(bytes((60,)) + bytes(7) for _ in range(9))
    with pytest.raises(FrameError, match="more than 8"):
        decode_ipv6(IPv6(bytes(16), bytes(16), 72, next_header=60).build() + chain, 0)


def test_options_that_are_no_whole_words_are_refused():
    with pytest.raises(FrameError, match="3 bytes of IPv4 options"):
        IPv4(bytes(4), bytes(4), 60, options=b"abc").build()


def test_an_ipv6_extension_header_that_ends_early_is_short():
    built = IPv6(bytes(16), bytes(16), 16, next_header=0).build()
    with pytest.raises(ShortFrameError, match="extension header"):
        decode_ipv6(built + bytes(7), 0)


def test_the_checksum_of_an_odd_number_of_bytes_counts_a_zero_after_them():
    assert checksum(b"\x12\x34\x56") == checksum(b"\x12\x34\x56\x00") == 0xFFFF - 0x6834


def test_built_ipv6_has_no_extension_headers():
    chained = decode_ipv6(
        IPv6(bytes(16), bytes(16), 16, next_header=0).build() + b"\x11" + bytes(7), 0
    )
    assert chained.extensions.kinds == (0,)
    assert chained.header_length == 48
    with pytest.raises(FrameError, match="decoded, not built"):
        chained.build()
