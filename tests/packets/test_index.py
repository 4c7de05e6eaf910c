"""The index never overlooks a box, and seldom names one too many."""

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets import index
from roce_audit.packets.atoms import meet
from roce_audit.packets.index import Index, places

WIDTH = 12
WHOLE = ((1 << WIDTH) - 1, (1 << WIDTH) - 1)
MASKS = st.tuples(*[st.integers(1, (1 << WIDTH) - 1)] * 2)
INTERVALS = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, WIDTH - 1)).map(
    lambda pair: (1 << max(pair) + 1) - (1 << min(pair))
)
SOLID = st.tuples(INTERVALS, INTERVALS)


@settings(deadline=None)
@given(st.lists(MASKS, max_size=20), MASKS, st.sampled_from([1, 16, 1 << 26]))
def test_every_box_that_meets_or_fills_another_is_named(boxes, asked, bits):
    index_of = Index(boxes, WHOLE, bits)
    near, around = set(places(index_of.near(asked))), set(places(index_of.around(asked)))
    for at, box in enumerate(boxes):
        assert at in near or meet(box, asked) is None
        assert at in around or meet(box, asked) != asked
    assert near | around <= set(range(len(boxes)))


@settings(deadline=None)
@given(st.lists(SOLID, max_size=20), SOLID)
def test_for_plain_ranges_the_index_names_no_box_too_many(boxes, asked):
    index_of = Index(boxes, WHOLE)
    meeting = {at for at, box in enumerate(boxes) if meet(box, asked) is not None}
    filling = {at for at, box in enumerate(boxes) if meet(box, asked) == asked}
    assert set(places(index_of.near(asked))) == meeting
    assert set(places(index_of.around(asked))) == filling


@settings(deadline=None)
@given(st.sets(st.integers(0, 300)))
def test_the_places_of_a_bit_set_come_lowest_first(numbers):
    assert list(places(sum(1 << number for number in numbers))) == sorted(numbers)


def test_a_table_stays_within_its_bound_however_many_segments_there_are():
    boxes = [(1 << at,) for at in range(64)]
    small = Index(boxes, ((1 << 64) - 1,), 64 * 4)
    assert set(places(small.near((1,)))) < set(range(64))
    assert index.TABLE_BITS == 1 << 26
