"""Selectors of nft whose meaning depends on the packet or the kind of table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    LENGTH,
    PROTOCOL,
    SOURCE,
    TTL,
    UNTAGGED,
    VLAN,
    Doubt,
    Field,
)
from roce_audit.packets.ranges import Ranges, complement, intersect, single, without
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Numbers, Opaque, Selector, shifted
from roce_audit.platforms.linux.unions import (
    ALWAYS,
    IP_BOTH,
    TAGGED,
    V4,
    V6,
    WITH_PORTS,
    YES,
    Union,
    transport,
)
from roce_audit.platforms.linux.values import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box

NOT_UDP = complement(single(17), 255)
NOT_IP = complement((*V4[ETHERTYPE], *V6[ETHERTYPE]), 0xFFFF)
_EXTENSION: Box = {**V6, PROTOCOL: NOT_UDP}

FRAMES: Mapping[str, Union] = {
    "ether": ALWAYS,
    "meta": ALWAYS,
    "vlan": ({VLAN: TAGGED},),
    "arp": ({ETHERTYPE: single(0x0806)},),
    "ip": (V4,),
    "ip6": (V6,),
    "th": ({**IP_BOTH, FRAGMENT: WITH_PORTS},),
    "icmp": ({**V4, PROTOCOL: single(1)},),
    "igmp": ({**V4, PROTOCOL: single(2)},),
    "icmpv6": ({**V6, PROTOCOL: single(58)},),
    "esp": ({**IP_BOTH, PROTOCOL: single(50)},),
    "ah": ({**IP_BOTH, PROTOCOL: single(51)},),
    "comp": ({**IP_BOTH, PROTOCOL: single(108)},),
    "gre": ({**IP_BOTH, PROTOCOL: single(47)},),
    "gretap": ({**IP_BOTH, PROTOCOL: single(47)},),
    "vxlan": ({**transport(single(17)), DESTINATION_PORT: single(4789)},),
    "geneve": ({**transport(single(17)), DESTINATION_PORT: single(6081)},),
    **dict.fromkeys(("hbh", "dst", "rt", "srh", "mh", "frag", "auth"), (_EXTENSION,)),
    "tcp": (transport(single(6)),),
    "udp": (transport(single(17)),),
    "dccp": (transport(single(33)),),
    "sctp": (transport(single(132)),),
    "udplite": (transport(single(136)),),
}
"""Packets that have a header at all."""

_RAW4: Mapping[tuple[int, int], Field] = {
    (8, 6): DSCP,
    (14, 2): ECN,
    (16, 16): LENGTH,
    (64, 8): TTL,
    (72, 8): PROTOCOL,
    (96, 32): SOURCE,
    (128, 32): DESTINATION,
}
_RAW6: Mapping[tuple[int, int], Field] = {
    (4, 6): DSCP,
    (10, 2): ECN,
    (48, 8): PROTOCOL,
    (56, 8): TTL,
    (64, 128): SOURCE,
    (192, 128): DESTINATION,
}
_RAW_LL = {(0, 48): "ether daddr", (48, 48): "ether saddr", (96, 16): "ether type"}
_RAW_TH = {(0, 16): "th sport", (16, 16): "th dport"}
_WIDEST = 128


def raw(word: str, doubt: Doubt) -> Selector:
    """Return what ``@base,offset,length`` looks at.

    Args:
        word: As written; offset and length in bits.
        doubt: Open where the bytes are no field of the model.

    Raises:
        ParseError: Wider than any field, or not of that form.
    """
    base, *parts = word[1:].split(",")
    if len(parts) != len(("offset", "length")) or not all(part.isdecimal() for part in parts):
        raise ParseError(f"unknown bytes {word!r}")
    place = (int(parts[0]), int(parts[1]))
    if place[1] > _WIDEST:
        raise ParseError(f"looks at {place[1]} bits at once")
    top = (1 << place[1]) - 1
    same = _RAW_LL.get(place) if base == "ll" else _RAW_TH.get(place) if base == "th" else None
    if same is not None:
        known = FIELDS[same]
        return replace(known, read=numbers(top)) if isinstance(known, Numbers) else known
    if base == "ll" and place == (128, 16):
        return Numbers(numbers(top), lambda values: _inner_type(values, doubt), top)
    if base == "nh":
        return Numbers(numbers(top), lambda values: _network(place, values, doubt), top)
    return Opaque(ALWAYS, "bytes of the packet that are no field of the audit")


def _in(frame: Box, field: Field, values: Ranges) -> Union:
    return ({**frame, field: values},) if values else ()


def _inner_type(values: Ranges, doubt: Doubt) -> Union:
    tagged: Box = {VLAN: TAGGED}
    return (*_in(tagged, ETHERTYPE, values), {VLAN: single(UNTAGGED), doubt: YES})


def _network(place: tuple[int, int], values: Ranges, doubt: Doubt) -> Union:
    found: list[Box] = [{ETHERTYPE: NOT_IP, doubt: YES}]
    for frame, known in ((V4, _RAW4), (V6, _RAW6)):
        field = known.get(place)
        if field is None:
            found.append({**frame, doubt: YES})
        else:
            found += _in(frame, field, values)
    return tuple(found)


def frag_off(doubt: Doubt) -> Numbers:
    """Return the fragment word of IPv4: three flags and the offset."""
    possible: tuple[Ranges, ...] = (
        ((0, 0), (0x4000, 0x4000)),
        ((0x2000, 0x2000), (0x6000, 0x6000)),
        ((1, 0x1FFF), (0x2001, 0x3FFF), (0x4001, 0x5FFF), (0x6001, 0x7FFF)),
    )

    def where(values: Ranges) -> Union:
        found: list[Box] = []
        for fragment, words in enumerate(possible):
            frame: Box = {**V4, FRAGMENT: single(fragment)}
            if not without(words, values):
                found.append(frame)
            elif intersect(words, values):
                found.append({**frame, doubt: YES})
        return tuple(found)

    return Numbers(numbers(0xFFFF), where, 0xFFFF)


def extension(family: str, doubt: Doubt) -> Numbers:
    """Return whether an IPv6 extension header is there: 1 if it exists, 0 if it is missing.

    RoCE v2 has none. In bridge and netdev tables the question misses tagged frames.
    """
    plain: Box = {**V6, PROTOCOL: single(17)}
    missing: Union = (plain,)
    if family in {"bridge", "netdev"}:
        missing = ({**plain, VLAN: single(UNTAGGED)}, {**plain, VLAN: TAGGED, doubt: YES})
    other: Box = {**_EXTENSION, doubt: YES}

    def where(values: Ranges) -> Union:
        return (other, *missing) if intersect(values, single(0)) else (other,)

    return Numbers(numbers(1, {"exists": 1, "missing": 0}), where, 1)


def packet_length(family: str) -> Selector:
    """Return ``meta length``, which counts padding and headers in bridge and netdev tables."""
    if family in {"ip", "ip6", "inet"}:
        return shifted(((V4, 0), (V6, 0)), LENGTH)
    return Opaque(ALWAYS, "the length of the frame with its padding")
