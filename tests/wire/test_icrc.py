"""The ICRC ignores what routers and switches may change, and breaks on everything else."""

import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.wire.icrc import icrc_v1, icrc_v2_ipv4, icrc_v2_ipv6
from roce_audit.wire.witness import witness_frame

V1 = witness_frame("v1", {})[14:-4]
IPV4 = witness_frame("v2-ipv4", {})[14:-4]
IPV6 = witness_frame("v2-ipv6", {})[14:-4]

# Bits that may change on the way, by byte from the first of the network header.
V1_MASKS = {0: 0x0F, 1: 0xFF, 2: 0xFF, 3: 0xFF, 7: 0xFF, 44: 0xFF}
IPV4_MASKS = {1: 0xFF, 8: 0xFF, 10: 0xFF, 11: 0xFF, 26: 0xFF, 27: 0xFF, 32: 0xFF}
IPV6_MASKS = {0: 0x0F, 1: 0xFF, 2: 0xFF, 3: 0xFF, 7: 0xFF, 46: 0xFF, 47: 0xFF, 52: 0xFF}
CASES = [
    (icrc_v1, V1, V1_MASKS),
    (icrc_v2_ipv4, IPV4, IPV4_MASKS),
    (icrc_v2_ipv6, IPV6, IPV6_MASKS),
]
each_case = pytest.mark.parametrize(
    ("icrc", "packet", "masks"), CASES, ids=["v1", "v2-ipv4", "v2-ipv6"]
)


@each_case
def test_exactly_the_masked_bits_may_change(icrc, packet, masks):
    right = icrc(packet)
    for offset in range(len(packet)):
        for bit in range(8):
            changed = bytearray(packet)
            changed[offset] ^= 1 << bit
            if icrc is icrc_v2_ipv4 and offset == 0:
                continue  # version and header length: tells where UDP stands
            masked = bool(masks.get(offset, 0) >> bit & 1)
            assert (icrc(bytes(changed)) == right) == masked, (offset, bit)


@each_case
def test_it_is_the_ethernet_crc_of_eight_ones_and_the_masked_packet(icrc, packet, masks):
    masked = bytearray(packet)
    for offset, ones in masks.items():
        masked[offset] |= ones
    assert icrc(packet) == struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(masked)))


@given(st.integers(6, 15))
def test_ipv4_options_move_the_masked_bytes(words):
    options = bytes(range(4 * (words - 5)))
    packet = bytes((0x40 | words,)) + IPV4[1:20] + options + IPV4[20:]
    changed = bytearray(packet)
    changed[4 * words + 12] ^= 0xFF  # FECN, BECN and reserved bits of the BTH
    changed[4 * words + 6] ^= 0xFF  # UDP checksum
    assert icrc_v2_ipv4(bytes(changed)) == icrc_v2_ipv4(packet)
    changed[4 * words + 13] ^= 0x01  # destination QP
    assert icrc_v2_ipv4(bytes(changed)) != icrc_v2_ipv4(packet)


@each_case
def test_a_view_of_a_frame_gives_the_same_as_bytes(icrc, packet, masks):
    assert icrc(memoryview(packet)) == icrc(packet)
