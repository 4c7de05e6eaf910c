"""Rules that let packets through: which fields say it in a table of some type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import (
    ETHERTYPE_ARP,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ETHERTYPE_ROCE,
    ICMPV6,
    REGIONS,
    ROCE_PORT,
    UDP,
    Traffic,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.remedy import Pair
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.sonic.table_types import TableType

_VERSIONS = {
    Traffic.V2_IPV4: (ETHERTYPE_IPV4, "IPV4ANY", IPV4_BITS, "IP"),
    Traffic.V2_IPV6: (ETHERTYPE_IPV6, "IPV6ANY", IPV6_BITS, "IPV6"),
    Traffic.ND: (ETHERTYPE_IPV6, "IPV6ANY", IPV6_BITS, "IPV6"),
}
_SIGNALS = {Traffic.V1: (ETHERTYPE_ROCE, ""), Traffic.ARP: (ETHERTYPE_ARP, "ARP")}
_ND_TYPES = ("135", "136")
NAMES = {
    Traffic.V1: "ROCE_V1",
    Traffic.V2_IPV4: "ROCE_V2",
    Traffic.V2_IPV6: "ROCE_V2_IPV6",
    Traffic.ARP: "ROCE_ARP",
    Traffic.ND: "ROCE_ND",
}
"""Beginnings of the names of rules."""


@dataclass(slots=True)
class Saying:
    """Conditions that say which packets pass, as far as a table's type can.

    Attributes:
        rules: Fields of each rule, action and priority left out.
        wider: Packets that the rules take beyond what was wanted.
        told: Why, as sentences.
    """

    rules: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    wider: list[Box] = field(default_factory=list["Box"])
    told: dict[str, None] = field(default_factory=dict[str, None])


def saying(kind: TableType, traffic: Traffic, pairs: tuple[Pair, ...]) -> Saying | None:
    """Return the rules for packets of one kind, or None if the type cannot say them."""
    if traffic in _SIGNALS:
        return _by_type(kind, traffic, pairs)
    fields = _common(kind, traffic)
    if fields is None:
        return None
    made = Saying()
    if traffic is Traffic.ND:
        _neighbours(kind, fields, made, pairs)
        return made
    for pair in pairs:
        _pair(kind, traffic, fields, pair, made)
    return made


def _by_type(kind: TableType, traffic: Traffic, pairs: tuple[Pair, ...]) -> Saying | None:
    ethertype, ip_type = _SIGNALS[traffic]
    if "ETHER_TYPE" in kind.matches:
        made = Saying([{"ETHER_TYPE": str(ethertype)}])
    elif ip_type and "IP_TYPE" in kind.matches:
        made = Saying([{"IP_TYPE": ip_type}])
    else:
        return None
    _any_address(made, {ETHERTYPE: single(ethertype)}, pairs)
    return made


def _any_address(made: Saying, box: Box, pairs: tuple[Pair, ...]) -> None:
    """Say that rules take packets of any address, if some addresses were wanted."""
    if any(pair.sources or pair.destinations for pair in pairs):
        made.wider.append(box)
        made.told["These packets pass whatever their addresses are."] = None


def _common(kind: TableType, traffic: Traffic) -> dict[str, str] | None:
    """Return what all rules of an IP version have in common."""
    ethertype, ip_type, _, _ = _VERSIONS[traffic]
    is_v6 = ethertype == ETHERTYPE_IPV6
    if "ETHER_TYPE" in kind.matches:
        fields = {"ETHER_TYPE": str(ethertype)}
    elif "IP_TYPE" in kind.matches:
        fields = {"IP_TYPE": ip_type}
    else:
        return None
    protocol = str(ICMPV6 if traffic is Traffic.ND else UDP)
    if kind.to_next_header:
        if not is_v6:
            return None
        fields["IP_PROTOCOL"] = protocol
    elif "IP_PROTOCOL" in kind.matches:
        fields["IP_PROTOCOL"] = protocol
    elif is_v6 and "NEXT_HEADER" in kind.matches:
        fields["NEXT_HEADER"] = protocol
    else:
        return None
    if traffic is Traffic.ND:
        return fields
    return _with_port(kind, fields)


def _with_port(kind: TableType, fields: dict[str, str]) -> dict[str, str] | None:
    if "L4_DST_PORT" in kind.matches:
        return {**fields, "L4_DST_PORT": str(ROCE_PORT)}
    if "L4_DST_PORT_RANGE" in kind.matches:
        return {**fields, "L4_DST_PORT_RANGE": f"{ROCE_PORT}-{ROCE_PORT}"}
    return None


def _neighbours(
    kind: TableType, fields: dict[str, str], made: Saying, pairs: tuple[Pair, ...]
) -> None:
    box: Box = {ETHERTYPE: single(ETHERTYPE_IPV6), PROTOCOL: single(ICMPV6)}
    if "ICMPV6_TYPE" in kind.matches:
        made.rules += [{**fields, "ICMPV6_TYPE": number} for number in _ND_TYPES]
        _any_address(made, {**box, ICMP_TYPE: REGIONS[Traffic.ND][ICMP_TYPE]}, pairs)
        return
    made.rules.append(fields)
    made.wider.append(box)
    made.told["The table cannot tell ICMPv6 types apart: all ICMPv6 passes."] = None


def _pair(
    kind: TableType, traffic: Traffic, fields: dict[str, str], pair: Pair, made: Saying
) -> None:
    _, _, bits, word = _VERSIONS[traffic]
    sides = [
        list(_side(kind, f"{end}_{word}", values, bits))
        for end, values in (("SRC", pair.sources), ("DST", pair.destinations))
    ]
    for source in sides[0]:
        for destination in sides[1]:
            rule = {**fields, **source, **destination}
            if rule not in made.rules:
                made.rules.append(rule)
    lost = [
        dimension
        for dimension, end, values in (
            (SOURCE, "SRC", pair.sources),
            (DESTINATION, "DST", pair.destinations),
        )
        if values and f"{end}_{word}" not in kind.matches
    ]
    if lost:
        made.wider.append(_wide(traffic, pair, lost))
        made.told["The table cannot match these addresses: the rule is for any address."] = None


def _side(kind: TableType, name: str, values: Ranges, bits: int) -> Iterator[dict[str, str]]:
    if not values or name not in kind.matches:
        yield {}
        return
    for each in prefixes(values, bits):
        yield {} if each.endswith("/0") else {name: each}


def _wide(traffic: Traffic, pair: Pair, lost: Sequence[Dimension]) -> Box:
    ethertype = _VERSIONS[traffic][0]
    box: dict[Dimension, Ranges] = {
        ETHERTYPE: single(ethertype),
        PROTOCOL: single(UDP),
        DESTINATION_PORT: single(ROCE_PORT),
    }
    sides = ((SOURCE, pair.sources), (DESTINATION, pair.destinations))
    box.update({each: values for each, values in sides if values and each not in lost})
    return box
