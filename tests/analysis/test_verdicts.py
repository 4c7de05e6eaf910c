"""Outcomes and decisions agree with the plain reading, for every reading of the doubts."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import (
    FEW,
    TOO_COMPLEX,
    Outcome,
    Verdict,
    decisions,
    outcomes,
    verdict_of,
)
from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.model.path import Stage
from roce_audit.packets import deciders, escape
from roce_audit.packets.fields import DSCP, ECN, PCP, SOURCE_PORT, TTL, Doubt
from roce_audit.packets.program import DEEPEST
from roce_audit.packets.ranges import normalise, single

sys.path.insert(0, str(Path(__file__).parent.parent / "packets"))
from worlds import DOUBTS, HERE, REGION, STAGES, fates, inside, named, packets, told

SERIES = st.lists(STAGES, max_size=3)
BOTH = frozenset({Action.PERMIT, Action.DENY})
PERMIT, DENY = frozenset({Action.PERMIT}), frozenset({Action.DENY})


def line(action, *boxes):
    return Line(action, boxes, HERE)


def stage(*lines, default=Action.DENY, **more):
    return Stage(Filter(Family.MIXED, "f", lines, default, HERE, **more))


def assert_agrees(stages, few=0):
    """Compare both ways of asking with the plain reading of every packet."""
    every, found = outcomes(stages, REGION), decisions(stages, REGION, few=few)
    seen = set()
    for packet in packets():
        (mine,) = [each for each in every if inside(packet, {}, each.box)]
        assert mine.actions == fates(packet, stages)
        assert mine.certain or mine.doubts
        assert named(mine.trail) == told(packet, stages)
        seen.add((mine.actions, tuple(told(packet, stages)[-1:])))
        for each in found.found:
            if inside(packet, {}, each.box):
                assert each.actions == mine.actions
                assert named(each.trail) == told(packet, stages)
    assert {(each.actions, tuple(named(each.trail)[-1:])) for each in found.found} == seen
    assert found.complete
    assert found.verdict is verdict_of(every)


@settings(max_examples=150, deadline=None)
@given(SERIES)
def test_outcomes_and_decisions_are_the_union_over_every_reading_of_the_doubts(stages):
    assert_agrees(stages)


@settings(max_examples=60, deadline=None)
@given(SERIES)
def test_decisions_that_list_every_cell_fill_the_question(stages):
    found = decisions(stages, REGION, few=1000)
    assert found.fills
    assert list(found.found) == outcomes(stages, REGION)


@settings(max_examples=100, deadline=None)
@given(SERIES)
def test_the_doubts_named_can_turn_the_answer_whatever_the_others_are(stages):
    for each in outcomes(stages, REGION):
        assert set(each.doubts) <= set(DOUBTS)
        if not each.certain:
            (packet, *_) = [packet for packet in packets() if inside(packet, {}, each.box)]
            # A doubt that is not named, answered once for all, leaves both actions possible.
            for other in set(DOUBTS) - set(each.doubts):
                for answer in (0, 1):
                    region = {**REGION, other: single(answer)}
                    (mine,) = [o for o in outcomes(stages, region) if inside(packet, {}, o.box)]
                    assert mine.actions == BOTH


@settings(max_examples=60, deadline=None)
@given(SERIES, st.integers(0, 80))
def test_a_spent_budget_leaves_packets_open_and_never_decides_them_wrongly(stages, budget):
    true = verdict_of(outcomes(stages, REGION))
    found = decisions(stages, REGION, budget, few=0)
    assert found.verdict in {true, Verdict.UNDECIDED}
    for each in (*outcomes(stages, REGION, budget), *found.found):
        for packet in packets():
            if inside(packet, {}, each.box):
                assert fates(packet, stages) <= each.actions


def grown(rng, depth):
    """Return a list of up to forty lines with calls inside calls and doubts here and there."""
    lines = []
    for _ in range(rng.randrange(5, 40)):
        action = rng.choice([Action.PERMIT, Action.DENY, Action.RETURN])
        if depth and rng.random() < 0.3:
            action = Call(grown(rng, depth - 1), rng.random() < 0.6)
        # Five narrow fields of six: most lines take one packet of twenty-seven.
        boxes = tuple(boxed(rng) for _ in range(rng.choice([1, 1, 1, 2])))
        lines.append(line(action, *boxes))
    return tuple(lines)


def boxed(rng):
    box = {field: single(rng.randrange(3)) for field in (DSCP, ECN, PCP) if rng.random() < 0.9}
    if rng.random() < 0.2:
        box[rng.choice(DOUBTS)] = single(rng.choice([1, 1, 0]))
    return box


@pytest.mark.parametrize("seed", range(12))
def test_large_nested_filters_are_read_as_line_by_line(seed, monkeypatch):
    rng = random.Random(seed)
    monkeypatch.setattr(escape, "FEW", rng.choice([0, 2, 24]))
    stages = [
        stage(*grown(rng, 2), default=rng.choice([Action.PERMIT, Action.DENY]))
        for _ in range(1 + seed % 2)
    ]
    assert_agrees(stages)


OPEN = Outcome({}, BOTH, (), (DOUBTS[0],))
YES, NO = Outcome({}, PERMIT, ()), Outcome({}, DENY, ())


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        ([YES], Verdict.PERMIT),
        ([YES, YES], Verdict.PERMIT),
        ([NO], Verdict.DENY),
        ([YES, NO], Verdict.PARTIAL),
        ([YES, OPEN], Verdict.UNDECIDED),
        ([NO, OPEN], Verdict.UNDECIDED),
        ([OPEN], Verdict.UNDECIDED),
        ([OPEN, YES, NO], Verdict.PARTIAL),
        ([], Verdict.DENY),
    ],
)
def test_the_word_for_a_question_follows_from_its_outcomes(found, verdict):
    assert verdict_of(iter(found)) is verdict


def test_a_port_without_filters_permits_by_no_line():
    found = decisions([], REGION)
    assert (found.verdict, found.complete) == (Verdict.PERMIT, True)
    assert [each.trail for each in found.found] == [()]
    assert found == decisions([], REGION, few=1)
    assert not decisions([], REGION, few=0).fills


def test_more_than_a_few_cells_are_answered_line_by_line():
    # Every odd source port is dropped by one line: as many cells as boxes.
    odd = tuple({SOURCE_PORT: single(port)} for port in range(1, 2 * FEW + 2, 2))
    found = decisions([stage(line(Action.DENY, *odd), default=Action.PERMIT)], {})
    assert not found.fills
    assert [each.actions for each in found.found] == [DENY, PERMIT]
    assert len(outcomes([stage(line(Action.DENY, *odd), default=Action.PERMIT)], {})) > FEW


def test_a_line_that_two_calls_reach_is_told_with_either_call():
    inner = (line(Action.DENY, {ECN: single(1)}),)
    one, two = line(Call(inner), {DSCP: single(1)}), line(Call(inner), {DSCP: single(2)})
    found = decisions([stage(one, two, default=Action.PERMIT)], REGION, few=0).found
    callers = [each.trail[0].line for each in found if each.actions == DENY]
    assert callers == [one, two]


def test_a_line_whose_packets_are_certain_in_part_is_told_twice():
    doubted = line(Action.DENY, {DOUBTS[0]: single(1), DSCP: ((0, 1),)})
    stages = [stage(doubted, line(Action.DENY, {DSCP: single(1)}), default=Action.PERMIT)]
    found = decisions(stages, REGION, few=0).found
    mine = {each.actions: each for each in found if each.trail[-1].line is doubted}
    assert mine.keys() == {DENY, BOTH}
    assert mine[BOTH].box[DSCP] == single(0)
    assert mine[DENY].box[DSCP] == single(1)
    assert mine[BOTH].doubts == (DOUBTS[0],)


def many_doubts(count, actions):
    """Return doubtful lines for everything, each a question of its own."""
    doubts = [Doubt(f"line {n}", "the keyword is not known") for n in range(count)]
    return [line(actions[n % len(actions)], {doubt: single(1)}) for n, doubt in enumerate(doubts)]


def test_two_hundred_doubtful_lines_for_everything_are_undecided_and_say_which():
    both = [Action.DENY, Action.PERMIT]
    found = decisions([stage(*many_doubts(200, both))], REGION)
    assert found.verdict is Verdict.UNDECIDED
    assert found.found[0].doubts[0].key == "line 0"
    alike = decisions([stage(*many_doubts(200, [Action.DENY]))], REGION)
    assert (alike.verdict, alike.complete) == (Verdict.DENY, True)


def cross(rng, number, action):
    """Return a line that many others cross."""
    fields = rng.sample([SOURCE_PORT, TTL, DSCP, PCP, ECN], 3)
    box = {}
    for field in fields:
        low, high = sorted((rng.randrange(field.top + 1), rng.randrange(field.top + 1)))
        box[field] = ((low, high),)
    return line(action, box)


def tangle(default):
    """Return a filter of crossing lines, of which every permit is hidden: a hard question."""
    rng = random.Random(1)
    lines = [cross(rng, n, Action.DENY) for n in range(300)]
    return stage(*lines, default=default)


def test_when_the_budget_is_spent_the_verdict_is_open_and_says_so():
    stages = [tangle(Action.PERMIT)]
    found = decisions(stages, {}, budget=200, few=0)
    assert not found.complete
    assert found.verdict is Verdict.UNDECIDED
    assert TOO_COMPLEX in found.found[0].doubts or TOO_COMPLEX in found.found[-1].doubts


def test_lines_left_open_change_nothing_when_their_answer_occurs_anyway():
    stages = [tangle(Action.DENY)]
    found = decisions(stages, {}, budget=20 * deciders.SHARE, few=0)
    assert not found.complete
    assert found.verdict is Verdict.DENY
    assert {each.actions for each in found.found} == {DENY}


def test_calls_too_deep_to_write_out_are_undecided():
    lines = (line(Action.DENY, {}),)
    for _ in range(DEEPEST + 2):
        lines = (line(Call(lines), {}),)
    (outcome,) = outcomes([stage(*lines)], REGION)
    found = decisions([stage(*lines)], REGION)
    assert (outcome.actions, outcome.doubts) == (BOTH, (TOO_COMPLEX,))
    assert (found.found, found.verdict) == ((outcome,), Verdict.UNDECIDED)
    assert not found.complete


def test_a_list_that_is_called_a_thousand_times_is_read_once():
    shared = tuple(line(Action.DENY, {DSCP: single(n % 3), ECN: single(1)}) for n in range(1000))
    calls = [line(Call(shared), {PCP: single(0), ECN: single(0)}) for _ in range(1000)]
    assert decisions([stage(*calls, default=Action.PERMIT)], REGION).verdict is Verdict.PERMIT


def test_the_answer_to_a_doubt_that_the_question_gives_is_not_asked_again():
    doubted = line(Action.DENY, {DOUBTS[0]: single(1)})
    stages = [stage(doubted, default=Action.PERMIT)]
    (outcome,) = outcomes(stages, {**REGION, DOUBTS[0]: single(0)})
    assert outcome.actions == PERMIT
    assert outcome.box == REGION
    found = decisions(stages, {**REGION, DOUBTS[0]: single(1)}, few=0)
    assert found.verdict is Verdict.DENY


def test_outcomes_speak_of_packets_and_not_of_doubts():
    values = normalise([(0, 0), (2, 2)])
    doubted = line(Action.DENY, {DOUBTS[0]: single(1), DSCP: values})
    for each in outcomes([stage(doubted, default=Action.PERMIT)], REGION):
        assert set(each.box) == set(REGION)
