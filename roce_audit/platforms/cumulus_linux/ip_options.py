"""Options of rules in the sections iptables and ip6tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ECN,
    FRAGMENT,
    ICMP_TYPE,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
)
from roce_audit.packets.ranges import single
from roce_audit.platforms.cumulus_linux.rule_words import (
    COMMON,
    nothing,
    port,
    several,
    unclear,
    value,
)
from roce_audit.platforms.cumulus_linux.values import dscp, ipv4, ipv6, macs, number, protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.rule_words import Option, RuleWords
    from roce_audit.reading.statement import Words

_MODULES = frozenset({
    "tcp", "udp", "sctp", "multiport", "comment", "icmp", "icmp6", "icmpv6", "dscp", "ttl", "hl",
    "mac", "ecn", "state", "conntrack", "limit", "hashlimit", "recent", "tos", "length",
})  # fmt: skip
_TCP = 6


def _protocol(rule: RuleWords, words: Words) -> None:
    name = words.take("a protocol")
    rule.match.used = True
    if name.lower() not in {"all", "ip", "any", "0"}:
        rule.narrow(PROTOCOL, protocol(name))


def _module(rule: RuleWords, words: Words) -> None:
    name = words.take("a module")
    if name not in _MODULES:
        raise ParseError(f"unknown module {name!r}")
    if name in {"limit", "hashlimit"}:
        rule.open(f"{rule.where} matches a limited rate")
    if name == "recent":
        rule.open(f"{rule.where} matches what was seen recently")


def _either_port(rule: RuleWords, words: Words) -> None:
    """Read ports of which either may be; kept as a question, with both readings open."""
    words.take("ports")
    rule.match.used = True
    rule.open(f"{rule.where} matches a port on either side")


def _fragment(rule: RuleWords, words: Words) -> None:
    del words
    rule.narrow(FRAGMENT, single(2))


def _tcp_only(count: int) -> Option:
    def option(rule: RuleWords, words: Words) -> None:
        for _ in range(count):
            words.take("flags")
        rule.narrow(PROTOCOL, single(_TCP))
        rule.open(f"{rule.where} looks at TCP flags")

    return option


def _ttl(text: str) -> Ranges:
    return single(number(text, 255))


def _ecn(text: str) -> Ranges:
    return single(number(text, 3))


def _icmp(rule: RuleWords, words: Words) -> None:
    name = words.take("an ICMP type")
    rule.match.used = True
    if name.isdecimal():
        rule.narrow(ICMP_TYPE, single(number(name, 255)))
    else:
        rule.open(f"{rule.where} names an ICMP type")


_STATE = unclear("looks at connections, which hardware does not keep", 1)
_BOTH: Mapping[str, Option] = {
    **COMMON,
    **dict.fromkeys(("-p", "--protocol", "--proto"), _protocol),
    **dict.fromkeys(("-m", "--match"), _module),
    **dict.fromkeys(("--sport", "--source-port", "--sports", "--source-ports"), port(SOURCE_PORT)),
    **dict.fromkeys(
        ("--dport", "--destination-port", "--dports", "--destination-ports"),
        port(DESTINATION_PORT),
    ),
    **dict.fromkeys(("--ports", "--port"), _either_port),
    "--dscp": value(DSCP, dscp),
    "--dscp-class": value(DSCP, dscp),
    "--comment": nothing(1),
    "--mac-source": value(SMAC, macs),
    "--ttl-eq": value(TTL, _ttl),
    "--hl-eq": value(TTL, _ttl),
    "--ecn-ip-ect": value(ECN, _ecn),
    **dict.fromkeys(("--icmp-type", "--icmpv6-type"), _icmp),
    "--tcp-flags": _tcp_only(2),
    "--syn": _tcp_only(0),
    **dict.fromkeys(("--state", "--ctstate"), _STATE),
    **dict.fromkeys(
        ("--limit", "--limit-burst", "--hashlimit-upto", "--hashlimit-above", "--hashlimit-name",
         "--hashlimit-mode", "--hashlimit-burst", "--seconds", "--hitcount", "--name"),
        nothing(1),
    ),
    **dict.fromkeys(("--set", "--update", "--rcheck"), nothing()),
    **dict.fromkeys(("--tos", "--length"), unclear("has a condition that is not read", 1)),
}  # fmt: skip
IP_OPTIONS: Mapping[str, Option] = {
    **_BOTH,
    **dict.fromkeys(("-s", "--source", "--src"), several(SOURCE, ipv4)),
    **dict.fromkeys(("-d", "--destination", "--dst"), several(DESTINATION, ipv4)),
    **dict.fromkeys(("-f", "--fragment"), _fragment),
}
"""Section iptables."""
IPV6_OPTIONS: Mapping[str, Option] = {
    **_BOTH,
    **dict.fromkeys(("-s", "--source", "--src"), several(SOURCE, ipv6)),
    **dict.fromkeys(("-d", "--destination", "--dst"), several(DESTINATION, ipv6)),
}
"""Section ip6tables."""
