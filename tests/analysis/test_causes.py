"""Why packets are dropped, gathered by the statement that decides."""

import sys
from pathlib import Path

from roce_audit.analysis.causes import denials
from roce_audit.analysis.judgement import judgements
from roce_audit.model.acl import Action, Call
from roce_audit.packets.fields import SOURCE, SOURCE_PORT, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic

sys.path.insert(0, str(Path(__file__).parent))
from network import ROCE_V2, access, acl, bound, line, switch
from test_crossings import TWO, flow, network


def causes(filter_, **binding):
    device = switch(
        [access("Eth1", 10), access("Eth2", 10)], [filter_], [bound("X", "Eth1", **binding)]
    )
    found = judgements(network(device, TWO, [flow("a", "b")]).crossings)
    judged = next(j for j in found if j.inbound and j.traffic is Traffic.V2_IPV4)
    return denials(judged)


def test_a_deny_line_takes_whole_hosts():
    (cause,) = causes(acl("X", line(Action.DENY, ROCE_V2, text="deny it", number=7)))
    assert cause.whole
    assert cause.certain
    assert cause.words == '"deny it" in X'
    assert [source.line for source in cause.evidence] == [7, 1]


def test_the_end_of_a_filter_is_a_cause_of_its_own():
    (cause,) = causes(acl("X"))
    assert cause.line is None
    assert "the end of X" in cause.words


def test_a_part_of_the_source_ports_is_not_the_whole():
    low = {**ROCE_V2, SOURCE_PORT: ((0, 1023),)}
    (cause,) = causes(acl("X", line(Action.DENY, low), line(Action.PERMIT, ROCE_V2)))
    assert not cause.whole


def test_a_host_of_several_is_the_whole_of_it():
    other = {**ROCE_V2, SOURCE: ((0, 9),)}
    assert causes(acl("X", line(Action.DENY, other), line(Action.PERMIT, ROCE_V2))) == ()


def test_an_open_question_is_told():
    doubt = Doubt("time-range NIGHTS", "time-range NIGHTS may be inactive")
    maybe = {**ROCE_V2, doubt: single(1)}
    (cause,) = causes(acl("X", line(Action.PERMIT, maybe)))
    assert not cause.certain
    assert cause.doubts == (doubt,)


def test_a_line_of_a_called_list_is_found_through_its_caller():
    inner = line(Action.DENY, ROCE_V2, text="inner", number=9)
    outer = line(Call((inner,)), {}, text="outer", number=3)
    (cause,) = causes(acl("X", outer, default=Action.PERMIT))
    assert cause.line is not None
    assert cause.top is not None
    assert (cause.line.source.text, cause.top.source.text) == ("inner", "outer")
