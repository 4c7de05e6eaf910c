"""One policy, many syntaxes: ``python -m tests.truth.compilers [VERDICTS [SEED]]``.

For every packet the product's verdict on each compiled text must equal the verdict of aerleon's
own checker on the policy, and that of the kernel on the nftables text.
"""

import os
import random
import re
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from ipaddress import ip_address

from roce_audit.analysis.query import filters_named
from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.model.path import Passage, Stage
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
)
from roce_audit.packets.ranges import single
from roce_audit.reading.document import Document
from roce_audit.reading.find import find_platform, platform_names
from tests.truth.frames import Probe
from tests.truth.namespaces import Network, available
from tests.truth.oracle import came_late
from tests.truth.policies import TARGETS, random_packet, random_policy
from tests.truth.probes import frames_of
from tests.truth.rulesets import FLUSH
from tests.truth.ways import WAYS, Ends

HUNDRED_THOUSAND = 100_000
PACKETS = 40
REACHABLE = ("10.77.2.2", "fd77:2::2")
STATEFUL = re.compile(r"^.*ct state established,related accept$", re.MULTILINE)

AERLEONS_OWN = (
    (
        "arista_tp",
        "last {\n  action:: deny",
        "a last term that denies everything is left out of the text, which then permits the rest",
    ),
)
"""Differences that are the compiler's own: (generator, words of the policy, reason)."""


@dataclass
class Tally:
    """What a run has seen, by target header."""

    verdicts: dict = field(default_factory=dict)
    permitted: int = 0
    undecided: int = 0
    kernel: int = 0
    skipped: dict = field(default_factory=dict)
    wrong: list = field(default_factory=list)

    @property
    def total(self):
        """All verdicts."""
        return sum(self.verdicts.values())


def targets():
    """Return the syntaxes whose platform the product has."""
    have = set(platform_names())
    return [target for target in TARGETS if target.platform in have]


def way_of(target, text):
    """Return the stages that the product reads from a compiled text."""
    platform = find_platform(target.platform)
    device = platform.read("x", [Document("acl", text)], {})
    if target.platform == "linux":
        return platform.route(device, Passage("p1", "p2")).stages, device
    found = filters_named(device, "ROCE")
    assert found, f"no filter ROCE in\n{text}"
    family = {ETHERTYPE: single(0x0800 if target.version == 4 else 0x86DD)}
    return tuple(Stage(acl, (family,)) for acl in found), device


def box(packet, version):
    """Return a packet as a box."""
    src, dst, sport, dport = packet
    return {
        ETHERTYPE: single(0x0800 if version == 4 else 0x86DD),
        PROTOCOL: single(17),
        SOURCE: single(int(ip_address(src))),
        DESTINATION: single(int(ip_address(dst))),
        SOURCE_PORT: single(sport),
        DESTINATION_PORT: single(dport),
        FRAGMENT: single(0),
    }


def compare(policy, packets, tally, ends=None):
    """Compare every syntax of one policy over ``packets``."""
    truth = [policy.permits(*packet) for packet in packets]
    tally.permitted += sum(truth)
    for target in targets():
        if target.version != policy.version:
            continue
        reason = _aerleons_own(target, policy)
        if reason:
            tally.skipped[reason] = tally.skipped.get(reason, 0) + 1
            continue
        text = STATEFUL.sub("", policy.compiled(target))
        stages, _ = way_of(target, text)
        for packet, permits in zip(packets, truth, strict=True):
            region = clip(box(packet, policy.version), {})
            verdict = verdict_of(outcomes(stages, region))
            tally.verdicts[target.header] = tally.verdicts.get(target.header, 0) + 1
            tally.undecided += verdict is Verdict.UNDECIDED
            if verdict is not (Verdict.PERMIT if permits else Verdict.DENY):
                tally.wrong.append(
                    (target.header, packet, verdict.value, permits, text, policy.terms)
                )
        if target.platform == "linux" and ends is not None:
            problem = ends.network.nft.run(FLUSH + text)
            assert not problem, problem
            _against_kernel(policy, packets, truth, tally, ends)


def _aerleons_own(target, policy):
    for module, words, reason in AERLEONS_OWN:
        if target.module == module and words in policy.terms:
            return f"{module}: {reason}"
    return ""


def _against_kernel(policy, packets, truth, tally, ends):
    macs = ends.network.macs_of("forward")
    kind = f"v2-ipv{policy.version}"
    probes = [Probe(kind, src, dst, sport, dport) for src, dst, sport, dport in packets]
    _, frames = frames_of(probes, ends.next_salt(), *macs)
    out = ends.arrived(frames)
    missed = [n for n, permits in enumerate(truth) if permits and n not in out]
    out |= came_late(ends, probes, missed, macs)
    for number, packet in enumerate(packets):
        if packet[1] not in REACHABLE:
            continue
        tally.kernel += 1
        if (number in out) != truth[number]:
            tally.wrong.append(("kernel", packet, number in out, truth[number], "", policy.terms))


def run(verdicts, seed, *, most_wrong=5):
    """Compare until ``verdicts`` are reached or too many are wrong."""
    tally = Tally()
    rng = random.Random(seed)
    with ExitStack() as stack:
        ends = None
        if not available():
            network = stack.enter_context(Network("routed", f"rac{os.getpid()}"))
            ends = Ends(network, next(way for way in WAYS if way.name == "routed"))
            stack.callback(ends.close)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        while tally.total < verdicts and len(tally.wrong) < most_wrong:
            version = rng.choice((4, 4, 6))
            policy = random_policy(rng, folder, version)
            packets = [random_packet(rng, version) for _ in range(PACKETS)]
            compare(policy, packets, tally, ends)
    return tally


def report(tally):
    """Return what a run has seen, as lines."""
    lines = [f"{count:8} verdicts: {name}" for name, count in sorted(tally.verdicts.items())]
    lines += [f"{count:8} policies left out: {why}" for why, count in tally.skipped.items()]
    lines.append(
        f"{tally.total} verdicts and {tally.kernel} of the kernel, {tally.permitted} packets "
        f"permitted, {tally.undecided} undecided, {len(tally.wrong)} wrong"
    )
    for name, packet, ours, theirs, text, terms in tally.wrong:
        lines += ["", f"{name}: {packet} ours {ours}, checker permits {theirs}", terms, text]
    return lines


def main(words):
    """Run and print; return the exit code."""
    verdicts = int(words[0]) if words else HUNDRED_THOUSAND
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    tally = run(verdicts, seed)
    print("\n".join(report(tally)))
    return 1 if tally.wrong or tally.total < verdicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
