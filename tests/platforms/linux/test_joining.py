"""Two negated conditions side by side are open where versions of nft differ; others are not."""

import pytest

from roce_audit.analysis.query import Question, ask
from roce_audit.model.path import Passage
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.document import Document
from roce_audit.reading.find import load
from roce_audit.reading.question import packets_described

RULES = {
    # The destination port is equal, the source port is not: dropped only if joined.
    "udp sport != 1 udp dport != 4791 drop": "undecided",
    # Neither is equal for most packets: dropped either way, but source port 1 is open.
    "udp sport != 1 udp sport != 2 drop": "partial",
    "ip ttl != 1 ip protocol != 17 drop": "undecided",
    # Addresses are not joined, nor is anything with a statement between.
    "ip saddr != 10.0.0.1 ip daddr != 10.0.0.0/8 drop": "partial",
    "udp sport != 1 counter udp dport != 4791 drop": "permit",
    "udp sport != { 1, 2 } udp dport != 4791 drop": "permit",
    "udp dport != 4791 udp sport != 1 drop": "permit",
}


@pytest.mark.parametrize("rule", list(RULES))
def test_what_a_rule_with_negations_does(rule):
    platform = load("linux")
    head = "type filter hook forward priority 0; policy accept;"
    text = f"table bridge t {{\n chain c {{\n  {head}\n  {rule}\n }}\n}}\n"
    device = platform.read("sw", [Document("nft", text)], {})
    question = Question(passage=Passage("p1", "p2"), traffic=(Traffic.V2_IPV4,))
    assert ask(device, question, platform.route)[0].verdict == RULES[rule]


@pytest.mark.parametrize(
    ("rule", "tagged"),
    [
        ("ip saddr 10.0.0.0/8 udp dport 4791 drop", "deny"),
        ("ether saddr != 02:00:00:00:00:99 ip saddr 10.0.0.0/8 udp dport 4791 drop", "permit"),
        ("ether saddr != 02:00:00:00:00:99 udp dport 4791 drop", "deny"),
        ("vlan id 100 ether saddr != 02:00:00:00:00:99 ip saddr 10.0.0.0/8 drop", "deny"),
    ],
)
def test_in_a_netdev_table_ip_behind_ether_misses_tagged_frames(rule, tagged):
    platform = load("linux")
    head = 'type filter hook ingress device "p1" priority 0; policy accept;'
    text = f"table netdev t {{\n chain c {{\n  {head}\n  {rule}\n }}\n}}\n"
    device = platform.read("sw", [Document("nft", text)], {})
    question = Question(passage=Passage("p1", "p2", 100), traffic=(Traffic.V2_IPV4,))

    narrow = packets_described({"src": "10.1.1.1", "dst": "10.2.2.2", "smac": "02:00:00:00:00:01"})
    asked = Question(passage=question.passage, traffic=question.traffic, narrow=narrow)
    assert ask(device, asked, platform.route)[0].verdict == tagged
