"""The walk agrees with the plain reading of nested filters, packet by packet, in a small world."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.stages import steps_of
from roce_audit.analysis.verdicts import Verdict, decisions, outcomes, verdict_of
from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.model.path import Stage
from roce_audit.model.source import SourceRef
from roce_audit.packets.budget import Budget
from roce_audit.packets.fields import DSCP, ECN, PCP, Doubt
from roce_audit.packets.firstmatch import walk
from roce_audit.packets.ranges import normalise, single
from roce_audit.packets.writer import program_for

SIDE = 2
WORLD = (DSCP, ECN, PCP)
DOUBTS = (Doubt("a", "a is open"), Doubt("b", "b is open"))
REGION = dict.fromkeys(WORLD, ((0, SIDE),))
HERE = SourceRef("f", 1, "x")

VALUES = st.sets(st.integers(0, SIDE), min_size=1).map(
    lambda numbers: normalise((n, n) for n in numbers)
)
BOXES = st.dictionaries(st.sampled_from(WORLD), VALUES, max_size=3)
DOUBTED = st.tuples(BOXES, st.sets(st.sampled_from(DOUBTS))).map(
    lambda pair: {**pair[0], **{doubt: single(1) for doubt in pair[1]}}
)
ACTIONS = st.sampled_from([Action.PERMIT, Action.DENY, Action.RETURN])


def _lines(actions):
    line = st.builds(
        Line, actions, st.lists(DOUBTED, max_size=2).map(tuple), st.just(HERE), st.just("")
    )
    return st.lists(line, max_size=4).map(tuple)


LINES = st.recursive(
    _lines(ACTIONS),
    lambda inner: _lines(st.one_of(ACTIONS, st.builds(Call, inner, st.booleans()))),
    max_leaves=6,
)
FILTERS = st.builds(
    Filter,
    st.just(Family.MIXED),
    st.just("f"),
    LINES,
    st.sampled_from([Action.PERMIT, Action.DENY]),
    st.just(HERE),
    st.sampled_from([None, *DOUBTS]),
)
STAGES = st.builds(
    Stage,
    FILTERS,
    st.lists(BOXES, min_size=1, max_size=2).map(tuple),
    st.none(),
    st.lists(DOUBTED, max_size=1).map(tuple),
)


def _inside(packet, truth, box):
    return all(
        any(low <= (truth[d] if d in truth else packet[d]) <= high for low, high in values)
        for d, values in box.items()
    )


def _try_lines(packet, truth, lines):
    """Return the action of the first line that decides, or None if the packet comes back."""
    for line in lines:
        if not any(_inside(packet, truth, box) for box in line.matches):
            continue
        if isinstance(line.action, Call):
            inner = _try_lines(packet, truth, line.action.lines)
            if inner is not None:
                return inner
            if not line.action.resume:
                return None
        elif line.action is Action.RETURN:
            return None
        else:
            return line.action
    return None


def _plain(packet, truth, stages):
    """Return what happens to one packet under one set of answers to the doubts."""
    for stage in stages:
        seen = any(_inside(packet, truth, box) for box in stage.sees)
        if not seen or any(_inside(packet, truth, box) for box in stage.spared):
            continue
        acl = stage.filter
        action = _try_lines(packet, truth, acl.lines)
        if action is None:
            kept = acl.default_doubt is None or truth[acl.default_doubt]
            other = Action.DENY if acl.default is Action.PERMIT else Action.PERMIT
            action = acl.default if kept else other
        if action is Action.DENY:
            return Action.DENY
    return Action.PERMIT


def _line(taken):
    return (id(taken.stage), id(taken.line))


def _packets():
    for values in product(range(SIDE + 1), repeat=len(WORLD)):
        yield dict(zip(WORLD, values, strict=True))


def _truths():
    for answers in product((0, 1), repeat=len(DOUBTS)):
        yield dict(zip(DOUBTS, answers, strict=True))


@settings(max_examples=150, deadline=None)
@given(st.lists(STAGES, max_size=3))
def test_outcomes_are_the_union_over_every_reading_of_the_doubts(stages):
    found = outcomes(stages, REGION)
    for packet in _packets():
        mine = [each for each in found if _inside(packet, {}, each.box)]
        assert len(mine) == 1, "each packet lies in exactly one outcome"
        assert mine[0].actions == {_plain(packet, truth, stages) for truth in _truths()}
        assert mine[0].certain or mine[0].doubts


@settings(max_examples=60, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2), st.integers(1, 20))
def test_a_spent_budget_leaves_packets_open_and_never_decides_them_wrongly(stages, budget):
    for each in outcomes(stages, REGION, budget):
        for packet in _packets():
            if _inside(packet, {}, each.box):
                possible = {_plain(packet, truth, stages) for truth in _truths()}
                assert possible <= each.actions


@settings(max_examples=60, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2))
def test_cells_fill_the_region_without_overlap(stages):
    program = program_for((steps_of(stage, REGION) for stage in stages), REGION)
    cells = list(walk(program, Budget(10_000), program.grid.everything, range(program.end)))
    for packet in _packets():
        hits = [cell for cell in cells if _inside(packet, {}, program.grid.box(cell.masks))]
        assert len(hits) == 1


@settings(max_examples=150, deadline=None)
@given(st.lists(STAGES, max_size=3))
def test_decisions_name_exactly_the_lines_and_answers_that_some_packet_meets(stages):
    every = outcomes(stages, REGION)
    found = decisions(stages, REGION, few=0)
    assert found.complete
    assert found.verdict is verdict_of(every)
    mine = {(tuple(map(_line, each.trail)), each.actions) for each in found.found}
    assert {(trail[-1:], actions) for trail, actions in mine} == {
        (tuple(map(_line, each.trail))[-1:], each.actions) for each in every
    }


@settings(max_examples=150, deadline=None)
@given(st.lists(STAGES, max_size=3))
def test_every_packet_of_an_example_box_fares_as_the_decision_says(stages):
    found = decisions(stages, REGION, few=0)
    for packet in _packets():
        for each in found.found:
            if _inside(packet, {}, each.box):
                assert each.actions == {_plain(packet, truth, stages) for truth in _truths()}


@settings(max_examples=100, deadline=None)
@given(st.lists(STAGES, min_size=1, max_size=2), st.integers(0, 60))
def test_decisions_on_a_small_budget_are_never_wrong(stages, budget):
    found = decisions(stages, REGION, budget, few=0)
    true = verdict_of(outcomes(stages, REGION))
    assert found.verdict in {true, Verdict.UNDECIDED}
    for packet in _packets():
        for each in found.found:
            if _inside(packet, {}, each.box):
                possible = {_plain(packet, truth, stages) for truth in _truths()}
                assert possible <= each.actions
