"""Lists written by an independent compiler, judged as its policy says."""

from __future__ import annotations

import random

import pytest
from aerleon.lib import naming, nvueapi, policy

from roce_audit.analysis.query import filters_named
from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import DESTINATION, SOURCE, SOURCE_PORT
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.ranges import holds, single
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.cumulus_linux import PLATFORM
from roce_audit.reading.document import Document

NETS = ("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "172.16.0.0/12", "10.1.2.3/32")
PORTS = {"ROCE": "4791/udp", "AROUND": "4700-4799/udp", "DNS": "53/udp", "HIGH": "49152-65535/udp"}
BOUNDS = {"ROCE": (4791, 4791), "AROUND": (4700, 4799), "DNS": (53, 53), "HIGH": (49152, 65535)}


def compiled(terms):
    definitions = naming.Naming()
    definitions.ParseNetworkList([f"N{n} = {net}" for n, net in enumerate(NETS)])
    definitions.ParseServiceList([f"{name} = {ports}" for name, ports in PORTS.items()])
    text = "header {\n  target:: nvueapi ROCE inet\n}\n"
    for number, term in enumerate(terms):
        body = "".join(f"  {key}:: {value}\n" for key, value in term.items())
        text += f"term t{number} {{\n{body}}}\n"
    return str(nvueapi.NvueApi(policy.ParsePolicy(text, definitions), 52))


def random_term(rng):
    term = {"protocol": rng.choice(["udp", "udp", "tcp"])}
    for key, choices in (
        ("source-address", [f"N{n}" for n in range(len(NETS))]),
        ("destination-address", [f"N{n}" for n in range(len(NETS))]),
        ("destination-port", list(PORTS)),
        ("source-port", list(PORTS)),
    ):
        if rng.random() < 0.5 and (term["protocol"] == "udp" or "port" not in key):
            term[key] = rng.choice(choices)
    term["action"] = rng.choice(["accept", "deny"])
    return term


def permits(terms, source, destination, sport):
    for term in terms:
        if term["protocol"] != "udp":
            continue
        fields = (
            ("source-address", lambda name: holds(_net(name), source)),
            ("destination-address", lambda name: holds(_net(name), destination)),
            ("source-port", lambda name: BOUNDS[name][0] <= sport <= BOUNDS[name][1]),
            ("destination-port", lambda name: BOUNDS[name][0] <= 4791 <= BOUNDS[name][1]),
        )
        if all(test(term[key]) for key, test in fields if key in term):
            return term["action"] == "accept"
    return True


def _net(name):
    return prefix(NETS[int(name[1:])], 32)


@pytest.mark.parametrize("seed", range(25))
def test_a_compiled_list_does_what_its_policy_says(seed):
    rng = random.Random(seed)
    terms = [random_term(rng) for _ in range(rng.randint(1, 6))]
    device = PLATFORM.read("leaf1", [Document("acl", compiled(terms))], {})
    assert device.ledger.uncertain == ()
    (acl,) = filters_named(device, "ROCE")
    for _ in range(20):
        source, destination = (
            rng.choice([0x0A010203, 0x0A010299, 0x0A09FFFF, 0xAC100001, 0xC0A80001])
            for _ in range(2)
        )
        sport = rng.choice([53, 4791, 5000, 50000])
        box = clip(
            {
                SOURCE: single(source),
                DESTINATION: single(destination),
                SOURCE_PORT: single(sport),
            },
            REGIONS[Traffic.V2_IPV4],
        )
        expected = Action.PERMIT if permits(terms, source, destination, sport) else Action.DENY
        assert {action for each in outcomes((Stage(acl),), box) for action in each.actions} == {
            expected
        }
