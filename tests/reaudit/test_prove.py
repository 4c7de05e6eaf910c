"""A snippet is proven only if everything that is claimed of it holds on a copy."""

import sys
from pathlib import Path

import pytest

from roce_audit.model.acl import Action, Call, Layer
from roce_audit.model.ledger import Ledger, Uncertain
from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu
from roce_audit.packets.fields import DESTINATION, SOURCE, SOURCE_PORT, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.document import Document
from roce_audit.reaudit.bare import bare
from roce_audit.reaudit.changes import changes
from roce_audit.reaudit.proof import Proof, Step
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import Snippet

sys.path.insert(0, str(Path(__file__).parent.parent / "analysis"))
from network import HERE, ROCE_V2, access, acl, bound, line, routed, switch

A, B = ((10, 10),), ((20, 20),)
FLOW = {**ROCE_V2, SOURCE: A, DESTINATION: B}
DROP = line(Action.DENY, ROCE_V2, number=20)
PERMIT = line(Action.PERMIT, FLOW, number=10)
REMEDY = PermitPackets("leaf1", ("ipv4", "X"), Traffic.V2_IPV4, (Pair(A, B),), DROP, None)


def device(*lines, mtu=None, more=(), uncertain=(), default=Action.DENY):
    return switch(
        [access("Eth1", 10, mtu_bytes=mtu), *more],
        [acl("X", *lines, default=default)],
        [bound("X", "Eth1")],
        ledger=Ledger(1, 0, tuple(uncertain)),
    )


def trial(start, **effects):
    """Return a device on which each text does what ``effects`` says, by its position."""

    def reread(documents):
        texts = tuple(document.text for document in documents[1:])
        return effects["_".join(texts)] if texts else start

    return Trial(start, (Document("x", "config"),), reread)


def snippet(remedy=REMEDY, widens=()):
    return Snippet("leaf1", remedy, "fix", "undo", (), (), "cfg", widens)


def failed(proof):
    return [step.claim for step in proof.steps if not step.holds]


BEFORE, AFTER = device(DROP), device(PERMIT, DROP)
TWICE = "applied twice it does what it does once"
BACK = "the rollback gives back the configuration"
EXACT = "exactly the intended packets change"
UNDERSTOOD = "the reader understands every line of it"


def test_a_permit_of_exactly_the_flow_is_proven():
    proof = prove(trial(BEFORE, fix=AFTER, fix_fix=AFTER, fix_undo=BEFORE), snippet())
    assert proof.proven
    assert proof.reason == ""


def test_a_snippet_that_adds_a_line_each_time_is_not():
    again = device(PERMIT, PERMIT, DROP)
    proof = prove(trial(BEFORE, fix=AFTER, fix_fix=again, fix_undo=BEFORE), snippet())
    assert failed(proof) == [TWICE]
    assert "filters differ" in proof.reason


def test_a_rollback_that_leaves_something_is_not():
    proof = prove(trial(BEFORE, fix=AFTER, fix_fix=AFTER, fix_undo=AFTER), snippet())
    assert failed(proof) == [BACK]


@pytest.mark.parametrize("wide", [ROCE_V2, {**FLOW, DESTINATION: ((0, 255),)}])
def test_a_permit_wider_than_the_flow_is_not(wide):
    after = device(line(Action.PERMIT, wide, number=10), DROP)
    proof = prove(trial(BEFORE, fix=after, fix_fix=after, fix_undo=BEFORE), snippet())
    assert failed(proof) == [EXACT]
    assert "beyond the intent" in proof.reason


def test_what_the_snippet_owns_up_to_may_change_too():
    after = device(line(Action.PERMIT, ROCE_V2, number=10), DROP)
    run = trial(BEFORE, fix=after, fix_fix=after, fix_undo=BEFORE)
    assert prove(run, snippet(widens=(ROCE_V2,))).proven


def test_packets_that_stop_passing_are_never_intended():
    start = device(line(Action.PERMIT, FLOW, number=30))
    after = device(DROP, line(Action.PERMIT, FLOW, number=30))
    proof = prove(trial(start, fix=after, fix_fix=after, fix_undo=start), snippet())
    assert failed(proof) == [EXACT]
    assert "do not pass afterwards" in proof.reason


def test_a_line_that_the_reader_does_not_understand_proves_nothing():
    after = device(PERMIT, DROP, uncertain=[Uncertain(HERE, "unknown word")])
    proof = prove(trial(BEFORE, fix=after, fix_fix=after, fix_undo=BEFORE), snippet())
    assert failed(proof) == [UNDERSTOOD]
    assert "unknown word" in proof.reason


def test_an_mtu_changes_its_interface_and_nothing_else():
    remedy = SetMtu("leaf1", "Eth1", 9000, None, HERE)
    after = device(DROP, mtu=9216)
    run = trial(BEFORE, fix=after, fix_fix=after, fix_undo=BEFORE)
    assert prove(run, snippet(remedy)).proven
    other = device(DROP, mtu=9216, more=[routed("Eth9")])
    run = trial(BEFORE, fix=other, fix_fix=other, fix_undo=BEFORE)
    assert failed(prove(run, snippet(remedy))) == [EXACT]
    filtered = device(PERMIT, DROP, mtu=9216)
    run = trial(BEFORE, fix=filtered, fix_fix=filtered, fix_undo=BEFORE)
    assert failed(prove(run, snippet(remedy))) == [EXACT]


def test_defining_a_filter_must_not_touch_one_that_has_lines():
    remedy = DefineFilter("leaf1", bound("Y", "Eth1"), (Traffic.V2_IPV4,))
    empty = switch([access("Eth1", 10)], [], [bound("Y", "Eth1")])
    filled = switch([access("Eth1", 10)], [acl("Y", PERMIT)], [bound("Y", "Eth1")])
    run = trial(empty, fix=filled, fix_fix=filled, fix_undo=empty)
    assert prove(run, snippet(remedy)).proven
    run = trial(BEFORE, fix=AFTER, fix_fix=AFTER, fix_undo=BEFORE)
    assert failed(prove(run, snippet(remedy))) == [EXACT]


def test_a_new_filter_beside_the_repaired_one_is_looked_at_through_its_bindings():
    helper = switch(
        [access("Eth1", 10)], [acl("X", PERMIT, DROP), acl("Y", PERMIT)], [bound("X", "Eth1")]
    )
    run = trial(BEFORE, fix=helper, fix_fix=helper, fix_undo=BEFORE)
    assert prove(run, snippet()).proven


def test_a_new_filter_that_is_bound_must_not_drop_anything():
    extra = bound("Y", "Eth1", Layer.VLAN, vlans=((10, 10),))
    strict = switch(
        [access("Eth1", 10)],
        [acl("X", PERMIT, DROP), acl("Y", PERMIT)],
        [bound("X", "Eth1"), extra],
    )
    run = trial(BEFORE, fix=strict, fix_fix=strict, fix_undo=BEFORE)
    assert failed(prove(run, snippet())) == [EXACT]


def test_a_list_built_anew_under_another_name_is_compared_with_the_one_it_replaces():
    anew = switch([access("Eth1", 10)], [acl("Z", PERMIT, DROP)], [bound("Z", "Eth1")])
    run = trial(BEFORE, fix=anew, fix_fix=anew, fix_undo=BEFORE)
    assert prove(run, snippet()).proven
    wider = switch([access("Eth1", 10)], [acl("Z", line(Action.PERMIT, {}))], [bound("Z", "Eth1")])
    run = trial(BEFORE, fix=wider, fix_fix=wider, fix_undo=BEFORE)
    assert failed(prove(run, snippet())) == [EXACT]


def test_nothing_tested_is_nothing_proven():
    assert not Proof(()).proven
    assert Proof((Step("x", holds=False, detail="y"),)).reason == "x: y"


def test_where_a_line_was_captured_does_not_matter():
    moved = line(Action.DENY, ROCE_V2, number=20, text="elsewhere")
    assert bare(device(DROP)).filters == bare(device(moved)).filters
    inner = line(Call((moved,)), {}, number=5)
    same = line(Call((DROP,)), {}, number=5)
    assert bare(device(inner)).filters == bare(device(same)).filters


def changed(before, after):
    return [(c.box, c.after) for c in changes(before, after)]


def test_equal_filters_have_no_changes():
    assert changed(acl("X", DROP), acl("X", DROP)) == []


def test_swapped_lines_are_compared_over_all_packets():
    some = {**ROCE_V2, SOURCE_PORT: ((0, 9),)}
    one, two = line(Action.PERMIT, some), line(Action.DENY, ROCE_V2)
    found = changed(acl("X", one, two), acl("X", two, one))
    assert [box[SOURCE_PORT] for box, _ in found] == [((0, 9),)]


def test_another_default_is_compared_over_all_packets():
    found = changed(acl("X", PERMIT), acl("X", PERMIT, default=Action.PERMIT))
    assert found
    assert all(after == {Action.PERMIT} for _, after in found)


def test_a_removed_line_changes_its_packets():
    found = changed(acl("X", PERMIT, DROP), acl("X", DROP))
    assert [after for _, after in found] == [{Action.DENY}]


def test_a_changed_list_below_a_call_is_seen():
    one = line(Call((DROP,)), {})
    two = line(Call((PERMIT, DROP)), {})
    found = changed(acl("X", one), acl("X", two))
    assert {box[SOURCE] for box, _ in found} == {A}
    assert {after for _, after in found} == {frozenset({Action.PERMIT})}


def test_a_doubt_that_appears_is_a_change():
    doubt = Doubt("d", "nobody knows")
    maybe = line(Action.PERMIT, {**FLOW, doubt: single(1)})
    found = changed(acl("X", DROP), acl("X", maybe, DROP))
    assert [after for _, after in found] == [{Action.PERMIT, Action.DENY}]
