"""What people write about packets, and what they are told when it makes no sense."""

import pytest

from roce_audit.errors import UsageError
from roce_audit.packets.fields import (
    DESTINATION,
    DMAC,
    DSCP,
    ETHERTYPE,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    UNTAGGED,
)
from roce_audit.packets.traffic import Traffic
from roce_audit.reading.question import packets_described, traffic_named, vlan_named


def test_kinds_of_traffic():
    assert traffic_named("") == (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)
    assert traffic_named("v2") == (Traffic.V2_IPV4, Traffic.V2_IPV6)
    assert traffic_named("V1") == (Traffic.V1,)
    with pytest.raises(UsageError, match="v2-ipv6"):
        traffic_named("rocev2")


@pytest.mark.parametrize(("word", "vlan"), [("", None), ("100", 100), ("Untagged", UNTAGGED)])
def test_vlans(word, vlan):
    assert vlan_named(word) == vlan


@pytest.mark.parametrize("word", ["0", "4095", "native", "1-2", "-1", "\u0661"])
def test_what_is_no_vlan(word):
    with pytest.raises(UsageError, match="1 to 4094"):
        vlan_named(word)


def test_addresses_bring_their_family():
    box = packets_described({"src": "10.0.0.0/8", "dst": "10.1.2.3"})
    assert box[ETHERTYPE] == ((0x0800, 0x0800),)
    assert box[SOURCE] == ((10 << 24, (11 << 24) - 1),)
    assert box[DESTINATION] == (((10 << 24) + 0x010203,) * 2,)
    assert packets_described({"src": "fd00::/8"})[ETHERTYPE] == ((0x86DD, 0x86DD),)


def test_numbers_and_macs():
    box = packets_described(
        {"sport": "1-5", "dscp": "26", "smac": "0200.0000.0001", "dmac": "02:00:00:00:00:02"}
    )
    assert box == {
        SMAC: ((0x020000000001,) * 2,),
        DMAC: ((0x020000000002,) * 2,),
        SOURCE_PORT: ((1, 5),),
        DSCP: ((26, 26),),
    }
    assert packets_described({"src": "", "sport": ""}) == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"src": "10.0.0.0/33"}, "--src"),
        ({"dst": "leaf1"}, "--dst 'leaf1'"),
        ({"src": "10.0.0.1", "dst": "fd00::1"}, "different IP versions"),
        ({"smac": "02:00"}, "--smac"),
        ({"dmac": "zz:00:00:00:00:01"}, "--dmac"),
        ({"sport": "5-1"}, "smaller one first"),
        ({"sport": "70000"}, "0 to 65535"),
        ({"dscp": "ef"}, "--dscp 'ef'"),
    ],
)
def test_what_makes_no_sense_is_said(words, told):
    with pytest.raises(UsageError, match=told):
        packets_described(words)
