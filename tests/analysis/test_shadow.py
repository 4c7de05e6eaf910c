"""Permits for RoCE that earlier lines hide."""

import sys
from pathlib import Path

from roce_audit.analysis.shadow import hidden_permits
from roce_audit.model.acl import Action
from roce_audit.packets.fields import DESTINATION_PORT, ETHERTYPE, PROTOCOL, SOURCE
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic

sys.path.insert(0, str(Path(__file__).parent))
from network import ROCE_V2, acl, line

UDP = {ETHERTYPE: single(0x0800), PROTOCOL: single(17)}
RANGE = {**UDP, DESTINATION_PORT: ((4000, 5000),)}


def hidden(*lines):
    found = hidden_permits(acl("X", *lines), REGIONS.values())
    return [(h.line.label, [by.label for by in h.by]) for h in found]


def test_a_permit_behind_a_wider_deny_is_hidden_by_it():
    lines = line(Action.DENY, RANGE, number=1), line(Action.PERMIT, ROCE_V2, number=2)
    assert hidden(*lines) == [("2", ["1"])]


def test_a_permit_behind_a_permit_does_no_harm():
    assert (
        hidden(line(Action.PERMIT, RANGE, number=1), line(Action.PERMIT, ROCE_V2, number=2)) == []
    )


def test_a_permit_with_some_packets_left_is_not_hidden():
    some = {**RANGE, SOURCE: ((0, 99),)}
    assert hidden(line(Action.DENY, some, number=1), line(Action.PERMIT, ROCE_V2, number=2)) == []


def test_several_lines_may_hide_one_together():
    low, high = {**RANGE, SOURCE: ((0, 99),)}, {**UDP, SOURCE: ((100, (1 << 32) - 1),)}
    lines = [
        line(Action.PERMIT, low, number=1),
        line(Action.DENY, high, number=2),
        line(Action.PERMIT, ROCE_V2, number=3),
    ]
    assert hidden(*lines) == [("3", ["2", "1"])]


def test_a_general_permit_was_not_written_for_roce():
    assert hidden(line(Action.DENY, RANGE, number=1), line(Action.PERMIT, UDP, number=2)) == []


def test_roce_v1_by_its_ethertype_counts_too():
    v1 = {ETHERTYPE: single(0x8915)}
    lines = line(Action.DENY, {}, number=1), line(Action.PERMIT, v1, number=2)
    assert hidden(*lines) == [("2", ["1"])]


def test_a_permit_for_packets_that_no_flow_sends_is_left_alone():
    lines = line(Action.DENY, RANGE, number=1), line(Action.PERMIT, ROCE_V2, number=2)
    elsewhere = {**REGIONS[Traffic.V1]}
    assert hidden_permits(acl("X", *lines), [elsewhere]) == []
