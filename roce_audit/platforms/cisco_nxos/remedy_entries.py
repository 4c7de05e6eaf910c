"""The entries that let RoCE and its companions through, for the addresses of a remedy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE,
    Dimension,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import (
    ETHERTYPE_ARP,
    ETHERTYPE_IPV4,
    ETHERTYPE_IPV6,
    ETHERTYPE_ROCE,
    ICMPV6,
    ROCE_PORT,
    UDP,
    Traffic,
)
from roce_audit.platforms.cisco_nxos.groups import STEP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from roce_audit.model.acl import Filter
    from roce_audit.model.remedy import Pair, PermitPackets
    from roce_audit.packets.boxes import Box

_FRAGMENTS = (
    "Later fragments between the same addresses pass as well, because they carry no port; RoCE "
    "packets are never fragments."
)
_ANY_VLAN = "The list lets {what} of every VLAN of the port pass."
_ANY_LENGTH = {
    IPV4_BITS: "0.0.0.0/0",
    IPV6_BITS: "::/0",
}
_NAME_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Wanted:
    """Entries without their numbers.

    Attributes:
        texts: In order, each once.
        widens: Every packet that they let through.
        impact: What to know about them, as sentences.
        pairs: Source and destination prefixes of each pair of addresses.
        groups: Object groups that they need: names and members.
    """

    texts: tuple[str, ...]
    widens: tuple[Box, ...]
    impact: tuple[str, ...]
    pairs: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    groups: list[Mapping[str, object]] = field(default_factory=list["Mapping[str, object]"])


def wanted(family: Family, remedy: PermitPackets) -> Wanted | None:
    """Return the entries for a list of ``family``; None if it cannot name such packets."""
    found = _wanted(family, remedy)
    if found is None or not remedy.vlans or family is Family.MAC:
        return found
    return replace(found, impact=(*found.impact, _ANY_VLAN.format(what="the packets")))


def _wanted(family: Family, remedy: PermitPackets) -> Wanted | None:
    match (family, remedy.traffic):
        case (Family.IPV4, Traffic.V2_IPV4):
            return _roce_v2(remedy.pairs, IPV4_BITS, ETHERTYPE_IPV4)
        case (Family.IPV6, Traffic.V2_IPV6):
            return _roce_v2(remedy.pairs, IPV6_BITS, ETHERTYPE_IPV6)
        case (Family.IPV6, Traffic.ND):
            return _discovery()
        case (Family.MAC, Traffic.V1):
            return _frames(ETHERTYPE_ROCE, "RoCE v1")
        case (Family.MAC, Traffic.ARP):
            return _frames(ETHERTYPE_ARP, "ARP")
        case _:
            return None


def _frames(ethertype: int, what: str) -> Wanted:
    box: Box = {ETHERTYPE: single(ethertype)}
    text = f"permit any any {ethertype:#06x}"
    return Wanted((text,), (box,), (_ANY_VLAN.format(what=what),))


def _discovery() -> Wanted:
    texts = ("permit icmp any any nd-ns", "permit icmp any any nd-na")
    box: dict[Dimension, Ranges] = {
        ETHERTYPE: single(ETHERTYPE_IPV6),
        PROTOCOL: single(ICMPV6),
    }
    widens = ({**box, ICMP_TYPE: ((135, 136),)}, {**box, FRAGMENT: single(2)})
    return Wanted(texts, widens, ("Neighbour discovery passes between all addresses.", _FRAGMENTS))


def _roce_v2(pairs: tuple[Pair, ...], bits: int, ethertype: int) -> Wanted:
    named = tuple(
        (_prefixes(pair.sources, bits), _prefixes(pair.destinations, bits)) for pair in pairs
    )
    texts = dict.fromkeys(
        f"permit udp {source} {destination} eq {ROCE_PORT}"
        for sources, destinations in named
        for source in sources
        for destination in destinations
    )
    boxes = tuple(box for pair in pairs for box in _passing(pair, ethertype))
    return Wanted(tuple(texts), boxes, (_FRAGMENTS,), named)


def _prefixes(values: Ranges, bits: int) -> tuple[str, ...]:
    named = tuple(prefixes(values, bits))
    return ("any",) if named in ((), (_ANY_LENGTH[bits],)) else named


def _passing(pair: Pair, ethertype: int) -> Iterator[Box]:
    box: dict[Dimension, Ranges] = {ETHERTYPE: single(ethertype), PROTOCOL: single(UDP)}
    if pair.sources:
        box[SOURCE] = pair.sources
    if pair.destinations:
        box[DESTINATION] = pair.destinations
    yield {**box, DESTINATION_PORT: single(ROCE_PORT)}
    yield {**box, FRAGMENT: single(2)}


def grouped(acl: Filter, want: Wanted, taken: Collection[str]) -> Wanted | None:
    """Return the same entries with one line for each pair of address sets; None if impossible.

    Args:
        acl: The list; an IPv4 list, for IPv6 groups are not documented well enough.
        want: The entries, line by line.
        taken: Names of existing groups.
    """
    if acl.family is not Family.IPV4 or len(want.texts) <= len(want.pairs):
        return None
    groups: list[Mapping[str, object]] = []
    texts: list[str] = []
    for at, pair in enumerate(want.pairs, start=1):
        sides = [
            _side(f"ROCE-{side}{at}-{acl.name}"[:_NAME_LENGTH], prefixes_of, groups)
            for side, prefixes_of in zip(("S", "D"), pair, strict=True)
        ]
        texts.append(f"permit udp {sides[0]} {sides[1]} eq {ROCE_PORT}")
    names = [str(group["name"]) for group in groups]
    if len(set(names)) < len(names) or set(names).intersection(taken):
        return None
    return replace(want, texts=tuple(texts), groups=groups)


def _side(name: str, named: tuple[str, ...], groups: list[Mapping[str, object]]) -> str:
    """Return the words for one side of an entry; its group is added to ``groups``."""
    if len(named) == 1:
        return named[0]
    members = [{"number": STEP * at, "text": each} for at, each in enumerate(named, start=1)]
    groups.append({"name": name, "members": members})
    return f"addrgroup {name}"
