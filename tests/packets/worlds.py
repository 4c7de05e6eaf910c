"""A world of three small fields and two doubts, and the plain reading of filters in it."""

from itertools import product

from hypothesis import strategies as st

from roce_audit.model.acl import Action, Binding, Call, Direction, Family, Filter, Layer, Line
from roce_audit.model.path import Stage
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import DSCP, ECN, PCP, Doubt
from roce_audit.packets.ranges import normalise, single

SIDE = 2
WORLD = (DSCP, ECN, PCP)
DOUBTS = (Doubt("a", "a is open"), Doubt("b", "b is open"))
REGION = dict.fromkeys(WORLD, ((0, SIDE),))
HERE = SourceRef("f", 1, "x")

VALUES = st.sets(st.integers(0, SIDE), min_size=1).map(
    lambda numbers: normalise((n, n) for n in numbers)
)
BOXES = st.dictionaries(st.sampled_from(WORLD), VALUES, max_size=3)
ANSWERS = st.dictionaries(
    st.sampled_from(DOUBTS), st.sampled_from([single(1), single(1), single(0)]), max_size=2
)
DOUBTED = st.tuples(BOXES, st.one_of(st.just({}), ANSWERS)).map(lambda pair: {**pair[0], **pair[1]})
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


def bound(doubt=None):
    """Return a binding whose only point is the doubt about it."""
    key = ("mixed", "f")
    return Binding(key, "e1", (), Direction.IN, Layer.PORT, ({},), HERE, doubt=doubt)


STAGES = st.builds(
    Stage,
    FILTERS,
    st.lists(BOXES, min_size=1, max_size=2).map(tuple),
    st.sampled_from([None, None, bound(), *map(bound, DOUBTS)]),
    st.lists(DOUBTED, max_size=1).map(tuple),
)


def inside(packet, truth, box):
    return all(
        any(low <= (truth[d] if d in truth else packet[d]) <= high for low, high in values)
        for d, values in box.items()
    )


def _tried(packet, truth, lines):
    """Return the action and the lines that led to it, or None if the packet comes back."""
    for line in lines:
        if not any(inside(packet, truth, box) for box in line.matches):
            continue
        if isinstance(line.action, Call):
            inner = _tried(packet, truth, line.action.lines)
            if inner is not None:
                return inner[0], [line, *inner[1]]
            if not line.action.resume:
                return None
        elif line.action is Action.RETURN:
            return None
        else:
            return line.action, [line]
    return None


def _staged(packet, truth, stage):
    """Return the action of one filter and the lines behind it; None if it is not asked."""
    if any(inside(packet, truth, box) for box in stage.spared):
        return None
    if stage.binding and stage.binding.doubt and not truth[stage.binding.doubt]:
        return Action.PERMIT, [None]
    if not any(inside(packet, truth, box) for box in stage.sees):
        return None
    acl = stage.filter
    taken = _tried(packet, truth, acl.lines)
    if taken is not None:
        return taken
    if acl.default_doubt is None or truth[acl.default_doubt]:
        return acl.default, [None]
    return (Action.DENY if acl.default is Action.PERMIT else Action.PERMIT), [None]


def read(packet, truth, stages):
    """Return what happens to one packet under one set of answers, and the lines behind it."""
    trail = []
    for stage in stages:
        taken = _staged(packet, truth, stage)
        if taken is None:
            continue
        trail += [(id(stage), id(line)) for line in taken[1]]
        if taken[0] is Action.DENY:
            return Action.DENY, trail
    return Action.PERMIT, trail


def fates(packet, stages):
    """Return what may happen to one packet."""
    return {read(packet, truth, stages)[0] for truth in truths()}


def told(packet, stages):
    """Return the lines behind what happens to a packet if every doubt is true."""
    return read(packet, dict.fromkeys(DOUBTS, 1), stages)[1]


def named(trail):
    return [(id(taken.stage), id(taken.line)) for taken in trail]


def packets():
    for values in product(range(SIDE + 1), repeat=len(WORLD)):
        yield dict(zip(WORLD, values, strict=True))


def truths():
    for answers in product((0, 1), repeat=len(DOUBTS)):
        yield dict(zip(DOUBTS, answers, strict=True))
