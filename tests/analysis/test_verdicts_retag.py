"""A filter that meets packets in a VLAN other than the one they came in."""

import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.retag import at_vlans
from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action, Call
from roce_audit.model.path import Stage
from roce_audit.packets.fields import DSCP, VLAN
from roce_audit.packets.ranges import normalise, single

sys.path.insert(0, str(Path(__file__).parent))
from network import acl, line

TEN, TWENTY = single(10), single(20)
VLANS = st.sets(st.integers(8, 12), max_size=3).map(lambda ids: normalise((n, n) for n in ids))
SOME = VLANS.filter(bool)
BOXES = st.one_of(
    st.just({}), st.builds(lambda values: {VLAN: values}, SOME), st.just({DSCP: single(1)})
)
PLAIN = st.builds(
    line,
    st.sampled_from([Action.PERMIT, Action.DENY, Action.RETURN]),
    BOXES,
    BOXES,
)
CALLS = st.builds(
    lambda inner, resume, box: line(Call(tuple(inner), resume), box),
    st.lists(PLAIN, max_size=3),
    st.booleans(),
    BOXES,
)
LINES = st.lists(st.one_of(PLAIN, CALLS), max_size=5)


def acts(each, vlan, dscp):
    """Return what a filter may do with a packet of one VLAN and DSCP."""
    region = {VLAN: single(vlan), DSCP: single(dscp)}
    (outcome,) = outcomes([Stage(each)], region)
    return outcome.actions


@settings(deadline=None)
@given(LINES, SOME)
def test_the_filter_does_with_a_packet_what_it_did_in_the_vlans_it_leaves_in(lines, vlans):
    before = acl("F", *lines)
    after = at_vlans(before, vlans)
    leaving = [n for low, high in vlans for n in range(low, high + 1)]
    for dscp in (0, 1):
        # The VLAN that the packet came in, here 99, must not matter any more.
        now = acts(after, 99, dscp)
        assert now == frozenset().union(*(acts(before, vlan, dscp) for vlan in leaving))


def test_a_condition_on_the_vlan_it_leaves_in_is_met_and_on_another_never():
    lines = line(Action.DENY, {VLAN: TEN}), line(Action.PERMIT, {VLAN: TWENTY, DSCP: single(1)})
    after = at_vlans(acl("F", *lines), TEN)
    assert [each.matches for each in after.lines] == [({},), ()]


def test_a_condition_that_holds_for_one_of_two_vlans_is_a_doubt():
    after = at_vlans(acl("F", line(Action.DENY, {VLAN: TEN})), normalise([*TEN, *TWENTY]))
    ((box,),) = [each.matches for each in after.lines]
    assert [doubt.key for doubt in box] == ["egress VLAN 10"]
    assert acts(after, 10, 0) == {Action.DENY}
    opened = acl("F", *after.lines, default=Action.PERMIT)
    assert acts(opened, 10, 0) == {Action.DENY, Action.PERMIT}


def test_two_conditions_that_exclude_each_other_never_hold_together():
    # Whichever VLAN it leaves in, one of the two lines drops it.
    ten, twenty = line(Action.DENY, {VLAN: TEN}), line(Action.DENY, {VLAN: TWENTY})
    both = normalise([*TEN, *TWENTY])
    after = at_vlans(acl("F", ten, twenty, default=Action.PERMIT), both)
    assert acts(after, 10, 0) == {Action.DENY}
    # And the permit for the one does not save the packet from the deny for the other.
    permit = line(Action.PERMIT, {VLAN: TEN})
    after = at_vlans(acl("F", permit, twenty, default=Action.PERMIT), both)
    assert acts(after, 10, 0) == {Action.DENY, Action.PERMIT}


def test_where_the_vlan_is_not_known_every_condition_is_a_doubt():
    after = at_vlans(acl("F", line(Action.PERMIT, {VLAN: TEN})), ())
    assert acts(after, 10, 0) == acts(after, 20, 0) == {Action.DENY, Action.PERMIT}


def test_more_vlans_than_can_be_told_apart_leave_each_condition_a_question_of_its_own():
    lines = [line(Action.DENY, {VLAN: single(n)}) for n in range(100)]
    after = at_vlans(acl("F", *lines, default=Action.PERMIT), ((0, 120),))
    assert {len(box) for each in after.lines for box in each.matches} == {1}
    assert acts(after, 10, 0) == {Action.DENY, Action.PERMIT}
    outside = line(Action.DENY, {VLAN: single(130)})
    assert at_vlans(acl("F", *lines, outside), ((0, 120),)).lines[-1].matches == ()


def test_a_filter_without_vlan_conditions_stays_the_same_object():
    each = acl("F", line(Action.DENY, {DSCP: single(1)}), line(Action.PERMIT, {}))
    assert at_vlans(each, TEN) is each


def test_conditions_in_called_lists_are_answered_too():
    inner = Call((line(Action.DENY, {VLAN: TEN}), line(Action.PERMIT, {})), resume=False)
    after = at_vlans(acl("F", line(inner, {})), TWENTY)
    assert acts(after, 10, 0) == {Action.PERMIT}
    assert after.lines[0].action.resume is False
