"""Policies compiled to Junos by aerleon: our verdict against its own checker, packet by packet.

Exclusions are left out: the checker does not look at them.
"""

from __future__ import annotations

import logging
import random
from importlib import import_module

import pytest

from roce_audit.analysis.verdicts import outcomes, verdict_of
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address
from roce_audit.packets.ranges import single
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document

POLICIES = 25
PACKETS = 12
NETS = {
    4: ("10.1.0.0/16", "10.1.1.0/24", "10.1.1.1/32", "10.2.0.0/16", "192.0.2.0/24"),
    6: ("2001:db8::/32", "2001:db8:1::/48", "2001:db8:1::1/128", "fd00::/8"),
}
HOSTS = {
    4: ("10.1.1.1", "10.1.1.2", "10.1.2.1", "10.2.0.9", "192.0.2.7", "198.51.100.1"),
    6: ("2001:db8:1::1", "2001:db8:1::2", "2001:db8:2::1", "fd00::9", "2001:db9::1"),
}
SERVICES = {"ROCE": "4791/udp", "NEAR": "4700-4799/udp", "DNS": "53/udp", "HIGH": "49152-65535/udp"}
PORTS = (53, 4700, 4790, 4791, 4792, 4800, 49152, 65535)


def library(name):
    logging.disable(logging.CRITICAL)
    try:
        return import_module(f"aerleon.lib.{name}")
    finally:
        logging.disable(logging.NOTSET)


@pytest.fixture(scope="module")
def naming(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    nets = [f"N{v}{n} = {net}" for v, each in NETS.items() for n, net in enumerate(each)]
    (folder / "names.net").write_text("\n".join(nets) + "\n", encoding="utf-8")
    services = [f"{name} = {ports}" for name, ports in SERVICES.items()]
    (folder / "names.svc").write_text("\n".join(services) + "\n", encoding="utf-8")
    return library("naming").Naming(str(folder))


def random_policy(rng, version):
    terms = []
    for number in range(rng.randrange(1, 6)):
        lines = []
        for side in ("source", "destination"):
            if rng.random() < 0.5:
                names = rng.sample(range(len(NETS[version])), rng.choice((1, 2)))
                lines.append(f"{side}-address:: {' '.join(f'N{version}{n}' for n in names)}")
        sides = [side for side in ("source", "destination") if rng.random() < 0.5]
        lines += [f"{side}-port:: {rng.choice(tuple(SERVICES))}" for side in sides]
        lines += ["protocol:: udp", f"action:: {rng.choice(('accept', 'deny', 'reject'))}"]
        terms.append(f"term t{number} {{\n  " + "\n  ".join(lines) + "\n}\n")
    last = rng.choice(("accept", "deny"))
    return "".join(terms) + f"term last {{\n  action:: {last}\n}}\n"


def parsed(header, terms, naming):
    text = f"header {{\n  target:: {header}\n}}\n{terms}"
    return library("policy").ParsePolicy(text, naming, shade_check=False)


def region(version, packet):
    src, dst, sport, dport = packet
    bits = IPV4_BITS if version == 4 else IPV6_BITS
    return {
        fields.ETHERTYPE: single(0x0800 if version == 4 else 0x86DD),
        fields.PROTOCOL: single(17),
        fields.SOURCE: single(address(src, bits)),
        fields.DESTINATION: single(address(dst, bits)),
        fields.SOURCE_PORT: single(sport),
        fields.DESTINATION_PORT: single(dport),
        fields.FRAGMENT: single(0),
    }


@pytest.mark.parametrize(
    ("version", "header", "family"),
    [(4, "juniper ROCE inet", "ipv4"), (6, "juniper ROCE inet6", "ipv6")],
)
@pytest.mark.filterwarnings("ignore")
def test_compiled_filters_do_what_the_policy_says(version, header, family, naming):
    rng = random.Random(4791 + version)
    permitted = seen = 0
    for _ in range(POLICIES):
        terms = random_policy(rng, version)
        text = str(library("juniper").Juniper(parsed(header, terms, naming), 52))
        device = PLATFORM.read("leaf1", [Document("config", text)], {})
        assert device.ledger.uncertain == (), text
        acl = device.filters[family, "ROCE"]
        for _ in range(PACKETS):
            packet = (
                rng.choice(HOSTS[version]),
                rng.choice(HOSTS[version]),
                rng.choice(PORTS),
                rng.choice((4791, 4791, *PORTS)),
            )
            src, dst, sport, dport = packet
            checker = library("aclcheck").AclCheck(
                parsed(
                    "cisconx ROCE extended" if version == 4 else "cisconx ROCE inet6", terms, naming
                ),
                src=src,
                dst=dst,
                sport=str(sport),
                dport=str(dport),
                proto="udp",
            )
            found = checker.ExactMatches()
            truth = "permit" if found and found[0].action == "accept" else "deny"
            ours = verdict_of(outcomes((Stage(acl),), region(version, packet))).value
            assert ours == truth, (packet, text)
            seen += 1
            permitted += truth == "permit"
    assert seen == POLICIES * PACKETS
    assert 0.1 < permitted / seen < 0.9
