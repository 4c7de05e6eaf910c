"""Addresses and prefixes as value sets, and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.prefixes import (
    IPV4_BITS,
    IPV6_BITS,
    address,
    address_text,
    masked,
    prefix,
    prefixes,
)
from roce_audit.packets.ranges import normalise

SMALL = st.lists(st.integers(0, 300), max_size=6).map(
    lambda ends: normalise(
        (min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=False)
    )
)


@settings(deadline=None)
@given(SMALL)
def test_prefixes_of_a_set_are_exactly_the_set(values):
    parts = [prefix(text, IPV4_BITS) for text in prefixes(values, IPV4_BITS)]
    assert normalise(pair for part in parts for pair in part) == values
    assert len({pair for part in parts for pair in part}) == len(parts)


def test_the_fewest_prefixes_are_taken():
    assert list(prefixes(((0, (1 << 32) - 1),), IPV4_BITS)) == ["0.0.0.0/0"]
    assert list(prefixes(((0, (1 << 128) - 1),), IPV6_BITS)) == ["::/0"]
    assert list(prefixes(((1, 6),), IPV4_BITS)) == [
        "0.0.0.1/32",
        "0.0.0.2/31",
        "0.0.0.4/31",
        "0.0.0.6/32",
    ]


def test_host_bits_of_a_prefix_are_ignored():
    assert prefix("10.1.2.3/16", IPV4_BITS) == prefix("10.1.0.0/16", IPV4_BITS)
    assert prefix("fd00::1", IPV6_BITS) == ((0xFD << 120 | 1, 0xFD << 120 | 1),)


@pytest.mark.parametrize("text", ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0/8", "::/0"])
def test_what_is_no_ipv4_prefix_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        prefix(text, IPV4_BITS)


def test_a_wildcard_mask_frees_its_one_bits():
    assert masked("10.0.0.0", "0.0.255.255", IPV4_BITS) == prefix("10.0.0.0/16", IPV4_BITS)
    assert masked("10.0.0.0", "170.170.170.170", IPV4_BITS) is None


@settings(deadline=None)
@given(st.integers(0, (1 << 32) - 1), st.integers(0, (1 << 128) - 1))
def test_an_address_is_the_same_number_after_a_round_trip(four, six):
    assert address(address_text(four, IPV4_BITS), IPV4_BITS) == four
    assert address(address_text(six, IPV6_BITS), IPV6_BITS) == six
