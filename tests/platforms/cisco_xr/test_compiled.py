"""Policies compiled by aerleon into IOS-XR lists, compared with the policies themselves."""

from __future__ import annotations

import random
from ipaddress import ip_address, ip_network

import pytest
from aerleon import api
from aerleon.lib.naming import Naming

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document

NETWORKS = {
    "EVERY": ["10.0.0.0/8"],
    "HOSTS": ["10.0.0.0/24", "10.0.1.1/32"],
    "STORAGE": ["10.0.2.0/23"],
    "ONE": ["10.0.0.7/32"],
}
SERVICES = {"ROCE": (4791, 4791), "HIGH": (1024, 65535), "LOW": (1, 1023)}
ADDRESSES = ("10.0.0.7", "10.0.0.8", "10.0.1.1", "10.0.1.2", "10.0.3.9", "10.9.0.1")
PORTS = (1, 1023, 1024, 4790, 4791, 65535)


def random_terms(chance):
    terms = []
    for at in range(chance.randint(1, 6)):
        term = {"name": f"t{at}", "action": chance.choice(["accept", "deny"])}
        term["protocol"] = chance.choice(["udp", "udp", "tcp"])
        for side in ("source-address", "destination-address"):
            if chance.random() < 0.6:
                term[side] = chance.choice(list(NETWORKS))
        for side in ("source-port", "destination-port"):
            if chance.random() < 0.4:
                term[side] = chance.choice(list(SERVICES))
        terms.append(term)
    return [*terms, {"name": "end", "action": "deny"}]


def compiled(terms, style):
    names = Naming()
    names.ParseDefinitionsObject(
        {
            "networks": {
                name: {"values": [{"address": each} for each in values]}
                for name, values in NETWORKS.items()
            },
            "services": {
                name: [
                    {"protocol": protocol, "port": f"{low}-{high}" if low != high else str(low)}
                    for protocol in ("udp", "tcp")
                ]
                for name, (low, high) in SERVICES.items()
            },
        },
        "definitions",
    )
    header = {"targets": {"ciscoxr": f"A {style}".strip()}}
    policy = {"filename": "p", "filters": [{"header": header, "terms": terms}]}
    return api.Generate([policy], names)["p.xacl"]


def wanted(terms, packet):
    protocol, source, destination, sport, dport = packet
    for term in terms:
        sides = (("source-address", source), ("destination-address", destination))
        ends = (("source-port", sport), ("destination-port", dport))
        if (
            term.get("protocol") in (None, protocol)
            and all(
                word not in term
                or any(ip_address(a) in ip_network(net) for net in NETWORKS[term[word]])
                for word, a in sides
            )
            and all(
                word not in term or SERVICES[term[word]][0] <= port <= SERVICES[term[word]][1]
                for word, port in ends
            )
        ):
            return term["action"] == "accept"
    return False


def decided(acl, packet):
    protocol, source, destination, sport, dport = packet
    region = {
        fields.ETHERTYPE: single(0x0800),
        fields.PROTOCOL: single(17 if protocol == "udp" else 6),
        fields.SOURCE: single(int(ip_address(source))),
        fields.DESTINATION: single(int(ip_address(destination))),
        fields.SOURCE_PORT: single(sport),
        fields.DESTINATION_PORT: single(dport),
        fields.FRAGMENT: single(0),
    }
    (outcome,) = outcomes((Stage(acl),), region)
    (action,) = outcome.actions
    return action is Action.PERMIT


@pytest.mark.parametrize("style", ["extended", "object-group"])
@pytest.mark.parametrize("seed", range(6))
def test_a_compiled_policy_does_what_the_policy_says(seed, style):
    chance = random.Random(seed)
    terms = random_terms(chance)
    device = PLATFORM.read("r1", [Document("p.xacl", compiled(terms, style))], {})
    assert device.ledger.uncertain == ()
    for _ in range(60):
        packet = (
            chance.choice(["udp", "tcp"]),
            *(chance.choice(ADDRESSES) for _ in range(2)),
            *(chance.choice(PORTS) for _ in range(2)),
        )
        assert decided(device.filters["ipv4", "A"], packet) == wanted(terms, packet), packet
