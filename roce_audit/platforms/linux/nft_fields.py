"""What each thing that nft can look at says about packets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
    FLOW_LABEL,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    LENGTH,
    PCP,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
    VLAN,
)
from roce_audit.packets.ranges import Ranges, intersect, normalise, single
from roce_audit.packets.traffic import IPV4_TOP
from roce_audit.platforms.linux import icmp_names, names
from roce_audit.platforms.linux.nft_kinds import (
    Names,
    Numbers,
    Selector,
    States,
    constant,
    field_of,
    shifted,
)
from roce_audit.platforms.linux.questions import End, Kind, asks_kind
from roce_audit.platforms.linux.unions import (
    IP_BOTH,
    TAGGED,
    V4,
    V6,
    YES,
    Union,
    ethernet_type,
    transport,
)
from roce_audit.platforms.linux.values import ipv4, ipv6, mac, numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box


def _family(values: Ranges) -> Union:
    known = ((names.NF_FAMILIES["ipv4"], V4), (names.NF_FAMILIES["ipv6"], V6))
    return tuple(box for value, box in known if intersect(values, single(value)))


def _receiver(values: Ranges) -> Union:
    kinds = (Kind.HOST, Kind.BROADCAST, Kind.MULTICAST, Kind.OTHER)
    return tuple(
        {asks_kind(kind): YES}
        for value, kind in enumerate(kinds)
        if intersect(values, single(value))
    )


def _type(values: Ranges) -> Union:
    return ({ETHERTYPE: values},) if values else ()


def _tag_type(values: Ranges) -> Union:
    return ({VLAN: TAGGED, ETHERTYPE: values},) if values else ()


def _tag(values: Ranges) -> Union:
    return ({VLAN: values},) if values else ()


_BYTE = numbers(255)
_WORD = numbers(0xFFFF)
_PORT = numbers(0xFFFF, names.SERVICES)
_PROTO = numbers(255, names.PROTOCOLS)
_ETHER = numbers(0xFFFF, names.ETHERTYPES)
_DSCP = numbers(63, names.DSCPS)
_ECN = numbers(3, names.ECNS)
_ICMP: Box = {**V4, PROTOCOL: single(1), FRAGMENT: ((0, 1),)}
_ICMP6: Box = {**V6, PROTOCOL: single(58), FRAGMENT: ((0, 1),)}
_PORTED = normalise((n, n) for n in (6, 17, 33, 132, 136))
_UDP4: Box = {**transport(single(17)), **V4}
_UDP6: Box = {**transport(single(17)), **V6}

_TRANSPORTS = {"tcp": 6, "udp": 17, "dccp": 33, "sctp": 132, "udplite": 136}

FIELDS: Mapping[str, Selector] = {
    "ether type": Numbers(_ETHER, ethernet_type, 0xFFFF),
    "ether saddr": field_of({}, SMAC, mac),
    "ether daddr": field_of({}, DMAC, mac),
    "vlan id": Numbers(numbers(4095), _tag, 4095),
    "vlan type": Numbers(_ETHER, _tag_type, 0xFFFF),
    "vlan pcp": field_of({VLAN: TAGGED}, PCP, numbers(7)),
    "meta protocol": Numbers(_ETHER, _type, 0xFFFF),
    "meta nfproto": Numbers(numbers(255, names.NF_FAMILIES), _family, 255),
    "meta l4proto": field_of(IP_BOTH, PROTOCOL, _PROTO),
    "meta pkttype": Numbers(numbers(255, names.RECEIVERS), _receiver, 3),
    "ip saddr": field_of(V4, SOURCE, ipv4, IPV4_TOP),
    "ip daddr": field_of(V4, DESTINATION, ipv4, IPV4_TOP),
    "ip protocol": field_of(V4, PROTOCOL, _PROTO),
    "ip dscp": field_of(V4, DSCP, _DSCP),
    "ip ecn": field_of(V4, ECN, _ECN),
    "ip ttl": field_of(V4, TTL, _BYTE),
    "ip length": field_of(V4, LENGTH, _WORD),
    "ip version": constant(V4, 4, 15),
    "ip hdrlength": constant(V4, 5, 15),
    "ip6 saddr": field_of(V6, SOURCE, ipv6),
    "ip6 daddr": field_of(V6, DESTINATION, ipv6),
    "ip6 nexthdr": field_of(V6, PROTOCOL, _PROTO),
    "ip6 dscp": field_of(V6, DSCP, _DSCP),
    "ip6 ecn": field_of(V6, ECN, _ECN),
    "ip6 hoplimit": field_of(V6, TTL, _BYTE),
    "ip6 flowlabel": field_of(V6, FLOW_LABEL, numbers(0xFFFFF)),
    "ip6 length": shifted(((V6, 40),), LENGTH),
    "ip6 version": constant(V6, 6, 15),
    "icmp type": field_of(_ICMP, ICMP_TYPE, numbers(255, icmp_names.ICMP_TYPES)),
    "icmp code": field_of(_ICMP, ICMP_CODE, _BYTE),
    "icmpv6 type": field_of(_ICMP6, ICMP_TYPE, numbers(255, icmp_names.ICMPV6_TYPES)),
    "icmpv6 code": field_of(_ICMP6, ICMP_CODE, _BYTE),
    "th sport": field_of(transport(_PORTED), SOURCE_PORT, _PORT),
    "th dport": field_of(transport(_PORTED), DESTINATION_PORT, _PORT),
    "udp length": shifted(((_UDP4, 20), (_UDP6, 40)), LENGTH),
    "ct state": States(),
    "meta iifname": Names(End.IN),
    "meta iif": Names(End.IN),
    "meta oifname": Names(End.OUT),
    "meta oif": Names(End.OUT),
    "meta ibrname": Names(End.IN_BRIDGE),
    "meta ibridgename": Names(End.IN_BRIDGE),
    "meta obrname": Names(End.OUT_BRIDGE),
    "meta obridgename": Names(End.OUT_BRIDGE),
    **{
        f"{name} sport": field_of(transport(single(number)), SOURCE_PORT, _PORT)
        for name, number in _TRANSPORTS.items()
    },
    **{
        f"{name} dport": field_of(transport(single(number)), DESTINATION_PORT, _PORT)
        for name, number in _TRANSPORTS.items()
    },
}
"""By protocol and field, as nft writes them."""
