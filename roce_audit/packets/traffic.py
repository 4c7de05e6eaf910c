"""The packets that RoCE sends, and those it cannot start without.

Source: InfiniBand Architecture Specification, annexes A16 (RoCE) and A17 (RoCEv2); IANA service
names and port numbers, 4791 "roce"; RFC 826 (ARP); RFC 4861 (neighbour discovery).
"""

from enum import StrEnum

from roce_audit.packets.boxes import Box
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    ICMP_TYPE,
    LENGTH,
    PROTOCOL,
    SOURCE,
    TTL,
)
from roce_audit.packets.ranges import single

ETHERTYPE_ROCE = 0x8915
ETHERTYPE_IPV4 = 0x0800
ETHERTYPE_IPV6 = 0x86DD
ETHERTYPE_ARP = 0x0806
UDP = 17
ICMPV6 = 58
ROCE_PORT = 4791
IPV4_TOP = (1 << 32) - 1
IPV6_TOP = (1 << 128) - 1


class Traffic(StrEnum):
    """A kind of packets that the audit asks about."""

    V1 = "v1"
    V2_IPV4 = "v2-ipv4"
    V2_IPV6 = "v2-ipv6"
    ARP = "arp"
    ND = "nd"


ROCE = (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)
"""The RoCE packets themselves, without their companions."""

# Smallest RoCE v2 packet: IP header, UDP 8, BTH 12, ICRC 4 (an empty SEND).
_SMALLEST_IPV4 = 20 + 8 + 12 + 4
_SMALLEST_IPV6 = 40 + 8 + 12 + 4

REGIONS: dict[Traffic, Box] = {
    Traffic.V1: {ETHERTYPE: single(ETHERTYPE_ROCE)},
    Traffic.V2_IPV4: {
        ETHERTYPE: single(ETHERTYPE_IPV4),
        PROTOCOL: single(UDP),
        DESTINATION: ((0, IPV4_TOP),),
        SOURCE: ((0, IPV4_TOP),),
        DESTINATION_PORT: single(ROCE_PORT),
        TTL: ((1, 255),),
        LENGTH: ((_SMALLEST_IPV4, 65535),),
        FRAGMENT: single(0),
    },
    Traffic.V2_IPV6: {
        ETHERTYPE: single(ETHERTYPE_IPV6),
        PROTOCOL: single(UDP),
        DESTINATION: ((0, IPV6_TOP),),
        SOURCE: ((0, IPV6_TOP),),
        DESTINATION_PORT: single(ROCE_PORT),
        TTL: ((1, 255),),
        LENGTH: ((_SMALLEST_IPV6, 65535),),
        FRAGMENT: single(0),
    },
    Traffic.ARP: {ETHERTYPE: single(ETHERTYPE_ARP)},
    Traffic.ND: {
        ETHERTYPE: single(ETHERTYPE_IPV6),
        PROTOCOL: single(ICMPV6),
        ICMP_TYPE: ((135, 136),),
        TTL: single(255),
        FRAGMENT: single(0),
    },
}
"""Every packet of each kind: fixed values, and the bounds of what is free."""
