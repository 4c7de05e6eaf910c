"""Permits for RoCE in the words of nft, iptables and ebtables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import ETHERTYPE, UNTAGGED, VLAN
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.ranges import Ranges, intersect, single, without
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6, ROCE_PORT, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.model.remedy import Pair, PermitPackets
    from roce_audit.packets.boxes import Box

_BITS = {Traffic.V2_IPV4: IPV4_BITS, Traffic.V2_IPV6: IPV6_BITS}
_WORD = {Traffic.V2_IPV4: "ip", Traffic.V2_IPV6: "ip6"}
_BELOW_IP = frozenset({"bridge", "netdev"})
_TYPES = {
    Traffic.V1: "0x8915",
    Traffic.ARP: "arp",
    Traffic.ND: "ip6",
    Traffic.V2_IPV4: "ip",
    Traffic.V2_IPV6: "ip6",
}
MOST_RULES = 64
"""Rules of one repair; iptables needs one for each pair of prefixes."""


def nft_rules(family: str, remedy: PermitPackets) -> list[str]:
    """Return rules of nft without their comment; none if the table cannot say it."""
    traffic = remedy.traffic
    if family in _BELOW_IP:
        heads = list(_nft_tags(remedy.vlans, _TYPES[traffic]))
    elif (
        traffic in {Traffic.V1, Traffic.ARP}
        or (family == "ip" and traffic is not Traffic.V2_IPV4)
        or (family == "ip6" and traffic is Traffic.V2_IPV4)
    ):
        return []
    else:
        heads = [""]
    tails = [_nft_pair(family, traffic, pair) for pair in remedy.pairs] or [""]
    return [_nft_rule(head, tail) for head in heads for tail in tails]


def _nft_rule(head: str, tail: str) -> str:
    # An address says itself of which IP version the packet is.
    says_itself = head.startswith("meta protocol") and tail.startswith("ip")
    return " ".join(f"{'' if says_itself else head} {tail} accept".split())


def _nft_tags(vlans: Ranges, kind: str) -> Iterator[str]:
    """Yield what says that frames are of a kind and in some VLANs."""
    tagged = without(vlans, single(UNTAGGED))
    if not vlans:
        yield f"meta protocol {kind}"
    if intersect(vlans, single(UNTAGGED)):
        yield f"ether type {kind}"
    if tagged:
        listed = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in tagged)
        yield f"vlan id {{ {listed} }} vlan type {kind}"


def _nft_pair(family: str, traffic: Traffic, pair: Pair) -> str:
    if traffic is Traffic.ND:
        kinds = "{ nd-neighbor-solicit, nd-neighbor-advert }"
        return f"ip6 hoplimit 255 icmpv6 type {kinds}"
    if traffic not in _WORD:
        return ""
    word, bits = _WORD[traffic], _BITS[traffic]
    parts = [
        f"{word} {side} {_nft_set(values, bits)}"
        for side, values in (("saddr", pair.sources), ("daddr", pair.destinations))
        if values
    ]
    bare = [f"meta nfproto ipv{4 if word == 'ip' else 6}"] if family == "inet" else []
    return " ".join([*(parts or bare), f"udp dport {ROCE_PORT}"])


def _nft_set(values: Ranges, bits: int) -> str:
    listed = list(prefixes(values, bits))
    return listed[0] if len(listed) == 1 else f"{{ {', '.join(listed)} }}"


def iptables_rules(family: str, remedy: PermitPackets, mark: str) -> list[str]:
    """Return rules of iptables; none if the IP version cannot say it, or it takes too many."""
    wanted = Traffic.V2_IPV4 if family == "ip" else Traffic.V2_IPV6
    tail = f"-m comment --comment {mark} -j ACCEPT"
    if family == "ip6" and remedy.traffic is Traffic.ND:
        return [
            f"-p ipv6-icmp -m icmp6 --icmpv6-type {kind} -m hl --hl-eq 255 {tail}"
            for kind in (135, 136)
        ]
    if remedy.traffic is not wanted:
        return []
    bits = _BITS[wanted]
    rules = [
        f"{ends}-p udp -m udp --dport {ROCE_PORT} {tail}"
        for pair in remedy.pairs
        for ends in _ends(pair, bits, "-s", "-d")
    ]
    return rules if len(rules) <= MOST_RULES else []


def _ends(pair: Pair, bits: int, source: str, destination: str) -> Iterator[str]:
    sources: Sequence[str] = list(prefixes(pair.sources, bits)) or [""]
    destinations: Sequence[str] = list(prefixes(pair.destinations, bits)) or [""]
    for one in sources:
        for other in destinations:
            parts = [f"{source} {one} " if one else "", f"{destination} {other} " if other else ""]
            yield "".join(parts)


def ebtables_rules(remedy: PermitPackets) -> tuple[list[str], tuple[Box, ...]]:
    """Return rules of ebtables, and the packets that they let through beyond the wish."""
    rules: list[str] = []
    widens: list[Box] = []
    untagged = not remedy.vlans or bool(intersect(remedy.vlans, single(UNTAGGED)))
    tagged = without(remedy.vlans, single(UNTAGGED))
    ip = remedy.traffic in _WORD
    if untagged:
        rules += list(_untagged(remedy))
    if not remedy.vlans and not ip:
        rules.append(f"-p 802_1Q --vlan-encap {_encapsulated(remedy.traffic)} -j ACCEPT")
    numbers = [vlan for low, high in tagged for vlan in range(low, high + 1)]
    if len(numbers) + len(rules) > MOST_RULES or remedy.traffic is Traffic.ND:
        return [], ()
    kind = _encapsulated(remedy.traffic)
    rules += [f"-p 802_1Q --vlan-id {n} --vlan-encap {kind} -j ACCEPT" for n in numbers]
    if numbers and ip:
        kinds = {Traffic.V2_IPV4: ETHERTYPE_IPV4, Traffic.V2_IPV6: ETHERTYPE_IPV6}
        widens.append({ETHERTYPE: single(kinds[remedy.traffic]), VLAN: tagged})
    return rules, tuple(widens)


def _encapsulated(traffic: Traffic) -> str:
    kinds = {Traffic.V1: "8915", Traffic.ARP: "0806", Traffic.V2_IPV4: "0800"}
    return kinds.get(traffic, "86DD")


def _untagged(remedy: PermitPackets) -> Iterator[str]:
    if remedy.traffic is Traffic.V1:
        yield "-p 0x8915 -j ACCEPT"
    elif remedy.traffic is Traffic.ARP:
        yield "-p ARP -j ACCEPT"
    elif remedy.traffic in _WORD:
        word = _WORD[remedy.traffic]
        kind = "IPv4" if word == "ip" else "IPv6"
        tail = f"--{word}-proto udp --{word}-dport {ROCE_PORT} -j ACCEPT"
        for pair in remedy.pairs:
            for ends in _ends(pair, _BITS[remedy.traffic], f"--{word}-src", f"--{word}-dst"):
                yield f"-p {kind} {ends}{tail}"
