"""Boxes clipped to a region, and the sieve that lets nothing through that is far from it."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.boxes import Sieve, clip
from roce_audit.packets.fields import DESTINATION, DESTINATION_PORT, DSCP, PROTOCOL, SOURCE
from roce_audit.packets.ranges import intersect, normalise, single

FIELDS = (DESTINATION, SOURCE, DESTINATION_PORT, DSCP)
VALUES = st.sets(st.integers(0, 5), min_size=1).map(
    lambda numbers: normalise((n, n) for n in numbers)
)
BOXES = st.dictionaries(st.sampled_from(FIELDS), VALUES)


@dataclass
class Entry:
    matches: tuple


@settings(deadline=None)
@given(BOXES, BOXES)
def test_clipping_keeps_the_packets_in_both_and_does_not_mind_the_order(one, other):
    both = clip(one, other)
    assert both == clip(other, one)
    if both is None:
        fields = one.keys() & other.keys()
        assert any(not intersect(one[field], other[field]) for field in fields)
    else:
        assert clip(both, one) == clip(both, other) == both
        assert both.keys() == one.keys() | other.keys()


@settings(deadline=None)
@given(BOXES, st.lists(st.lists(BOXES, max_size=3), max_size=5))
def test_the_sieve_never_loses_a_line_that_meets_the_region(region, lines):
    entries = [Entry(tuple(boxes)) for boxes in lines]
    passed = list(Sieve.of(region).passed(entries))
    for entry in entries:
        if any(clip(box, region) is not None for box in entry.matches):
            assert any(each is entry for each in passed)


def test_the_sieve_stops_lines_for_other_protocols_ports_and_addresses():
    region = {PROTOCOL: single(17), DESTINATION_PORT: single(4791), DESTINATION: ((10, 19),)}
    near = {PROTOCOL: single(17), DESTINATION_PORT: ((4000, 5000),), DESTINATION: ((15, 30),)}
    far = [
        {**near, PROTOCOL: single(6)},
        {**near, DESTINATION_PORT: ((5000, 6000),)},
        {**near, DESTINATION: ((20, 30),)},
    ]
    lines = [Entry((box,)) for box in [near, *far]]
    assert list(Sieve.of(region).passed(lines)) == lines[:1]


def test_a_line_with_one_near_alternative_passes_once():
    line = Entry(({PROTOCOL: single(6)}, {PROTOCOL: single(17)}, {}))
    assert list(Sieve.of({PROTOCOL: single(17)}).passed([line])) == [line]
