"""Sets of ranges behave as the sets of integers that they stand for."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.ranges import (
    complement,
    holds,
    intersect,
    normalise,
    single,
    size,
    wildcard,
    without,
)

TOP = 15
SETS = st.sets(st.integers(0, TOP))
PARTS = st.lists(
    st.tuples(st.integers(0, TOP), st.integers(0, TOP)).map(lambda pair: tuple(sorted(pair)))
)


def ranges(numbers):
    return normalise((n, n) for n in numbers)


def members(values):
    return {n for low, high in values for n in range(low, high + 1)}


def tidy(values):
    """Whether ranges are sorted, disjoint and never touch."""
    ends = [end for pair in values for end in pair]
    apart = all(a[1] + 1 < b[0] for a, b in pairwise(values))
    return ends == sorted(ends) and apart


@settings(deadline=None)
@given(PARTS)
def test_a_union_of_overlapping_parts_is_their_members(parts):
    values = normalise(parts)
    assert members(values) == members(parts)
    assert tidy(values)


@settings(deadline=None)
@given(SETS, SETS)
def test_what_is_in_both_sets_is_in_their_intersection(one, other):
    common = intersect(ranges(one), ranges(other))
    assert members(common) == one & other
    assert tidy(common)


@settings(deadline=None)
@given(SETS, st.integers(TOP, TOP + 3))
def test_what_is_not_in_a_set_is_in_its_complement(one, top):
    rest = complement(ranges(one), top)
    assert members(rest) == set(range(top + 1)) - one
    assert tidy(rest)


@settings(deadline=None)
@given(SETS, SETS)
def test_what_is_left_without_a_hole_is_the_difference(one, hole):
    rest = without(ranges(one), ranges(hole))
    assert members(rest) == one - hole
    assert tidy(rest)


@settings(deadline=None)
@given(SETS, st.integers(0, TOP))
def test_size_and_membership_are_those_of_the_integers(one, number):
    assert size(ranges(one)) == len(one)
    assert holds(ranges(one), number) == (number in one)


@settings(deadline=None)
@given(st.integers(0, 63), st.integers(0, 255))
def test_a_wildcard_mask_matches_the_numbers_that_agree_in_every_other_bit(value, mask):
    values = wildcard(value, mask, 6)
    care = ~mask & 63
    assert members(values) == {n for n in range(64) if n & care == value & care}
    assert tidy(values)


def test_a_wildcard_mask_that_needs_too_many_ranges_is_not_expanded():
    # Every second bit of 26 is free: 2**13 ranges.
    mask = int("10" * 13, 2)
    assert wildcard(0, mask, 26) is None
    assert len(wildcard(0, mask, 26, limit=1 << 13)) == 1 << 13


def test_a_single_value_is_a_range_of_one():
    assert single(4791) == ((4791, 4791),)
