"""The walk fills a region with cells, each packet in one, doubts or not."""

import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.stages import steps_of
from roce_audit.packets.atoms import meet
from roce_audit.packets.budget import Budget
from roce_audit.packets.fields import DSCP, ECN, PCP, Doubt
from roce_audit.packets.firstmatch import READINGS, walk
from roce_audit.packets.ranges import single
from roce_audit.packets.steps import Step, Take
from roce_audit.packets.writer import program_for

sys.path.insert(0, str(Path(__file__).parent))
from worlds import REGION, STAGES, fates, inside, named, packets, told

PERMIT, DENY = Take(permit=True), Take(permit=False)


def cells_of(program, budget=100_000):
    whole = program.grid.everything
    return list(walk(program, Budget(budget), whole, range(program.end)))


def code(steps, region=REGION):
    return program_for([steps], region)


@settings(max_examples=100, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2))
def test_cells_fill_the_region_without_overlap(stages):
    program = program_for((steps_of(stage, REGION) for stage in stages), REGION)
    cells = cells_of(program)
    for packet in packets():
        hits = [cell for cell in cells if inside(packet, {}, program.grid.box(cell.masks))]
        assert len(hits) == 1
        assert not hits[0].spent


@settings(max_examples=100, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2))
def test_the_trail_is_that_of_the_reading_in_which_every_doubt_is_true(stages):
    program = program_for((steps_of(stage, REGION) for stage in stages), REGION)
    for cell in cells_of(program):
        box = program.grid.box(cell.masks)
        for packet in packets():
            if inside(packet, {}, box):
                assert named(cell.trail) == told(packet, stages)


@settings(max_examples=100, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2))
def test_a_walk_over_a_piece_fills_the_piece_and_nothing_else(stages):
    program = program_for((steps_of(stage, REGION) for stage in stages), REGION)
    (piece,) = program.grid.drawn([{}])
    for each in program.code:
        piece = meet(piece, each.masks) or piece
    asked = program.grid.box(piece)
    cells = list(walk(program, Budget(10_000), piece, range(program.end)))
    for packet in packets():
        hits = [cell for cell in cells if inside(packet, {}, program.grid.box(cell.masks))]
        assert len(hits) == inside(packet, {}, asked)


def test_no_filter_at_all_permits_everything_by_no_line():
    (cell,) = cells_of(program_for([], REGION))
    assert (cell.permits, cell.trail, cell.certain) == ({True}, (), True)


def test_an_answer_that_hangs_on_a_doubt_names_the_doubts_that_can_turn_it():
    mine, other = Doubt("mine", "x"), Doubt("other", "x")
    steps = [
        Step(({mine: single(1), DSCP: single(1)},), "doubted", DENY),
        Step(({other: single(1), DSCP: single(2)},), "elsewhere", DENY),
        Step(({},), "rest", PERMIT),
    ]
    cells = {cell.trail: cell for cell in cells_of(code(steps))}
    assert cells[("doubted",)].doubts == {mine}
    assert cells[("elsewhere",)].doubts == {other}
    assert cells[("rest",)].doubts == set()


def test_a_doubt_that_changes_nothing_leaves_the_answer_certain():
    mine = Doubt("mine", "x")
    steps = [Step(({mine: single(1)},), "doubted", PERMIT), Step(({},), "rest", PERMIT)]
    (cell,) = cells_of(code(steps))
    assert cell.certain
    assert (cell.trail, cell.doubts) == (("doubted",), set())


def test_one_doubt_is_one_question_however_often_it_is_asked():
    hours = Doubt("time-range WORK", "it may be inactive")
    steps = [
        Step(({hours: single(1), DSCP: single(0)},), "by day", DENY),
        Step(({hours: single(0)},), "by night", DENY),
        Step(({hours: single(1)},), "by day", DENY),
        Step(({},), "rest", PERMIT),
    ]
    assert {cell.permits for cell in cells_of(code(steps))} == {frozenset({False})}


def test_a_doubt_that_the_question_answers_is_no_doubt_any_more():
    hours = Doubt("time-range WORK", "it may be inactive")
    steps = [Step(({hours: single(1)},), "by day", DENY), Step(({},), "rest", PERMIT)]
    by_day = cells_of(code(steps, {**REGION, hours: single(1)}))
    by_night = cells_of(code(steps, {**REGION, hours: single(0)}))
    assert [cell.trail for cell in by_day] == [("by day",)]
    assert [cell.trail for cell in by_night] == [("rest",)]


def test_two_hundred_doubtful_permits_before_a_deny_are_all_named():
    doubts = [Doubt(f"line {n}", "x") for n in range(200)]
    steps = [Step(({doubt: single(1)},), doubt.key, PERMIT) for doubt in doubts]
    (cell,) = cells_of(code([*steps, Step(({},), "rest", DENY)]))
    assert cell.permits == {True, False}
    assert cell.doubts == set(doubts)


def test_more_readings_than_can_be_followed_are_given_up_and_not_guessed():
    doubts = [Doubt(f"line {n}", "x") for n in range(READINGS.bit_length())]
    # Each line asks all doubts at once and in another order, so that readings multiply.
    steps = [
        Step(({doubt: single(1), DSCP: ((0, 1),)}, {doubt: single(1), ECN: single(2)}), n, DENY)
        for n, doubt in enumerate(doubts * 2)
    ]
    many = [Doubt(f"other {n}", "x") for n in range(READINGS + 1)]
    wide = dict.fromkeys(many, single(1))
    (cell,) = cells_of(code([Step((wide,), "wide", DENY), *steps]))
    assert cell.spent
    assert not cell.certain
    assert cell.permits == {True, False}


def test_a_spent_budget_leaves_the_rest_open():
    steps = [Step(({DSCP: single(n), ECN: single(n)},), n, PERMIT) for n in range(3)]
    cells = cells_of(code([*steps, Step(({},), "rest", DENY)]), budget=4)
    assert any(cell.spent for cell in cells)
    assert all(cell.permits == {True, False} for cell in cells if cell.spent)


@settings(max_examples=60, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2), st.integers(0, 20))
def test_on_any_budget_no_packet_is_decided_wrongly(stages, budget):
    program = program_for((steps_of(stage, REGION) for stage in stages), REGION)
    cells = [(program.grid.box(cell.masks), cell) for cell in cells_of(program, budget)]
    for packet in packets():
        (mine,) = [cell for box, cell in cells if inside(packet, {}, box)]
        assert {action == "permit" for action in fates(packet, stages)} <= mine.permits


def test_a_certain_deny_before_a_doubtful_one_stays_certain():
    first, last = Doubt("line 1", "x"), Doubt("line 3", "x")
    steps = [
        Step(({first: single(1)},), 1, DENY),
        Step(({DSCP: single(1)},), 2, DENY),
        Step(({last: single(1)},), 3, DENY),
        Step(({},), "rest", PERMIT),
    ]
    program = code(steps)
    permits = {
        dscp: cell.permits
        for cell in cells_of(program)
        for dscp in range(3)
        if inside({DSCP: dscp, ECN: 0, PCP: 0}, {}, program.grid.box(cell.masks))
    }
    assert permits == {0: {True, False}, 1: {False}, 2: {True, False}}
