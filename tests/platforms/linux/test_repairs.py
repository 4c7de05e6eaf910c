"""Repairs of Linux filters: what they say, that they are proven, and that a kernel agrees."""

from __future__ import annotations

import re

import pytest

from roce_audit.analysis.query import Question, ask
from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, SetMtu
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import UNTAGGED
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.linux import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.prove import Trial, prove
from roce_audit.remediation.snippet import render

from .namespaces import namespace, need_a_kernel

ANY = (Pair((), ()),)
FOUR = (Pair(prefix("10.0.0.0/24", IPV4_BITS), prefix("10.0.1.0/24", IPV4_BITS)),)
SIX = (Pair(prefix("fd00::/64", IPV6_BITS), prefix("fd01::/64", IPV6_BITS)),)
PAIRS = {Traffic.V1: ANY, Traffic.V2_IPV4: FOUR, Traffic.V2_IPV6: SIX}

NFT_BRIDGE = """\
table bridge filter {
	chain forward {
		type filter hook forward priority filter; policy drop;
		ether type arp accept
		ether type 0x8915 drop
		vlan type 0x8915 drop
		udp dport 4791 drop
	}
}
"""
NFT_INET = """\
table inet fabric {
	chain forward {
		type filter hook forward priority filter; policy drop;
		ct state established,related accept
		tcp dport 22 accept
	}
}
"""
IPTABLES = """\
*filter
:INPUT ACCEPT [0:0]
:FORWARD DROP [0:0]
:OUTPUT ACCEPT [0:0]
:ROCE - [0:0]
-A FORWARD -p tcp -j ACCEPT
-A FORWARD -p udp -j ROCE
-A ROCE -j DROP
COMMIT
"""
EBTABLES = """\
*filter
:INPUT ACCEPT
:FORWARD DROP
:OUTPUT ACCEPT
-A FORWARD -p ARP -j ACCEPT
-A FORWARD -p ROCE -j DROP
-A FORWARD -p IPv4 -j DROP
"""
WHERE = "# run in a shell on the machine, as root\n"
CASES = {
    "nft, RoCE v1 on a bridge": (NFT_BRIDGE, "bridge filter forward", Traffic.V1, ()),
    "nft, RoCE v1 untagged": (
        NFT_BRIDGE,
        "bridge filter forward",
        Traffic.V1,
        single(UNTAGGED),
    ),
    "nft, RoCE v1 in VLANs": (
        NFT_BRIDGE,
        "bridge filter forward",
        Traffic.V1,
        ((100, 101), (200, 200)),
    ),
    "nft, RoCE v2 on a bridge": (NFT_BRIDGE, "bridge filter forward", Traffic.V2_IPV4, ()),
    "nft, at the end of a chain": (NFT_INET, "inet fabric forward", Traffic.V2_IPV4, ()),
    "nft, IPv6 at the end of a chain": (NFT_INET, "inet fabric forward", Traffic.V2_IPV6, ()),
    "iptables, before a call": (IPTABLES, "ip filter FORWARD", Traffic.V2_IPV4, ()),
    "ebtables, RoCE v1": (EBTABLES, "bridge filter FORWARD", Traffic.V1, ()),
    "ebtables, RoCE v1 in a VLAN": (
        EBTABLES,
        "bridge filter FORWARD",
        Traffic.V1,
        ((7, 7), (UNTAGGED, UNTAGGED)),
    ),
    "ebtables, RoCE v2 untagged": (
        EBTABLES,
        "bridge filter FORWARD",
        Traffic.V2_IPV4,
        single(UNTAGGED),
    ),
}


def trial_of(text):
    documents = (Document("dump", text),)

    def reread(more):
        return PLATFORM.read("m", more, {})

    return Trial(reread(documents), documents, reread)


def remedy_of(device, name, traffic, vlans=(), pairs=None):
    """Return a remedy before the first line of the filter that drops some of the packets."""
    acl = device.filters["mixed", name]
    answers = ask(device, Question(filter=name, traffic=(traffic,)), PLATFORM.route)
    tops = [
        taken.line.label
        for outcome in answers[0].outcomes
        for taken in outcome.trail[:1]
        if taken.line is not None and any("deny" in action for action in outcome.actions)
    ]
    before = next((line for line in acl.lines if line.label in tops), None)
    return PermitPackets(
        "m", ("mixed", name), traffic, pairs or PAIRS[traffic], before, None, vlans
    )


@pytest.mark.parametrize("case", CASES)
def test_the_snippet_is_proven(case):
    text, name, traffic, vlans = CASES[case]
    trial = trial_of(text)
    snippet = render(PLATFORM, trial.device, remedy_of(trial.device, name, traffic, vlans))
    proof = prove(trial, snippet)
    assert proof.proven, proof.reason
    assert trial.after(snippet.text).filters != trial.device.filters


def test_a_snippet_of_nft_stands_before_the_rule_that_drops():
    trial = trial_of(NFT_BRIDGE)
    remedy = remedy_of(trial.device, "bridge filter forward", Traffic.V2_IPV4)
    snippet = render(PLATFORM, trial.device, remedy)
    assert "'insert rule bridge filter forward index 3 ip saddr 10.0.0.0/24" in snippet.text
    assert "udp dport 4791 accept comment" in snippet.text
    begin = f"{WHERE}nft list chain bridge filter forward | grep -q roce-audit-"
    assert snippet.text.startswith(begin)
    assert "xargs -r -n 1 nft delete rule bridge filter forward handle" in snippet.rollback


def test_a_snippet_of_iptables_asks_before_it_inserts():
    trial = trial_of(IPTABLES)
    remedy = remedy_of(trial.device, "ip filter FORWARD", Traffic.V2_IPV4)
    snippet = render(PLATFORM, trial.device, remedy)
    assert re.match(
        rf"{WHERE}iptables -t filter -C FORWARD -s 10\.0\.0\.0/24 -d 10\.0\.1\.0/24 -p udp .* "
        r"2>/dev/null \|\| iptables -t filter -I FORWARD 2 -s 10\.0\.0\.0/24 ",
        snippet.text,
    )


def test_hosts_become_the_fewest_prefixes_and_nothing_wider():
    hosts = prefix("10.0.0.4/30", IPV4_BITS)
    trial = trial_of(NFT_INET)
    pairs = (Pair(hosts, prefix("10.0.9.9", IPV4_BITS)),)
    remedy = remedy_of(trial.device, "inet fabric forward", Traffic.V2_IPV4, pairs=pairs)
    text = render(PLATFORM, trial.device, remedy).text
    assert "ip saddr 10.0.0.4/30 ip daddr 10.0.9.9/32 udp dport 4791 accept" in text


def test_tagged_ip_in_ebtables_is_let_through_more_widely_and_says_so():
    trial = trial_of(EBTABLES)
    remedy = remedy_of(trial.device, "bridge filter FORWARD", Traffic.V2_IPV4, ((7, 7),))
    snippet = render(PLATFORM, trial.device, remedy)
    assert snippet.widens
    assert any("no UDP port" in sentence for sentence in snippet.impact)
    assert "--vlan-id 7 --vlan-encap 0800" in snippet.text


def test_what_a_table_cannot_say_has_no_repair():
    device = trial_of(NFT_INET + IPTABLES).device
    v1 = remedy_of(device, "inet fabric forward", Traffic.V1)
    assert render(PLATFORM, device, v1) is None
    six = remedy_of(device, "ip filter FORWARD", Traffic.V2_IPV6)
    assert render(PLATFORM, device, six) is None
    gone = PermitPackets("m", ("mixed", "ip filter GONE"), Traffic.V1, ANY, None, None)
    assert render(PLATFORM, device, gone) is None
    assert "define_filter" not in PLATFORM.remedies
    assert DefineFilter.kind == "define_filter"


def test_the_mtu_of_an_interface_goes_up_and_back():
    text = '[{"ifindex":2,"ifname":"p1","flags":["UP"],"mtu":1500,"operstate":"UP"}]\n' + NFT_INET
    trial = trial_of(text)
    here = SourceRef("dump", 1, "")
    snippet = render(PLATFORM, trial.device, SetMtu("m", "p1", 9000, 1500, here))
    assert snippet.text == f"{WHERE}ip link set dev p1 mtu 9000\n"
    assert trial.after(snippet.text).interfaces["p1"].mtu_bytes == 9000
    assert trial.after(snippet.text, snippet.rollback).interfaces["p1"].mtu_bytes == 1500
    assert prove(trial, snippet).proven
    assert render(PLATFORM, trial.device, SetMtu("m", "p1", 9000, None, here)) is None
    assert render(PLATFORM, trial.device, SetMtu("m", "p9", 9000, 1500, here)) is None


LOADERS = {
    NFT_BRIDGE: ("nft -f -", "nft -a list ruleset"),
    NFT_INET: ("nft -f -", "nft -a list ruleset"),
    IPTABLES: ("iptables-nft-restore", "iptables-nft-save"),
    EBTABLES: ("ebtables-nft-restore", "ebtables-nft-save"),
}


def plain(dump):
    """Return a dump without what differs from run to run."""
    return re.sub(r"# .*|\[\d+:\d+\]", "", dump)


@pytest.mark.parametrize("case", CASES)
def test_a_kernel_takes_the_snippet_and_gives_it_back(case):
    need_a_kernel("nft", "iptables-nft", "ebtables-nft")
    text, name, traffic, vlans = CASES[case]
    load, dump = LOADERS[text]
    with namespace() as run:
        assert not run(load, text).startswith("FAILED")
        before = run(dump)
        trial = trial_of(before)
        snippet = render(PLATFORM, trial.device, remedy_of(trial.device, name, traffic, vlans))
        run(snippet.text)
        once = run(dump)
        run(snippet.text)
        twice = run(dump)
        run(snippet.rollback)
        assert plain(once) == plain(twice)
        assert plain(once) != plain(before)
        assert plain(run(dump)) == plain(before)
        applied, captured = trial.after(snippet.text), trial_of(once).device
        regions = [Question(filter=name, traffic=(traffic,))]
        for question in regions:
            one = ask(applied, question, PLATFORM.route)[0]
            other = ask(captured, question, PLATFORM.route)[0]
            assert one.verdict is other.verdict
