"""What is drawn on a grid can be read off it again."""

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets.atoms import grid_of, lowest, meet, subtract
from roce_audit.packets.fields import DSCP, ECN, PCP, TTL, Doubt
from roce_audit.packets.ranges import intersect, normalise, single

VALUES = st.sets(st.integers(0, 63), min_size=1, max_size=12).map(
    lambda numbers: normalise((n, n) for n in numbers)
)
MASKS = st.tuples(*[st.integers(1, 15)] * 3)


@settings(deadline=None)
@given(VALUES, st.lists(VALUES, max_size=6))
def test_a_value_set_drawn_on_an_axis_is_read_off_unchanged(region, sets):
    inner = [common for values in sets if (common := intersect(values, region))]
    grid = grid_of({DSCP: region}, [{DSCP: values} for values in inner])
    for axis in grid.axes:
        for values in inner:
            assert axis.values(axis.mask(values)) == values
        assert axis.values((1 << len(axis.starts)) - 1) == region


@settings(deadline=None)
@given(VALUES, st.lists(VALUES, min_size=1, max_size=6), st.data())
def test_every_mask_of_an_axis_stands_for_values_that_draw_it(region, sets, data):
    inner = [common for values in sets if (common := intersect(values, region))]
    grid = grid_of({DSCP: region}, [{DSCP: values} for values in inner])
    for axis in grid.axes:
        mask = data.draw(st.integers(0, (1 << len(axis.starts)) - 1))
        assert axis.mask(axis.values(mask)) == mask


def test_only_fields_that_a_line_constrains_have_an_axis():
    region = {DSCP: ((0, 63),), TTL: ((1, 255),)}
    boxes = [{TTL: ((1, 255),), ECN: single(1)}, {Doubt("x", "y"): single(1), PCP: ((0, 3),)}]
    grid = grid_of(region, boxes)
    assert [axis.field for axis in grid.axes] == [ECN, PCP]
    assert grid.axes[1].starts == (0, 4)
    assert grid.axes[1].ends == (3, 7)


def test_a_field_that_a_box_leaves_free_is_drawn_whole():
    grid = grid_of({}, [{ECN: single(1)}, {PCP: single(2)}])
    one, other, free = grid.drawn([{ECN: single(1)}, {PCP: single(2)}, {}])
    assert (one, other) == ((0b010, 0b111), (0b111, 0b010))
    assert free == grid.everything


def test_a_box_read_off_the_grid_keeps_what_the_region_fixes():
    grid = grid_of({TTL: ((1, 255),)}, [{ECN: single(1)}])
    assert grid.box((0b010,)) == {TTL: ((1, 255),), ECN: single(1)}


@settings(deadline=None)
@given(MASKS, MASKS)
def test_a_box_without_a_hole_is_cut_into_disjoint_pieces(box, mask):
    hole = meet(box, mask)
    pieces = subtract(box, box if hole is None else hole)
    for point in (tuple(1 << shift & 15 for shift in (a, b, c)) for a, b, c in _shifts()):
        inside = meet(point, box) == point and (hole is None or meet(point, hole) is None)
        expected = inside and hole is not None
        assert sum(meet(point, piece) == point for piece in pieces) == expected


def _shifts():
    return ((a, b, c) for a in range(4) for b in range(4) for c in range(4))


@settings(deadline=None)
@given(MASKS, MASKS)
def test_two_boxes_meet_where_every_axis_does(one, other):
    common = tuple(a & b for a, b in zip(one, other, strict=True))
    assert meet(one, other) == (common if all(common) else None)


@settings(deadline=None)
@given(st.integers(1, 1 << 80))
def test_the_lowest_segment_is_the_first_bit(mask):
    assert mask >> lowest(mask) & 1
    assert mask & ((1 << lowest(mask)) - 1) == 0
