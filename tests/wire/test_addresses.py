"""Addresses have the text that operators know, and link-local ones are told apart."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_audit.wire.addresses import (
    address_text,
    is_link_local,
    link_local_gid,
    mapped_gid,
    pack_ip,
    pack_mac,
)


@pytest.mark.parametrize(
    ("address", "text", "link_local"),
    [
        ("0a000001", "10.0.0.1", False),
        ("a9fe0101", "169.254.1.1", True),
        ("00000000000000000000ffff0a000001", "::ffff:10.0.0.1", False),
        ("00000000000000000000ffffa9fe0101", "::ffff:169.254.1.1", True),
        ("fe80000000000000022590fffeaabbcc", "fe80::225:90ff:feaa:bbcc", True),
        ("febf0000000000000000000000000001", "febf::1", True),
        ("fec00000000000000000000000000001", "fec0::1", False),
        ("fd000000000000000000000000000001", "fd00::1", False),
    ],
)
def test_an_address_has_its_text_and_scope(address, text, link_local):
    packed = bytes.fromhex(address)
    assert address_text(packed) == text
    assert is_link_local(packed) == link_local


def test_the_default_gid_is_the_eui_64_of_the_mac():
    gid = link_local_gid(pack_mac("00:25:90:aa:bb:cc"))
    assert address_text(gid) == "fe80::225:90ff:feaa:bbcc"


@given(st.integers(0, (1 << 32) - 1))
def test_a_mapped_gid_ends_with_the_ipv4_address(number):
    packed = pack_ip(number, 4)
    assert address_text(mapped_gid(packed)) == f"::ffff:{ipaddress.IPv4Address(number)}"


@given(st.integers(0, (1 << 48) - 1))
def test_a_mac_is_the_same_in_every_spelling(number):
    packed = number.to_bytes(6, "big")
    dotted = ".".join(packed.hex()[start : start + 4] for start in (0, 4, 8))
    for spelling in (
        number,
        packed,
        packed.hex(":"),
        packed.hex("-"),
        dotted,
        packed.hex().upper(),
    ):
        assert pack_mac(spelling) == packed
