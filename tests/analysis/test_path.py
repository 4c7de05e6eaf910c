"""Which filters a packet meets between two interfaces of a switch that bridges and routes."""

import sys
from pathlib import Path

import pytest

from roce_audit.analysis.path import REPLACED, route
from roce_audit.analysis.query import Question, ask
from roce_audit.analysis.verdicts import Verdict
from roce_audit.errors import NotThere, UsageError
from roce_audit.model.acl import Direction, Layer
from roce_audit.model.device import Combination, Gap, Mode
from roce_audit.model.path import Passage
from roce_audit.packets.fields import UNTAGGED, VLAN, Doubt
from roce_audit.packets.traffic import Traffic

sys.path.insert(0, str(Path(__file__).parent))
from network import (
    DENY_ROCE,
    HERE,
    PERMIT_ROCE,
    Interface,
    access,
    acl,
    bound,
    routed,
    svi,
    switch,
    trunk,
)

A, B, C = access("Eth1", 10), access("Eth2", 10), access("Eth3", 20)
ALL = (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)


def names(device, ingress="", egress="", vlan=None):
    return [s.filter.name for s in route(device, Passage(ingress, egress, vlan)).stages]


def verdicts(device, ingress="", egress="", vlan=None):
    question = Question(passage=Passage(ingress, egress, vlan), traffic=ALL)
    return [answer.verdict.value for answer in ask(device, question, route)]


FULL = switch(
    [A, B, C, svi(10), svi(20, "10.0.20.1/24")],
    [acl(n) for n in ("PIN", "VIN", "RIN", "ROUT", "VOUT", "POUT")],
    [
        bound("PIN", "Eth1"),
        bound("VIN", "", Layer.VLAN, vlans=((10, 10),)),
        bound("RIN", "Vlan10", Layer.ROUTED),
        bound("ROUT", "Vlan20", Layer.ROUTED, Direction.OUT),
        bound("VOUT", "", Layer.VLAN, Direction.OUT, vlans=((20, 20),)),
        bound("POUT", "Eth3", direction=Direction.OUT),
    ],
)


def test_a_routed_packet_meets_all_six_stages_in_order():
    assert names(FULL, "Eth1", "Eth3") == ["PIN", "VIN", "RIN", "ROUT", "VOUT", "POUT"]


def test_a_bridged_packet_meets_no_routed_filter():
    assert names(FULL, "Eth1", "Eth2") == ["PIN", "VIN"]


def test_entering_alone_counts_port_and_vlan_but_not_the_svi():
    assert names(FULL, "Eth1") == ["PIN", "VIN"]
    assert route(FULL, Passage("Eth1")).notes


def test_an_svi_as_the_way_in_counts_its_vlan_and_itself():
    assert names(FULL, "Vlan10") == ["VIN", "RIN"]


def test_leaving_alone_counts_what_is_on_the_way_out():
    assert names(FULL, egress="Eth3") == ["VOUT", "POUT"]
    assert names(FULL, egress="Vlan20") == ["ROUT", "VOUT"]


def test_roce_v1_never_crosses_a_router():
    device = switch([A, C, svi(10), svi(20)])
    assert verdicts(device, "Eth1", "Eth3") == ["deny", "permit", "permit"]
    assert verdicts(switch([routed("Eth9")]), "Eth9") == ["deny", "permit", "permit"]


def test_without_a_routed_interface_nothing_gets_from_vlan_to_vlan():
    assert verdicts(switch([A, C]), "Eth1", "Eth3") == ["deny", "deny", "deny"]


def test_a_port_without_filters_permits_everything():
    assert verdicts(switch([A]), "Eth1") == ["permit", "permit", "permit"]


def test_an_ip_filter_on_a_port_does_not_touch_v1_or_ipv6():
    device = switch([A], [DENY_ROCE], [bound("NO-ROCE", "Eth1")])
    assert verdicts(device, "Eth1") == ["permit", "deny", "permit"]


def test_a_filter_that_does_not_exist_does_what_the_platform_says():
    device = switch([A], [], [bound("GONE", "Eth1")])
    assert verdicts(device, "Eth1")[1] == "permit"
    open_one = bound("GONE", "Eth1", undefined_doubt=Doubt("u", "nobody knows"))
    assert verdicts(switch([A], [], [open_one]), "Eth1")[1] == "undecided"


def test_an_inactive_binding_is_not_met():
    device = switch([A], [DENY_ROCE], [bound("NO-ROCE", "Eth1", inactive="wrong layer")])
    assert names(device, "Eth1") == []


def test_a_binding_that_may_not_work_is_undecided_where_it_would_drop():
    doubted = bound("NO-ROCE", "Eth1", doubt=Doubt("d", "egress may not be programmed"))
    device = switch([A], [DENY_ROCE, PERMIT_ROCE], [doubted])
    assert verdicts(device, "Eth1")[1] == "undecided"
    harmless = switch([A], [PERMIT_ROCE], [bound("ROCE", "Eth1", doubt=Doubt("d", "x"))])
    assert verdicts(harmless, "Eth1")[1] == "permit"


def test_members_of_a_lag_use_the_lag():
    lag = access("Po1", 10)
    member = access("Eth5", 1, parent="Po1")
    device = switch([lag, member], [DENY_ROCE], [bound("NO-ROCE", "Po1")])
    assert verdicts(device, "Eth5")[1] == "deny"


@pytest.mark.parametrize("vlan", [10, None])
def test_a_vlan_filter_counts_only_for_its_vlan_of_a_trunk(vlan):
    device = switch(
        [trunk("Eth1", 10, 20)],
        [DENY_ROCE],
        [bound("NO-ROCE", "", Layer.VLAN, vlans=((10, 10),))],
    )
    wanted = Verdict.DENY if vlan else Verdict.PARTIAL
    assert verdicts(device, "Eth1", vlan=vlan)[1] == wanted
    assert verdicts(device, "Eth1", vlan=20)[1] == "permit"


def test_a_vlan_that_the_trunk_does_not_carry_goes_nowhere():
    device = switch([trunk("Eth1", 10, 20)])
    assert verdicts(device, "Eth1", vlan=30) == ["deny", "deny", "deny"]


def test_untagged_frames_on_a_trunk_are_in_the_native_vlan():
    device = switch([trunk("Eth1", 1, 10)])
    assert route(device, Passage("Eth1", "", UNTAGGED)).narrow == {VLAN: ((1, 1),)}
    no_native = switch([trunk("Eth1", 10, native=None)])
    assert verdicts(no_native, "Eth1", vlan=UNTAGGED)[1] == "deny"


def test_what_is_asked_about_must_exist():
    with pytest.raises(NotThere, match="Eth77"):
        route(FULL, Passage("Eth77"))
    with pytest.raises(NotThere, match="VLAN 999"):
        route(FULL, Passage("Eth1", "", 999))
    with pytest.raises(UsageError):
        route(FULL, Passage())


def test_a_port_that_is_shut_down_carries_nothing():
    assert verdicts(switch([access("Eth1", 10, enabled=False)]), "Eth1") == ["deny"] * 3


def _replacing(combination):
    return switch(
        [A],
        [PERMIT_ROCE, DENY_ROCE],
        [bound("ROCE", "Eth1"), bound("NO-ROCE", "", Layer.VLAN, vlans=((10, 10),))],
        combination=combination,
    )


def test_filters_in_series_must_all_permit():
    assert verdicts(_replacing(Combination.SERIAL), "Eth1")[1] == "deny"


def test_a_port_filter_may_replace_the_vlans():
    assert verdicts(_replacing(Combination.PORT_REPLACES), "Eth1")[1] == "permit"


def test_contradicting_documents_leave_it_undecided_where_it_matters():
    device = _replacing(Combination.UNDECIDED)
    question = Question(passage=Passage("Eth1"), traffic=(Traffic.V2_IPV4,))
    answer = ask(device, question, route)[0]
    assert answer.verdict is Verdict.UNDECIDED
    assert answer.outcomes[0].doubts == (REPLACED,)


def test_an_incomplete_capture_never_permits():
    device = switch([A], gaps=(Gap("the end is missing", HERE),))
    assert verdicts(device, "Eth1") == ["undecided"] * 3
    dropping = switch(
        [A], [DENY_ROCE], [bound("NO-ROCE", "Eth1")], gaps=(Gap("the end is missing", HERE),)
    )
    assert verdicts(dropping, "Eth1")[1] == "deny"


def test_a_port_of_unknown_mode_leaves_v1_undecided():
    doubt = Doubt("mode Eth1", "the default mode depends on the model")
    port = Interface("Eth1", Mode.UNKNOWN, HERE, mode_doubt=doubt, access_vlan=1)
    assert verdicts(switch([port]), "Eth1") == ["undecided", "permit", "permit"]


def test_a_member_of_a_routed_lag_meets_the_lags_filter():
    binding = bound("NO-ROCE", "Po9", Layer.ROUTED)
    device = switch([routed("Po9"), routed("Eth9", parent="Po9")], [DENY_ROCE], [binding])
    assert verdicts(device, "Eth9")[1] == "deny"


def test_a_tag_on_a_routed_port_leads_to_its_subinterface():
    sub = routed("Eth9.101", parent="Eth9", encapsulation=101)
    binding = bound("NO-ROCE", "Eth9.101", Layer.ROUTED)
    device = switch([routed("Eth9"), sub, access("Eth1", 101)], [DENY_ROCE], [binding])
    assert verdicts(device, "Eth9", vlan=101)[1] == "deny"
    assert verdicts(device, "Eth9")[1] == "permit"


def test_between_vrfs_a_route_may_leak_or_not():
    device = switch([routed("Eth8", vrf="red"), routed("Eth9", vrf="blue")])
    assert verdicts(device, "Eth8", "Eth9") == ["deny", "undecided", "undecided"]
    together = switch([routed("Eth8", vrf="red"), routed("Eth9", vrf="red")])
    assert verdicts(together, "Eth8", "Eth9") == ["deny", "permit", "permit"]


def test_filters_are_asked_for_by_name():
    device = switch([A], [PERMIT_ROCE])
    question = Question(filter="ROCE", traffic=ALL)
    assert [a.verdict.value for a in ask(device, question, route)] == ["permit"] * 3
    with pytest.raises(NotThere, match="it has ROCE"):
        ask(device, Question(filter="OTHER"), route)


def test_a_chain_is_found_by_its_last_word_if_only_one_has_it():
    device = switch([A], [acl("inet filter forward"), acl("inet filter input")])
    question = Question(filter="forward", traffic=(Traffic.V2_IPV4,))
    assert ask(device, question, route)[0].verdict is Verdict.DENY


def test_a_question_that_contradicts_the_way_is_about_no_packet():
    question = Question(passage=Passage("Eth1"), traffic=ALL[1:2], narrow={VLAN: ((999, 999),)})
    answer = ask(switch([A]), question, route)[0]
    assert (answer.verdict, answer.outcomes) == (Verdict.DENY, ())
    assert "no such packet" in answer.reason


def test_two_chains_of_one_last_word_are_no_answer_where_both_see_all_packets():
    device = switch([A], [acl("ip filter FORWARD"), acl("ip mangle FORWARD")])
    with pytest.raises(NotThere):
        ask(device, Question(filter="FORWARD"), route)


def test_between_a_port_of_unknown_mode_and_a_routed_one_v1_stays_open():
    doubt = Doubt("mode Eth1", "the default mode depends on the model")
    port = Interface("Eth1", Mode.UNKNOWN, HERE, mode_doubt=doubt, access_vlan=1)
    assert verdicts(switch([port, routed("Eth9")]), "Eth1", "Eth9")[0] in ("deny", "undecided")
