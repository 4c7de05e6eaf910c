"""Masks with many holes: the cover at first, the very values where the question is narrow."""

from hypothesis import given
from hypothesis import strategies as st

from roce_audit.packets.fields import SMAC, SOURCE
from roce_audit.packets.holes import Holes, agreeing, has_holes, listed, pierced
from roce_audit.packets.ranges import intersect, single, wildcard

BITS = 10
numbers = st.integers(0, 2**BITS - 1)


def test_a_mask_is_first_its_cover_and_a_question():
    box = pierced(SMAC, 0b1011, 0b0110)
    assert box[SMAC] == ((0b1001, 0b1111),)
    assert has_holes([box])
    (question,) = (each for each in box if isinstance(each, Holes))
    assert box[question] == single(1)


def test_one_address_is_decided_whatever_the_mask():
    odd = pierced(SOURCE, 0x0A000001, 0x00FFFFFE)
    assert listed([odd], {SOURCE: single(0x0A030303)}) == ({SOURCE: single(0x0A030303)},)
    assert listed([odd], {SOURCE: single(0x0A030304)}) == ()


def test_a_mask_that_still_stands_for_too_many_ranges_stays_open():
    odd = pierced(SOURCE, 0x0A000001, 0x00FFFFFE)
    assert listed([odd], {}, most=100) == (odd,)


@given(numbers, numbers, numbers, numbers)
def test_what_is_listed_is_the_mask_among_the_packets_asked_about(value, mask, one, other):
    wanted = ((min(one, other), max(one, other)),)
    due = intersect(wildcard(value, mask, BITS) or (), wanted)
    found = listed([pierced(SMAC, value, mask)], {SMAC: wanted})
    assert found == (({SMAC: due},) if due else ())


def test_a_mask_of_few_holes_is_its_values_at_once():
    assert agreeing(SMAC, 0b101, 0b010) == {SMAC: ((0b101, 0b101), (0b111, 0b111))}
    assert has_holes([agreeing(SMAC, 0, 0xFFFFFF000000)])


def test_a_mask_that_takes_too_many_steps_stays_open():
    # Every second value of a wide field meets the question at its last bit only.
    odd = pierced(SOURCE, 1, (1 << 128) - 2)
    wanted = tuple((low, low) for low in range(0, 40_000, 2))
    assert listed([odd], {SOURCE: wanted}, most=10) == (odd,)
