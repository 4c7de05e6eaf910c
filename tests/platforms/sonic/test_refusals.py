"""What the device refuses: patches as a whole, single rules of acl-loader."""

import json

import pytest

from roce_audit.platforms.sonic.loader_fields import NotConverted, fields_of_rule
from roce_audit.reading.json_positions import read_json

DROPPED = {"in": "Ethernet0", "traffic": "v2-ipv4"}
CONFIG = """\
{"PORT": {"Ethernet0": {"admin_status": "up"}},
 "ACL_TABLE": {"A": {"type": "L3", "ports": ["Ethernet0"]}},
 "ACL_RULE": {"A|D": {"PRIORITY": "10", "PACKET_ACTION": "DROP", "ETHER_TYPE": "2048"}}}
"""
REFUSED = [
    ({"op": "swap", "path": "/PORT"}, "unknown operation"),
    ({"op": "add", "path": "ACL_RULE"}, "slash"),
    ({"op": 1, "path": "/ACL_RULE"}, "without op or path"),
    ({"op": "add", "path": "/ACL_RULE/A|E", "value": "x"}, "needs an object"),
    ({"op": "add", "path": "/VLAN/Vlan1", "value": {}}, "no table VLAN"),
    ({"op": "add", "path": "", "value": {}}, "needs an object|the whole"),
    ({"op": "add", "path": "/ACL_RULE/A|X/PRIORITY", "value": "1"}, "no ACL_RULE"),
    ({"op": "add", "path": "/ACL_TABLE/A/type/0", "value": "x"}, "no list"),
    ({"op": "add", "path": "/ACL_TABLE/A/ports/7", "value": "Ethernet1"}, "no item"),
    ({"op": "replace", "path": "/ACL_TABLE/A/ports/-", "value": "Ethernet1"}, "no item"),
    ({"op": "replace", "path": "/ACL_RULE/A|D/SRC_IP", "value": "::/0"}, "there is no"),
    ({"op": "remove", "path": "/ACL_RULE/A|D/SRC_IP"}, "there is no"),
    ({"op": "remove", "path": "/VLAN"}, "there is no"),
    ({"op": "remove", "path": ""}, "there is no"),
    ({"op": "remove", "path": "/ACL_TABLE/A/ports/0/0"}, "there is no"),
    ({"op": "move", "from": "/ACL_RULE/A|X", "path": "/ACL_RULE/A|D"}, "no ACL_RULE"),
    ({"op": "copy", "from": "/ACL_TABLE/A/type", "path": "/ACL_RULE/A|D"}, "needs|cannot be set"),
    ({"op": "test", "path": "/ACL_TABLE/A/ports/0", "value": "Ethernet1"}, "the test"),
    ({"op": "test", "path": "/ACL_TABLE/A", "value": {"type": "L3"}}, "the test"),
    ({"op": "test", "path": "/ACL_TABLE", "value": {}}, "the test"),
]
TAKEN = [
    {"op": "remove", "path": "/ACL_RULE"},
    {"op": "remove", "path": "/ACL_TABLE/A/ports/0"},
    {"op": "replace", "path": "/ACL_TABLE/A/ports/0", "value": "Ethernet1"},
    {"op": "remove", "path": "/ACL_RULE/A|D/PACKET_ACTION"},
    {"op": "move", "from": "/ACL_RULE/A|D/ETHER_TYPE", "path": "/ACL_RULE/A|D/IP_PROTOCOL"},
    {"op": "replace", "path": "/ACL_TABLE/A", "value": {"type": "L3V6", "ports": ["Ethernet0"]}},
    {"op": "add", "path": "/ACL_TABLE", "value": {"A": {"type": "L3", "ports": ["Ethernet1"]}}},
]
KEPT = [
    {"op": "test", "path": "/ACL_TABLE/A/ports/0", "value": "Ethernet0"},
    {"op": "test", "path": "/ACL_TABLE/A", "value": {"ports": ["Ethernet0"], "type": "L3"}},
    {"op": "test", "path": "/PORT", "value": {"Ethernet0": {"admin_status": "up"}}},
    {"op": "add", "path": "/ACL_TABLE/A/ports/-", "value": "Ethernet1"},
    {"op": "copy", "from": "/ACL_RULE/A|D", "path": "/ACL_RULE/A|E"},
]


def verdict_after(operations, sonic, ask_sonic):
    device = sonic(CONFIG, json.dumps(operations))
    (answer,) = ask_sonic(device, DROPPED)
    return answer.verdict.value, [each.reason for each in device.ledger.uncertain]


@pytest.mark.parametrize(("operation", "reason"), REFUSED)
def test_one_refused_operation_keeps_the_others_from_acting(operation, reason, sonic, ask_sonic):
    removing = {"op": "remove", "path": "/ACL_RULE"}
    verdict, reasons = verdict_after([removing, operation], sonic, ask_sonic)
    assert verdict == "deny"
    verdict, reasons = verdict_after([operation], sonic, ask_sonic)
    assert verdict == "deny"
    assert len(reasons) == 1
    assert any(part in reasons[0] for part in reason.split("|")), reasons


@pytest.mark.parametrize("operation", TAKEN)
def test_an_operation_that_lifts_the_drop(operation, sonic, ask_sonic):
    verdict, reasons = verdict_after([operation], sonic, ask_sonic)
    assert (verdict, reasons) == ("permit", [])


@pytest.mark.parametrize("operation", KEPT)
def test_an_operation_that_leaves_the_drop(operation, sonic, ask_sonic):
    verdict, reasons = verdict_after([operation], sonic, ask_sonic)
    assert (verdict, reasons) == ("deny", [])


def rule(action="ACCEPT", number=1, **parts):
    whole = {
        "config": {"sequence-id": number},
        "actions": {"config": {"forwarding-action": action}},
    }
    whole |= {name: {"config": settings} for name, settings in parts.items()}
    return read_json(json.dumps(whole), 0).value


FLAGGED = {"tcp-flags": ["TCP_SYN", "TCP_ACK"]}
FORWARD = {"PACKET_ACTION": "FORWARD"}
V6 = FORWARD | {"IP_TYPE": "IPV6ANY"}
CONVERTED = [
    ("MIRROR", {}, {"MIRROR_INGRESS_ACTION": "session"}),
    ("MIRROR", {"ip": {"dscp": 26}}, {"MIRROR_INGRESS_ACTION": "session", "DSCP": "26"}),
    ("CUSTOM", {"ip": {"dscp": 26}}, FORWARD),
    (
        "CUSTOM",
        {"l2": {"ethertype": "35093", "vlan-id": 5}},
        {"ETHER_TYPE": "35093", "VLAN_ID": "5"},
    ),
    ("L3V6", {"ip": {"protocol": "IP_ICMP"}}, V6 | {"IP_PROTOCOL": "58"}),
    ("L3V6", {"icmp": {"type": 135, "code": 0}}, V6 | {"ICMPV6_TYPE": "135", "ICMPV6_CODE": "0"}),
    ("L3V6", {"ip": {"source-ip-address": "2001:db8::/32"}}, V6 | {"SRC_IPV6": "2001:db8::/32"}),
    ("CUSTOM", {"transport": FLAGGED}, {"TCP_FLAGS": "0x12/0x12"}),
    ("CUSTOM", {"transport": {"source-port": 0}}, FORWARD),
]
LEFT_OUT = [
    ("L3V4V6", {}, "needs ETHERTYPE_IPV4"),
    ("L3", {"action": "LOG"}, "LOG action"),
    ("L3", {"number": "one"}, "no sequence-id"),
    ("L3", {"ip": {"destination-ip-address": "10.0.0.1/8"}}, "no network"),
    ("L3", {"ip": {"protocol": "IP_UDP"}, "transport": FLAGGED}, "TCP_FLAGS does not go"),
    ("CUSTOM", {"l2": {"ethertype": "ROCE"}}, "no ethertype"),
]


@pytest.mark.parametrize(("kind", "parts", "fields"), CONVERTED)
def test_a_rule_is_converted_as_acl_loader_does(kind, parts, fields):
    _, found = fields_of_rule(rule(**parts), kind)
    extra = {} if "MIRROR_INGRESS_ACTION" in fields else FORWARD
    assert found == fields | extra


@pytest.mark.parametrize(("kind", "parts", "reason"), LEFT_OUT)
def test_acl_loader_leaves_a_rule_out(kind, parts, reason):
    with pytest.raises(NotConverted, match=reason):
        fields_of_rule(rule(**parts), kind)
