"""Boxes in the words of people who read configurations."""

import pytest

from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import (
    DESTINATION,
    DSCP,
    ETHERTYPE,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    UNTAGGED,
    VLAN,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefix
from roce_audit.packets.ranges import normalise, single
from roce_audit.packets.traffic import REGIONS, Traffic
from roce_audit.packets.witness import region_text
from roce_audit.packets.wording import mac_text, values_text

V4, V6 = REGIONS[Traffic.V2_IPV4], REGIONS[Traffic.V2_IPV6]


def words(box, region=V4):
    return region_text(clip(box, region))


def test_the_ends_and_the_source_port_of_ip_packets_are_always_told():
    assert words({}) == {"src": "0.0.0.0/0", "dst": "0.0.0.0/0", "sport": "0-65535"}
    assert words({}, V6) == {"src": "::/0", "dst": "::/0", "sport": "0-65535"}
    free = region_text({ETHERTYPE: single(0x0800)})
    assert list(free) == ["src", "dst", "sport", "ethertype"]


def test_roce_v1_has_nothing_to_tell_beyond_its_kind():
    v1 = REGIONS[Traffic.V1]
    assert region_text(v1) == {}
    assert words({SMAC: single(0x020000000001)}, v1) == {"smac": "02:00:00:00:00:01"}


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (prefix("10.0.0.0/8", IPV4_BITS), "10.0.0.0/8"),
        (prefix("10.0.0.7", IPV4_BITS), "10.0.0.7/32"),
        (((0x0A000001, 0x0A000009),), "10.0.0.1-10.0.0.9"),
        (
            normalise([*prefix("10.0.0.0/24", IPV4_BITS), *prefix("10.2.0.0/24", IPV4_BITS)]),
            "10.0.0.0/24,10.2.0.0/24",
        ),
    ],
)
def test_addresses_are_prefixes_where_ranges_are_prefixes(values, text):
    assert words({SOURCE: values})["src"] == text


def test_addresses_that_a_box_leaves_open_to_ipv6_are_told_as_ipv4():
    box = {ETHERTYPE: single(0x0800), SOURCE: ((0x0A000000, (1 << 128) - 1),)}
    assert region_text(box)["src"] == "10.0.0.0-255.255.255.255"


def test_ipv6_ranges_are_told_in_their_usual_form():
    low = prefix("2001:db8::", IPV6_BITS)[0][0]
    assert words({DESTINATION: ((low, low + 2),)}, V6)["dst"] == "2001:db8::-2001:db8::2"


def test_a_field_is_told_where_it_says_more_than_the_kind_of_traffic():
    told = words({TTL: single(255), DSCP: ((0, 25), (27, 63)), VLAN: single(100)})
    assert (told["ttl"], told["dscp"], told["vlan"]) == ("255", "0-25,27-63", "100")
    assert "ttl" not in words({TTL: ((0, 255),)})
    assert "dscp" not in words({DSCP: ((0, 63),)})


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (single(UNTAGGED), "untagged"),
        (((4000, UNTAGGED),), "4000-4095,untagged"),
        (((4095, UNTAGGED),), "4095,untagged"),
        (((1, 10), (UNTAGGED, UNTAGGED)), "1-10,untagged"),
    ],
)
def test_frames_without_a_tag_are_called_untagged(values, text):
    assert values_text(VLAN, values) == text


def test_long_lists_are_shortened_with_a_count():
    odd = tuple((port, port) for port in range(1, 91, 2))
    assert values_text(SOURCE_PORT, odd) == "1,3,5,7,9,11,13,15 and 37 more"


def test_ether_types_and_macs_are_told_in_hexadecimal():
    assert values_text(ETHERTYPE, ((0x0800, 0x0806), (0x8915, 0x8915))) == "0x0800-0x0806,0x8915"
    assert mac_text(0x02AB00000001) == "02:ab:00:00:00:01"
    assert values_text(SOURCE, single(5)) == "5"
