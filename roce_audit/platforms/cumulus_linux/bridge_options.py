"""Options of rules in the section ebtables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    ETHERTYPE,
    PCP,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    VLAN,
)
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cumulus_linux.rule_words import COMMON, port, unclear, value
from roce_audit.platforms.cumulus_linux.values import (
    ETHERTYPES,
    ipv4,
    ipv6,
    macs,
    number,
    protocol,
    vlan,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Dimension
    from roce_audit.platforms.cumulus_linux.rule_words import Option, RuleWords
    from roce_audit.reading.statement import Words

_TAGGED = 0x8100
_TYPE_TOP = 0xFFFF
_LOOK_AHEAD = 16


def _ethertype(rule: RuleWords, words: Words) -> None:
    name = words.take("a protocol").lower()
    rule.match.used = True
    kind = ETHERTYPES.get(name)
    kind = number(name, _TYPE_TOP) if kind is None else kind
    if kind != _TAGGED:
        rule.narrow(ETHERTYPE, single(kind))
        return
    # A switch chip sees the inner type; only whether the frame has a tag is left to ask.
    if not any(words.peek(ahead) == "--vlan-id" for ahead in range(_LOOK_AHEAD)):
        rule.open(f"{rule.where} takes tagged frames only, and tags are not told")


def _inner(rule: RuleWords, words: Words) -> None:
    name = words.take("a protocol").lower()
    kind = ETHERTYPES.get(name)
    if kind is None:
        kind = number(name if name.startswith("0x") else f"0x{name}", _TYPE_TOP)
    rule.narrow(ETHERTYPE, single(kind))


def _mac(dimension: Dimension) -> Option:
    def option(rule: RuleWords, words: Words) -> None:
        name = words.take("a MAC address")
        if name.lower() == "broadcast":
            rule.narrow(dimension, single((1 << 48) - 1))
        elif name.lower() in {"unicast", "multicast", "bga"}:
            rule.match.used = True
            rule.open(f"{rule.where} names {name} addresses")
        else:
            rule.narrow(dimension, macs(name))

    return option


def _ip(kind: int, option: Option) -> Option:
    """Return an option that only packets of one IP version can match."""

    def narrowed(rule: RuleWords, words: Words) -> None:
        rule.match.narrow(ETHERTYPE, single(kind))
        option(rule, words)

    return narrowed


def _pcp(text: str) -> Ranges:
    return single(number(text, 7))


def _of_version(word: str, kind: int, addresses: Callable[[str], Ranges]) -> Mapping[str, Option]:
    """Return the options of one IP version; ``word`` is ``ip`` or ``ip6``."""
    options: dict[tuple[str, ...], Option] = {
        ("source", "src"): value(SOURCE, addresses),
        ("destination", "dst"): value(DESTINATION, addresses),
        ("protocol", "proto"): value(PROTOCOL, protocol),
        ("source-port", "sport"): port(SOURCE_PORT),
        ("destination-port", "dport"): port(DESTINATION_PORT),
        ("tos", "tclass", "icmp-type"): unclear("has a condition that is not read", 1),
    }
    return {
        f"--{word}-{name}": _ip(kind, option) for names, option in options.items() for name in names
    }


BRIDGE_OPTIONS: Mapping[str, Option] = {
    **COMMON,
    **dict.fromkeys(("-p", "--protocol", "--proto"), _ethertype),
    **dict.fromkeys(("-s", "--source", "--src"), _mac(SMAC)),
    **dict.fromkeys(("-d", "--destination", "--dst"), _mac(DMAC)),
    "--vlan-id": value(VLAN, vlan),
    "--vlan-prio": value(PCP, _pcp),
    "--vlan-encap": _inner,
    **_of_version("ip", ETHERTYPE_IPV4, ipv4),
    **_of_version("ip6", ETHERTYPE_IPV6, ipv6),
    **dict.fromkeys(
        ("--logical-in", "--logical-out"), unclear("names a bridge, which may not be matched", 1)
    ),
    "--pkttype-type": unclear("looks at the kind of address", 1),
    "--mark": unclear("looks at a mark", 1),
}
"""Section ebtables."""
