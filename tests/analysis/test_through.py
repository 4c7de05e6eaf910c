"""Switches with netfilter: what they forward depends on both ends of the way."""

from ipaddress import ip_address

import pytest

from roce_audit.analysis.crossings import with_crossings
from roce_audit.analysis.judgement import judgements
from roce_audit.analysis.verdicts import Verdict
from roce_audit.model.network import Attachment, Fabric, Flow, Network
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform

LINKS = """
[{"ifname":"br0","flags":["UP"],"linkinfo":{"info_kind":"bridge"}},
 {"ifname":"p1","flags":["UP"],"master":"br0","linkinfo":{"info_slave_kind":"bridge"}},
 {"ifname":"p2","flags":["UP"],"master":"br0","linkinfo":{"info_slave_kind":"bridge"}},
 {"ifname":"p3","flags":["UP"],"master":"br0","linkinfo":{"info_slave_kind":"bridge"}}]
"""
CHAIN = """table bridge f {{
	chain c {{
		type filter hook {} priority 0; policy accept;
		{}
	}}
}}
"""
HERE = SourceRef("inventory.yaml", 1, "")


def port(host, interface, last, switch="sw"):
    addresses = (f"10.0.0.{last}/24",)
    return Attachment(host, "eth1", "rxe0", addresses, switch, interface, UNTAGGED, HERE)


PORTS = (port("a", "p1", 1), port("b", "p2", 2))


def network(hook, rule, ports=PORTS, hosts=("a", "b")):
    linux = find_platform("linux")
    text = CHAIN.format(hook, rule) + LINKS
    device = linux.read("sw", [Document("capture", text)], {})
    flow = Flow("f", hosts, hosts, "v2")
    found = Network(Fabric("t", "v2", ("ipv4",)), {"sw": device}, attachments=ports, flows=(flow,))
    return with_crossings(found, linux.route, {"sw"} if linux.whole_passages else ())


def verdicts(found):
    return {
        (each.passage.ingress, each.passage.egress): judged.answer.verdict
        for judged in judgements(found.crossings)
        if judged.traffic is Traffic.V2_IPV4
        for each in judged.crossings
    }


def test_what_the_forward_hook_drops_is_denied_both_ways():
    found = verdicts(network("forward", "udp dport 4791 drop"))
    assert found == {("p1", "p2"): Verdict.DENY, ("p2", "p1"): Verdict.DENY}


@pytest.mark.parametrize("hook", ["input", "output"])
def test_what_the_machine_itself_would_get_or_send_is_another_question(hook):
    found = verdicts(network(hook, "udp dport 4791 drop"))
    assert found == {("p1", "p2"): Verdict.PERMIT, ("p2", "p1"): Verdict.PERMIT}


def test_a_rule_may_name_both_ends():
    ports = (*PORTS, port("c", "p3", 3))
    rule = 'iifname "p1" oifname "p2" udp dport 4791 drop'
    found = verdicts(network("forward", rule, ports, ("a", "b", "c")))
    assert {way for way, verdict in found.items() if verdict is Verdict.DENY} == {("p1", "p2")}
    assert len(found) == 6


def test_each_way_carries_the_addresses_of_the_hosts_at_its_ends():
    found = network("forward", "accept")
    told = {
        (each.passage.ingress, each.sources, each.destinations)
        for each in found.crossings
        if each.traffic is Traffic.V2_IPV4
    }
    a, b = ((int(ip_address(text)),) * 2 for text in ("10.0.0.1", "10.0.0.2"))
    assert told == {("p1", (a,), (b,)), ("p2", (b,), (a,))}


def test_peers_behind_other_switches_are_no_pass():
    found = network("forward", "accept", (PORTS[0], port("b", "p9", 2, switch="other")))
    assert not found.crossings
    assert [each.device for each in found.failures] == ["sw"]
    assert "what it does with packets to b is not judged" in found.failures[0].reason


def test_a_port_that_the_switch_lacks_is_a_failure_not_a_pass():
    found = network("forward", "accept", (PORTS[0], port("b", "p9", 2)))
    assert "sw has no interface p9; it has br0, p1, p2, p3" in found.failures[0].reason
