"""Compares the product's verdict on single packets with what a kernel does with them."""

import re
from dataclasses import dataclass
from ipaddress import ip_address

from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.model.path import Passage
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    LENGTH,
    PCP,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    UNTAGGED,
    VLAN,
)
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform
from tests.truth.frames import Probe, frame
from tests.truth.rulesets import FLUSH, NFT

ETHERTYPES = {"v1": 0x8915, "v2-ipv4": 0x0800, "v2-ipv6": 0x86DD}
LINE_OF_ERROR = re.compile(r"/dev/stdin:(\d+):")
TRIES = 12
BTH = 12


@dataclass
class Tally:
    """What a run has seen."""

    rulesets: int = 0
    refused: int = 0
    verdicts: int = 0
    permitted: int = 0
    undecided: int = 0
    wrong: list = None

    def __post_init__(self):
        self.wrong = []


def install(network, case):
    """Load a case, leaving out rules that the kernel's tools refuse; return whether it worked."""
    network.load(NFT, FLUSH)
    for key, value in case.sysctls.items():
        network.set(key, value)
    loads = []
    for command, text in case.loads:
        kept = _load(network, command, text)
        if kept is None:
            return False
        loads.append((command, kept))
    case.loads = loads
    return True


def _load(network, command, text):
    for _ in range(TRIES):
        try:
            network.load(command, text)
        except RuntimeError as problem:
            lines = text.split("\n")
            named = {int(number) for number in LINE_OF_ERROR.findall(str(problem))}
            if command != NFT or not named:
                return None
            text = "\n".join(line for n, line in enumerate(lines, start=1) if n not in named)
        else:
            return text
    return None


SYSCTLS = (
    "net.bridge.bridge-nf-call-iptables",
    "net.bridge.bridge-nf-call-ip6tables",
    "net.bridge.bridge-nf-call-arptables",
    "net.bridge.bridge-nf-filter-vlan-tagged",
    "net.ipv4.ip_forward",
    "net.ipv6.conf.all.forwarding",
)


def captured(network, case):
    """Return what a person would save of the switch: the dumps of every tool that was used."""
    tools = {command[0] for command, _ in case.loads}
    parts = []
    if tools - {"ebtables-restore"} or not tools:
        parts.append(network.ask("nft", "list", "ruleset"))
    if "iptables-restore" in tools:
        parts.append(network.ask("iptables-save"))
    if "ip6tables-restore" in tools:
        parts.append(network.ask("ip6tables-save"))
    if "ebtables-restore" in tools:
        parts.append(network.ask("ebtables-save"))
    parts.append(network.ask("sysctl", *SYSCTLS))
    parts.append(network.ask("ip", "-j", "-d", "link"))
    parts.append(network.ask("ip", "-j", "addr"))
    return "\n".join(parts)


def bounds(probe, smac, dmac):
    """Return the packet as a box of single values."""
    box = {
        ETHERTYPE: single(ETHERTYPES[probe.kind]),
        VLAN: single(UNTAGGED if probe.vlan is None else probe.vlan),
        SMAC: single(_mac(smac)),
        DMAC: single(_mac(dmac)),
    }
    if probe.vlan is not None:
        box[PCP] = single(probe.pcp)
    if probe.kind == "v1":
        return box
    head = 20 if probe.kind == "v2-ipv4" else 40
    transport = 20 if probe.protocol == 6 else 8
    if probe.fragment == 2:
        transport, payload = 0, 8 + probe.size + 4
    else:
        payload = BTH + probe.size + 4
    box |= {
        PROTOCOL: single(probe.protocol),
        SOURCE: single(int(ip_address(probe.src))),
        DESTINATION: single(int(ip_address(probe.dst))),
        DSCP: single(probe.dscp),
        ECN: single(probe.ecn),
        TTL: single(probe.ttl),
        LENGTH: single(head + transport + payload),
        FRAGMENT: single(probe.fragment),
    }
    if probe.fragment != 2:
        box |= {SOURCE_PORT: single(probe.sport), DESTINATION_PORT: single(probe.dport)}
    return box


def _mac(text):
    return int(text.replace(":", ""), 16)


TRAFFIC = {"v1": Traffic.V1, "v2-ipv4": Traffic.V2_IPV4, "v2-ipv6": Traffic.V2_IPV6}


def judged(way, probe, smac, dmac):
    """Return the product's word on one packet."""
    obstacle = way.blocked.get(TRAFFIC[probe.kind])
    if obstacle is not None and obstacle.doubt is None:
        return Verdict.DENY
    if way.doubts or obstacle is not None:
        return Verdict.UNDECIDED
    return verdict_of(outcomes(way.stages, bounds(probe, smac, dmac)))


def base_probes(network):
    """Return one probe of each kind between the two hosts."""
    if network.kind == "bridged":
        four, six = ("10.77.0.1", "10.77.0.2"), ("fd77::1", "fd77::2")
    else:
        four, six = ("10.77.1.1", "10.77.2.2"), ("fd77:1::1", "fd77:2::2")
    return [Probe("v1"), Probe("v2-ipv4", *four), Probe("v2-ipv6", *six)]


def variants(rng, network, count):
    """Return probes around the interesting values: RoCE itself, and one step outside."""
    found = []
    for base in base_probes(network):
        found.append(base)
        if network.kind == "bridged":
            found += [base.but(vlan=100), base.but(vlan=rng.choice((1, 200, 4094)), pcp=3)]
    ip = [probe for probe in found if probe.kind != "v1"]
    while len(found) < count:
        found.append(_changed(rng, rng.choice(ip)))
    return found


def _changed(rng, probe):
    change = rng.choice(
        (
            {"sport": rng.choice((0, 1023, 1024, 4791, 49151, 49152, 50000, 65535))},
            {"dport": rng.choice((53, 3999, 4000, 4790, 4792, 5000, 5001, 80))},
            {"dscp": rng.choice((26, 48, 8, 63)), "ecn": rng.randrange(4)},
            {"ttl": rng.choice((2, 10, 11, 63, 255))},
            {"size": rng.choice((0, 4, 16, 200))},
            {"src": _other_source(rng, probe.kind)},
            {"protocol": 6},
            {"fragment": rng.choice((1, 2))} if probe.kind == "v2-ipv4" else {"ecn": 2},
        )
    )
    probe = probe.but(**change)
    return _changed(rng, probe) if rng.random() < 0.3 else probe


def _other_source(rng, kind):
    if kind == "v2-ipv6":
        return rng.choice(("fd77::5", "fd77:1::5", "fd00::9"))
    return rng.choice(("10.77.0.3", "10.77.1.130", "10.0.0.1", "10.77.0.200", "10.77.1.20"))


def _is_odd(case, probe):
    """Return whether a fragment meets what is not filtering: RoCE itself is never fragmented.

    Tracking holds fragments back until all are there, and some kernels look for a UDP header in
    the payload of later fragments when an nftables rule asks for a port.
    """
    if probe.fragment == 0:
        return False
    texts = " ".join(text for _, text in case.loads)
    tracked = "ct state" in texts or "conntrack" in texts
    return tracked or (probe.fragment == 2 and any(word in texts for word in ("port", "length")))


def compare(network, case, probes, tally, alter=None):
    """Compare one loaded case over ``probes``; disagreements go to ``tally.wrong``."""
    probes = [probe for probe in probes if not _is_odd(case, probe)]
    platform = find_platform("linux")
    text = captured(network, case)
    device = platform.read("switch", [Document("capture", text)], {})
    way = platform.route(device, Passage("p1", "p2"))
    way = alter(way) if alter else way
    smac = network.macs[network.a, "eth0"]
    dmac = network.next_hop
    frames = [frame(probe, n, smac, dmac) for n, probe in enumerate(probes, start=1)]
    out = network.arrived(frames)
    tally.rulesets += 1
    for number, probe in enumerate(probes, start=1):
        verdict = judged(way, probe, smac, dmac)
        passed = number in out
        tally.verdicts += 1
        tally.permitted += passed
        tally.undecided += verdict is Verdict.UNDECIDED
        wrong = (verdict is Verdict.PERMIT and not passed) or (verdict is Verdict.DENY and passed)
        if wrong:
            tally.wrong.append((case, probe, verdict.value, "permit" if passed else "deny", text))
