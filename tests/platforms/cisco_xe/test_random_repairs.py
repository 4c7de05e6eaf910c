"""Random lists that drop RoCE are repaired, and the proof holds whatever the list was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes, verdict_of
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.model.remedy import Pair, PermitPackets
from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import DESTINATION, SOURCE
from roce_audit.packets.prefixes import prefix
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.platforms.cisco_xe import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render
from tests.platforms.cisco_xe import lists_by_hand as by_hand

HEADERS = {4: "ip access-list extended A", 6: "ipv6 access-list A"}
BINDS = {4: "ip access-group A in", 6: "ipv6 traffic-filter A in"}
TRAFFIC = {4: Traffic.V2_IPV4, 6: Traffic.V2_IPV6}
KEYS = {4: ("ipv4", "A"), 6: ("ipv6", "A")}
SIDES = {
    4: ("10.0.0.0/24", "10.0.1.0/24", "10.0.0.1/32", "0.0.0.0/0"),
    6: ("2001:db8::/112", "2001:db8::1/128", "::/0"),
}


def trial_of(text):
    documents = (Document("running-config", text),)

    def reread(texts):
        return PLATFORM.read("sw1", texts, {})

    return Trial(reread(documents), documents, reread)


def first_dropping(acl, region):
    """Return the first line that drops packets of the region, and whether any are dropped."""
    found = [each for each in outcomes((Stage(acl),), region) if each.actions == {Action.DENY}]
    lines = [each.trail[0].line for each in found]
    order = {id(line): at for at, line in enumerate(acl.lines)}
    known = [line for line in lines if line is not None]
    return min(known, key=lambda line: order[id(line)], default=None), bool(found)


@pytest.mark.parametrize("version", [4, 6])
@settings(max_examples=60, deadline=None)
@given(drawn=st.data())
def test_the_repair_of_a_random_list_is_proven(version, drawn):
    listed = drawn.draw(st.lists(by_hand.entries(version), min_size=1, max_size=6))
    numbers = sorted(drawn.draw(st.lists(st.integers(1, 12), min_size=6, max_size=6, unique=True)))
    word = "sequence " if version == 6 else ""
    rows = [f" {word}{n} {e.text()}" for n, e in zip(numbers, listed, strict=False)]
    port = ["interface GigabitEthernet1/0/1", " switchport mode access", f" {BINDS[version]}"]
    trial = trial_of("\n".join([HEADERS[version], *rows, *port]) + "\n")
    acl = trial.device.filters[KEYS[version]]
    bits = 32 if version == 4 else 128
    sources, destinations = (
        prefix(drawn.draw(st.sampled_from(SIDES[version])), bits) for _ in range(2)
    )
    region = clip({SOURCE: sources, DESTINATION: destinations}, REGIONS[TRAFFIC[version]])
    before, drops = first_dropping(acl, region)
    if not drops:
        return
    pair = Pair(sources, destinations)
    remedy = PermitPackets("sw1", acl.key, TRAFFIC[version], (pair,), before, None)
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet is not None
    proof = prove(trial, snippet)
    assert proof.proven, (snippet.text, proof.reason)
    after = trial.after(snippet.text)
    bound = next(each for each in after.bindings if each.interface == "GigabitEthernet1/0/1")
    stage = Stage(after.filters[bound.filter])
    assert verdict_of(outcomes((stage,), region)).value == "permit"
