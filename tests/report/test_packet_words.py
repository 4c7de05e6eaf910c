"""Example packets as a person writes them down."""

import pytest

from roce_audit.report.packet_words import packet_words

V2 = {"ethertype": 2048, "protocol": 17, "dst": "10.0.0.2", "src": "10.0.0.1", "dport": 4791}


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        (
            {**V2, "sport": 49152, "ttl": 64, "length": 1064, "fragment": 0, "vlan": 100},
            "IPv4 UDP 10.0.0.1:49152 -> 10.0.0.2:4791, VLAN 100, TTL 64, 1064 bytes",
        ),
        (
            {"ethertype": 0x86DD, "protocol": 17, "dst": "fd00::2", "src": "fd00::1"}
            | {"dport": 4791, "sport": 7, "vlan": None, "dscp": 26},
            "IPv6 UDP [fd00::1]:7 -> [fd00::2]:4791, untagged, DSCP 26",
        ),
        (
            {"ethertype": 35093, "smac": "02:00:00:00:00:01", "dmac": "02:00:00:00:00:02"},
            "RoCE v1 02:00:00:00:00:01 -> 02:00:00:00:00:02",
        ),
        (
            {**V2, "sport": 1, "smac": "02:00:00:00:00:01"},
            "IPv4 UDP 10.0.0.1:1 -> 10.0.0.2:4791, MAC 02:00:00:00:00:01 -> any",
        ),
        ({"ethertype": 2054, "vlan": 7}, "ARP, VLAN 7"),
        ({"ethertype": 0x88CC}, "EtherType 0x88cc"),
        (
            {"ethertype": 2048, "protocol": 50, "dst": "10.0.0.2"},
            "IPv4 protocol 50 any -> 10.0.0.2",
        ),
        ({"dport": 4791}, "packet any -> any:4791"),
        ({**V2, "fragment": 1}, "IPv4 UDP 10.0.0.1 -> 10.0.0.2:4791, fragment 1"),
    ],
)
def test_a_packet_reads_as_one_writes_it(packet, words):
    assert packet_words(packet) == words
