"""The kinds of traffic are what the standards say."""

from itertools import combinations

from roce_audit.packets.boxes import clip
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    LENGTH,
    PROTOCOL,
    SOURCE_PORT,
    TTL,
)
from roce_audit.packets.traffic import REGIONS, ROCE, Traffic


def test_no_packet_is_of_two_kinds():
    for one, other in combinations(REGIONS.values(), 2):
        assert clip(one, other) is None


def test_roce_v2_is_udp_to_port_4791_from_any_source_port():
    for traffic, ethertype in ((Traffic.V2_IPV4, 0x0800), (Traffic.V2_IPV6, 0x86DD)):
        region = REGIONS[traffic]
        assert region[ETHERTYPE] == ((ethertype, ethertype),)
        assert region[PROTOCOL] == ((17, 17),)
        assert region[DESTINATION_PORT] == ((4791, 4791),)
        assert region[FRAGMENT] == ((0, 0),)
        assert region[TTL] == ((1, 255),)
        assert SOURCE_PORT not in region


def test_the_smallest_roce_v2_packet_is_its_headers_and_the_icrc():
    # IPv4 20 or IPv6 40, UDP 8, BTH 12, ICRC 4.
    assert REGIONS[Traffic.V2_IPV4][LENGTH][0][0] == 44
    assert REGIONS[Traffic.V2_IPV6][LENGTH][0][0] == 64
    assert REGIONS[Traffic.V2_IPV4][DESTINATION] == ((0, 0xFFFFFFFF),)


def test_roce_v1_is_an_ethertype_and_nothing_of_ip():
    assert {field.name for field in REGIONS[Traffic.V1]} == {"ethertype"}
    assert REGIONS[Traffic.V1][ETHERTYPE] == ((0x8915, 0x8915),)


def test_companions_are_no_roce():
    assert set(Traffic) - set(ROCE) == {Traffic.ARP, Traffic.ND}
