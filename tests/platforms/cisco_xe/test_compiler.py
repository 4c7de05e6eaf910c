"""Random policies compiled to IOS by aerleon: the verdict is that of its own checker."""

import random

import pytest

from roce_audit.analysis.query import filters_named
from roce_audit.analysis.verdicts import Verdict, outcomes, verdict_of
from roce_audit.model.path import Stage
from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document
from tests.truth.compilers import box
from tests.truth.policies import Target, random_packet, random_policy

# Header of the target, version of the policy, name of the filter that is asked about.
FORMS = [
    ("cisco ROCE extended", 4, "ROCE"),
    ("cisco 101 extended", 4, "101"),
    ("cisco ROCE mixed", 4, "ROCE"),
    ("cisco ROCE inet6", 6, "ROCE"),
    ("cisco ROCE mixed", 6, "ipv6-ROCE"),
]
POLICIES = 12
PACKETS = 15


def verdict_on(text, name, packet, version):
    device = PLATFORM.read("x", [Document("acl", text)], {})
    (acl,) = filters_named(device, name)
    return verdict_of(outcomes((Stage(acl),), box(packet, version)))


@pytest.mark.parametrize(("header", "version", "name"), FORMS)
def test_a_compiled_policy_gets_the_verdict_of_the_compilers_checker(
    header, version, name, tmp_path
):
    rng = random.Random(f"{header} {version}")
    target = Target("cisco_xe", "cisco", "Cisco", header, version)
    seen = set()
    for _ in range(POLICIES):
        policy = random_policy(rng, str(tmp_path), version)
        text = policy.compiled(target)
        for _ in range(PACKETS):
            packet = random_packet(rng, version)
            permits = policy.permits(*packet)
            seen.add(permits)
            verdict = verdict_on(text, name, packet, version)
            assert verdict is (Verdict.PERMIT if permits else Verdict.DENY), (packet, text)
    assert seen == {True, False}


def test_groups_of_another_platform_are_never_judged_wrongly(tmp_path):
    # The compiler writes the object groups of IOS-XR under this target: IOS has no such words.
    rng = random.Random(9)
    target = Target("cisco_xe", "cisco", "Cisco", "cisco ROCE object-group", 4)
    verdicts = set()
    for _ in range(POLICIES):
        policy = random_policy(rng, str(tmp_path), 4)
        text = policy.compiled(target)
        for _ in range(PACKETS):
            packet = random_packet(rng, 4)
            right = Verdict.PERMIT if policy.permits(*packet) else Verdict.DENY
            verdict = verdict_on(text, "ROCE", packet, 4)
            verdicts.add(verdict)
            assert verdict in (right, Verdict.UNDECIDED), (packet, text)
    assert Verdict.UNDECIDED in verdicts
