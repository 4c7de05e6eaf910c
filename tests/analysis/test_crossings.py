"""What flows put on the ports of switches, and that equal questions are asked once."""

import sys
from ipaddress import ip_address
from pathlib import Path

from roce_audit.analysis.crossings import with_crossings
from roce_audit.analysis.judgement import judgements, place_of, touched
from roce_audit.analysis.path import route
from roce_audit.analysis.query import EXAMPLES_ONLY
from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.acl import Action, Direction, Layer
from roce_audit.model.network import Attachment, Fabric, Flow, Network
from roce_audit.model.path import Route
from roce_audit.packets.fields import DESTINATION, SOURCE, SOURCE_PORT
from roce_audit.packets.traffic import Traffic

sys.path.insert(0, str(Path(__file__).parent))
from network import DENY_ROCE, HERE, ROCE_V2, access, acl, bound, line, svi, switch


def port(host, interface, *addresses, vlan=None, where="leaf1"):
    return Attachment(host, "ens1f0", "mlx5_0", addresses, where, interface, vlan, HERE)


def network(device, ports, flows, families=("ipv4",), roce="v2"):
    fabric = Fabric("pod7", roce, families)
    found = Network(fabric, {device.name: device}, attachments=tuple(ports), flows=tuple(flows))
    return with_crossings(found, route)


def flow(sources, destinations, roce="v2"):
    return Flow("f", tuple(sources), tuple(destinations), roce)


def number(text):
    return int(ip_address(text))


TWO = [port("a", "Eth1", "10.0.0.11/24"), port("b", "Eth2", "10.0.0.12/24")]
LEAF = switch([access("Eth1", 10), access("Eth2", 10), svi(10)])


def roce(found):
    return [c for c in found.crossings if c.traffic is Traffic.V2_IPV4]


def test_each_port_is_crossed_both_ways_by_its_own_hosts_packets():
    found = roce(network(LEAF, TWO, [flow(["a"], ["b"])]))
    told = [(place_of(c), bool(c.passage.ingress), c.sources, c.destinations) for c in found]
    a, b = ((number("10.0.0.11"),) * 2,), ((number("10.0.0.12"),) * 2,)
    assert told == [
        ("Eth1", True, a, b),
        ("Eth1", False, b, a),
        ("Eth2", True, b, a),
        ("Eth2", False, a, b),
    ]


def test_companions_come_along():
    kinds = {c.traffic for c in network(LEAF, TWO, [flow("a", "b")]).crossings}
    assert kinds == {Traffic.V2_IPV4, Traffic.ARP}
    both = network(LEAF, TWO, [flow("a", "b")], ("ipv4", "ipv6"))
    assert {c.traffic for c in both.crossings} == {
        Traffic.V2_IPV4,
        Traffic.V2_IPV6,
        Traffic.ARP,
        Traffic.ND,
    }
    old = network(LEAF, TWO, [flow("a", "b", "v1")])
    assert {c.traffic for c in old.crossings} == {Traffic.V1, Traffic.ARP}


def test_the_svi_is_crossed_only_by_what_leaves_the_subnet():
    near = roce(network(LEAF, TWO, [flow("a", "b")]))
    assert all(place_of(c) != "Vlan10" for c in near)
    far = [TWO[0], port("c", "Eth2", "10.9.0.12/24")]
    crossed = [c for c in roce(network(LEAF, far, [flow("a", "c")])) if place_of(c) == "Vlan10"]
    assert {(bool(c.passage.ingress), c.hosts) for c in crossed} == {
        (True, ("a",)),
        (False, ("a",)),
        (True, ("c",)),
        (False, ("c",)),
    }


def test_a_port_that_the_switch_lacks_is_a_failure_not_a_pass():
    found = network(LEAF, [port("a", "Eth77", "10.0.0.1/24"), TWO[1]], [flow("a", "b")])
    assert [f.device for f in found.failures] == ["leaf1"]
    assert "Eth77" in found.failures[0].reason
    assert "plugs in a ens1f0" in found.failures[0].reason


def test_hosts_without_flow_or_switch_cross_nothing():
    spare = port("c", "Eth2", "10.0.0.13/24")
    elsewhere = port("b", "Eth2", "10.0.0.12/24", where="leaf9")
    assert {
        c.hosts for c in network(LEAF, [TWO[0], elsewhere, spare], [flow("a", "b")]).crossings
    } == {("a",)}


def _guarded(count):
    filters = [acl("X", line(Action.PERMIT, ROCE_V2))]
    ports = [access(f"Eth{n}", 10) for n in range(count)]
    return switch(ports, filters, [bound("X", f"Eth{n}") for n in range(count)])


def test_ports_behind_the_same_filter_are_judged_once():
    count = 200
    ports = [port(f"h{n}", f"Eth{n}", f"10.0.{n // 200}.{n % 200 + 1}/16") for n in range(count)]
    hosts = [f"h{n}" for n in range(count)]
    found = network(_guarded(count), ports, [flow(hosts, hosts)])
    judged = [j for j in judgements(found.crossings) if j.traffic is Traffic.V2_IPV4]
    assert [(j.inbound, len(j.crossings)) for j in judged] == [(True, count), (False, count)]
    assert [j.answer.verdict for j in judged] == [Verdict.PERMIT, Verdict.PERMIT]
    assert judged[0].subject == f"{count} interfaces in"


def test_a_denial_names_the_ports_whose_packets_it_takes():
    low = {**ROCE_V2, SOURCE: ((number("10.0.0.11"),) * 2,)}
    filters = [acl("X", line(Action.DENY, low), line(Action.PERMIT, ROCE_V2))]
    device = switch(
        [access("Eth1", 10), access("Eth2", 10)], filters, [bound("X", "Eth1"), bound("X", "Eth2")]
    )
    found = network(device, TWO, [flow("ab", "ab")])
    judged = next(
        j for j in judgements(found.crossings) if j.inbound and j.traffic is Traffic.V2_IPV4
    )
    denied = next(o for o in judged.answer.outcomes if Action.DENY in o.actions)
    assert touched(judged, denied.box) == ("Eth1",)
    assert judged.places == ("Eth1", "Eth2")


def test_different_filters_are_judged_apart():
    filters = [acl("X", line(Action.PERMIT, ROCE_V2)), DENY_ROCE]
    device = switch(
        [access("Eth1", 10), access("Eth2", 10), svi(10)],
        filters,
        [
            bound("X", "Eth1"),
            bound("NO-ROCE", "Eth2"),
            bound("X", "Vlan10", Layer.ROUTED, Direction.OUT),
        ],
    )
    judged = [
        j for j in judgements(network(device, TWO, [flow("ab", "ab")]).crossings) if j.inbound
    ]
    verdicts = {j.subject: j.answer.verdict for j in judged if j.traffic is Traffic.V2_IPV4}
    assert verdicts == {"Eth1 in": Verdict.PERMIT, "Eth2 in": Verdict.DENY}


def test_a_switch_whose_capture_lists_no_interfaces_is_crossed_all_the_same():
    bare = switch([])
    far = [TWO[0], port("c", "Eth2", "10.9.0.12/24")]
    fabric = Fabric("pod7", "v2", ("ipv4",))
    found = Network(fabric, {"leaf1": bare}, attachments=tuple(far), flows=(flow("a", "c"),))
    crossed = with_crossings(found, lambda _device, _passage: Route(())).crossings
    assert {place_of(each) for each in crossed} == {"Eth1", "Eth2"}


def _only_between(*pairs):
    lines = [
        line(
            Action.PERMIT,
            {**ROCE_V2, SOURCE: ((number(a),) * 2,), DESTINATION: ((number(b),) * 2,)},
        )
        for a, b in pairs
    ]
    filters = [acl("X", *lines)]
    return switch(
        [access("Eth1", 10), access("Eth2", 10)], filters, [bound("X", "Eth1"), bound("X", "Eth2")]
    )


def test_permits_for_each_pair_of_hosts_are_enough():
    device = _only_between(("10.0.0.11", "10.0.0.12"), ("10.0.0.12", "10.0.0.11"))
    found = network(device, TWO, [flow("ab", "ab")])
    judged = [j for j in judgements(found.crossings) if j.traffic is Traffic.V2_IPV4]
    assert {j.answer.verdict for j in judged} == {Verdict.PERMIT}


def test_a_pair_without_a_permit_is_found_among_those_that_have_one():
    device = _only_between(("10.0.0.11", "10.0.0.12"))
    found = network(device, TWO, [flow("ab", "ab")])
    judged = next(
        j for j in judgements(found.crossings) if j.inbound and j.traffic is Traffic.V2_IPV4
    )
    assert judged.answer.verdict is Verdict.PARTIAL
    denied = [o.box for o in judged.answer.outcomes if Action.DENY in o.actions]
    assert {place for box in denied for place in touched(judged, box)} == {"Eth2"}


def test_packets_that_leave_are_told_apart_by_whose_they_are_too():
    lines = [
        line(
            Action.PERMIT,
            {**ROCE_V2, SOURCE: ((number(a),) * 2,), DESTINATION: ((number(b),) * 2,)},
        )
        for a, b in (("10.0.0.11", "10.0.0.12"), ("10.0.0.12", "10.0.0.11"))
    ]
    out = [bound("X", each, direction=Direction.OUT) for each in ("Eth1", "Eth2")]
    both = switch([access("Eth1", 10), access("Eth2", 10)], [acl("X", *lines)], out)
    kinds = {
        (j.inbound, j.answer.verdict, len(j.places))
        for j in judgements(network(both, TWO, [flow("ab", "ab")]).crossings)
        if j.traffic is Traffic.V2_IPV4
    }
    assert (False, Verdict.PERMIT, 2) in kinds
    one = switch([access("Eth1", 10), access("Eth2", 10)], [acl("X", lines[0])], out)
    judged = next(
        j
        for j in judgements(network(one, TWO, [flow("ab", "ab")]).crossings)
        if not j.inbound and j.traffic is Traffic.V2_IPV4
    )
    denied = [o.box for o in judged.answer.outcomes if Action.DENY in o.actions]
    assert {place for box in denied for place in touched(judged, box)} == {"Eth1"}


def test_where_only_examples_are_listed_no_denial_is_left_out():
    ports = [
        line(Action.DENY, {**ROCE_V2, SOURCE_PORT: ((number, number),)})
        for number in range(50000, 53000, 2)
    ]
    filters = [acl("X", *ports, line(Action.PERMIT, ROCE_V2))]
    device = switch(
        [access("Eth1", 10), access("Eth2", 10)], filters, [bound("X", "Eth1"), bound("X", "Eth2")]
    )
    judged = next(
        j
        for j in judgements(network(device, TWO, [flow("ab", "ab")]).crossings)
        if j.inbound and j.traffic is Traffic.V2_IPV4
    )
    assert EXAMPLES_ONLY in judged.answer.notes
    assert judged.answer.verdict is Verdict.PARTIAL
    assert any(Action.DENY in o.actions for o in judged.answer.outcomes)
