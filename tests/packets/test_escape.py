"""The search finds exactly the packets that get past, however it cuts."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.packets import escape
from roce_audit.packets.atoms import meet
from roce_audit.packets.budget import Budget
from roce_audit.packets.escape import SpentError, escapes

WIDTH = 4
WHOLE = ((1 << WIDTH) - 1,) * 3
BOXES = st.tuples(*[st.integers(1, (1 << WIDTH) - 1)] * 3)
SLABS = st.tuples(st.integers(0, 2), st.integers(1, (1 << WIDTH) - 1)).map(
    lambda pair: (*WHOLE[: pair[0]], pair[1], *WHOLE[pair[0] + 1 :])
)
JUMPS = st.one_of(st.just(0), st.integers(1, 6))


def obstacles_from(boxes, jumps):
    """Return obstacles at places 1, 2, …; a jump of 0 loses the packet, else it skips ahead."""
    return [
        (box, place, place + jump if jump else 0)
        for place, (box, jump) in enumerate(zip(boxes, jumps, strict=True), start=1)
    ]


LISTS = st.lists(st.tuples(st.one_of(BOXES, SLABS), JUMPS), max_size=12).map(
    lambda pairs: obstacles_from([box for box, _ in pairs], [jump for _, jump in pairs])
)


def gets_past(point, obstacles):
    place = 0
    for masks, at, target in obstacles:
        if at >= place and meet(point, masks) == point:
            if not target:
                return False
            place = target
    return True


def points():
    for a in range(WIDTH):
        for b in range(WIDTH):
            for c in range(WIDTH):
                yield (1 << a, 1 << b, 1 << c)


def assert_right(pieces, obstacles):
    for point in points():
        hits = sum(meet(point, piece) == point for piece in pieces)
        assert hits == gets_past(point, obstacles)


@settings(max_examples=300, deadline=None)
@given(LISTS, st.sampled_from([0, 1, 3, 24]))
def test_the_pieces_found_are_the_packets_that_get_past(obstacles, few):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(escape, "FEW", few)
        assert_right(list(escapes(WHOLE, obstacles, Budget(100_000))), obstacles)


def test_hundreds_of_obstacles_are_halved_and_still_told_apart():
    rng = random.Random(4791)
    for _ in range(5):
        boxes = [tuple(rng.randrange(1, 1 << WIDTH) for _ in range(3)) for _ in range(300)]
        jumps = [rng.choice([0, 0, 0, 1, 5]) for _ in boxes]
        thin = [tuple(1 << rng.randrange(WIDTH) for _ in range(3)) for _ in range(60)]
        dense, sparse = obstacles_from(boxes, jumps), obstacles_from(thin, [0] * 60)
        assert_right(list(escapes(WHOLE, dense, Budget(100_000))), dense)
        assert_right(list(escapes(WHOLE, sparse, Budget(100_000))), sparse)


def test_obstacles_that_all_fill_the_piece_are_jumped_one_by_one():
    # Thirty jumps, each over the next obstacle: no axis tells them apart, so none can be halved.
    over = obstacles_from([WHOLE] * 60, [2, 0] * 30)
    assert list(escapes(WHOLE, over, Budget(10_000))) == [WHOLE]
    into = obstacles_from([WHOLE] * 60, [1, 0] * 30)
    assert list(escapes(WHOLE, into, Budget(10_000))) == []


def test_without_obstacles_everything_gets_past():
    assert list(escapes((), [], Budget(10))) == [()]
    assert list(escapes((), [((), 1, 0)], Budget(10))) == []


def test_a_search_that_costs_too_much_says_so():
    checkered = obstacles_from([(1 << n, 1 << n, 1 << n) for n in range(WIDTH)], [0] * WIDTH)
    with pytest.raises(SpentError):
        list(escapes(WHOLE, checkered, Budget(2)))


def test_part_of_a_budget_counts_down_the_whole_as_well():
    whole = Budget(10)
    part = Budget(6, whole)
    assert part.spend(16)
    assert (part.left, whole.left) == (3, 7)
    assert not part.spend(40)
    assert (part.left, whole.left) == (-3, 1)
    assert not Budget(100, whole).spend(8)
