"""Lists written out as flat code do what jumps, gotos and returns do."""

import pytest

from roce_audit.packets.fields import DSCP, ECN, Doubt
from roce_audit.packets.program import DEEPEST, TooLargeError
from roce_audit.packets.ranges import single
from roce_audit.packets.steps import Back, Enter, Step, Take
from roce_audit.packets.writer import program_for

PERMIT, DENY = Take(permit=True), Take(permit=False)
ALL = ({},)
ONE = ({DSCP: single(1)},)


def shape(*stages, region=None):
    program = program_for(stages, region or {})
    return [(each.trail, each.target) for each in program.code], program


def test_a_denied_packet_goes_behind_the_end_and_a_permitted_one_to_the_next_filter():
    first = [Step(ONE, "no", DENY), Step(ALL, "yes", PERMIT)]
    code, program = shape(first, [Step(ALL, "too", PERMIT)])
    assert code == [(("no",), program.denied), (("yes",), 2), (("too",), program.end)]
    assert (program.end, program.denied) == (3, 4)


def test_lines_that_the_region_or_the_caller_cannot_meet_are_not_written():
    inner = (Step(({DSCP: single(2)},), "never", DENY), Step(ONE, "some", DENY))
    steps = [Step(ONE, "call", Enter(inner, resume=True)), Step(ALL, "rest", PERMIT)]
    code, program = shape(steps)
    assert code == [(("call", "some"), program.denied), (("rest",), program.end)]
    code, _ = shape(steps, region={DSCP: single(3)})
    assert code == [(("rest",), 1)]


def test_nothing_is_written_behind_a_line_that_takes_everything():
    steps = [Step(ALL, "all", DENY), Step(ALL, "hidden", PERMIT)]
    assert shape(steps)[0] == [(("all",), 2)]


def test_a_doubted_line_hides_nothing():
    doubt = Doubt("line 1", "x")
    steps = [Step(({doubt: single(1)},), "perhaps", DENY), Step(ALL, "rest", PERMIT)]
    code, program = shape(steps)
    assert [trail for trail, _ in code] == [("perhaps",), ("rest",)]
    assert program.code[0].needs == ((doubt, True),)
    assert program.code[0].told
    contrary = shape([Step(({doubt: single(0)},), "perhaps", DENY)])[1].code[0]
    assert contrary.needs == ((doubt, False),)
    assert not contrary.told


def test_a_doubt_that_may_be_either_is_no_condition():
    doubt = Doubt("line 1", "x")
    assert shape([Step(({doubt: ((0, 1),)},), "sure", DENY)])[1].code[0].needs == ()


def test_a_return_goes_behind_the_call_and_a_goto_behind_the_callers_list():
    inner = (Step(({ECN: single(2)},), "back", Back()), Step(({ECN: single(1)},), "deny", DENY))
    jump = [Step(ALL, "jump", Enter(inner, resume=True)), Step(ALL, "rest", PERMIT)]
    code, program = shape(jump)
    assert code == [((), 2), (("jump", "deny"), program.denied), (("rest",), program.end)]
    goto = (Step(ONE, "goto", Enter(inner, resume=False)), Step(ALL, "no", DENY))
    list_with_goto = Step(ALL, None, Enter(goto, resume=True))
    code, program = shape([list_with_goto, Step(ALL, "rest", PERMIT)])
    # back, deny, end of the goto's list; then the caller's own line, then what follows it.
    assert code[:3] == [((), 4), (("goto", "deny"), program.denied), ((), 4)]
    assert code[3:] == [(("no",), program.denied), (("rest",), program.end)]


def test_a_step_that_is_no_line_leaves_no_trail():
    assert shape([Step(ONE, None, PERMIT)])[0] == [((), 1)]


def test_what_decides_is_a_deny_or_a_line_of_the_last_filter():
    first = [Step(ONE, "no", DENY), Step(ALL, "on", PERMIT)]
    last = [Step(ONE, None, PERMIT), Step(ALL, "yes", PERMIT)]
    program = shape(first, last)[1]
    assert [program.decides(each) for each in program.code] == [True, False, False, True]


def test_calls_too_deep_or_lists_too_long_are_refused():
    steps = (Step(ALL, "end", DENY),)
    for depth in range(DEEPEST + 1):
        steps = (Step(ALL, depth, Enter(steps, resume=True)),)
    with pytest.raises(TooLargeError):
        program_for([steps], {})
    lines = [Step(({DSCP: single(n % 64)},), n, DENY) for n in range(11)]
    with pytest.raises(TooLargeError):
        program_for([lines], {}, size=10)


def test_calls_that_come_to_nothing_are_counted_too():
    inner = tuple(Step(({DSCP: single(2)},), n, DENY) for n in range(10))
    calls = [Step(ONE, n, Enter(inner, resume=True)) for n in range(10)]
    assert shape(calls)[0] == []
    with pytest.raises(TooLargeError):
        program_for([calls], {}, size=5)
