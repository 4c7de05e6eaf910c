"""What the words below ``match`` of an NVUE rule mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    ICMP_TYPE,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    VLAN,
)
from roce_audit.packets.ranges import single
from roce_audit.platforms.cumulus_linux.values import (
    ETHERTYPES,
    dscp,
    ethertype,
    ipv4,
    ipv6,
    number,
    protocol,
    vlan,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.acl_match import RuleMatch
    from roce_audit.platforms.cumulus_linux.node import Node

_ANY = "any"
_TCP, _UDP = 6, 17
_NAMED_BELOW = 256

Reader: TypeAlias = "Callable[[RuleMatch, Node, str], None]"
"""Reads what stands below one word of a match; the last argument is the type of the list."""


def read_match(rule: RuleMatch, node: Node, family: str) -> None:
    """Read everything below ``match``; ``family`` is the type of the list."""
    for word, child in node.children.items():
        if word == "ip":
            _each(rule, child, _IP_FIELDS, family)
        elif word == "mac":
            for name, field in _MASKS.items():
                if child.value(name):
                    rule.mask(field, child.value(name))
            _each(rule, child, _MAC_FIELDS, family)
        else:
            rule.open(child, f"matches by {word!r}, which is not known")


def _each(rule: RuleMatch, node: Node, fields: Mapping[str, Reader], family: str) -> None:
    for word, child in node.children.items():
        reader = fields.get(word)
        if reader is None:
            rule.open(child, f"matches by {word!r}, which is not known")
            continue
        try:
            reader(rule, child, family)
        except ParseError as problem:
            rule.open(child, f"is not understood: {problem}")


def _address(field: Field) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        rule.values(node, field, ipv6 if family == "ipv6" else ipv4)

    return read


def _plain(field: Field, read: Callable[[str], Ranges]) -> Reader:
    def reader(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.values(node, field, read)

    return reader


def _port(field: Field) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.ports(node, field)

    return read


def _transport(kind: int) -> Reader:
    """Return the reader of what stands below ``tcp`` or ``udp``."""

    def read(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.narrow(PROTOCOL, single(kind))
        for word, child in node.children.items():
            if word in _PORTS:
                rule.ports(child, _PORTS[word])
            else:
                rule.open(child, f"looks at {word!r} of a connection")

    return read


def _fragment(rule: RuleMatch, node: Node, family: str) -> None:
    del node, family
    rule.narrow(FRAGMENT, single(2))


def _ecn(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    if node.at("flags") is not None:
        rule.narrow(PROTOCOL, single(_TCP))
        rule.open(node, "looks at TCP flags")
    elif list(node.children) == ["ip-ect"]:
        rule.values(node.children["ip-ect"], ECN, lambda word: single(number(word, 3)))
    else:
        rule.open(node, "matches ECN in a way that is not known")


def _icmp(kind: int) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.narrow(PROTOCOL, single(kind))
        if all(word.isdecimal() for word in node.children):
            rule.values(node, ICMP_TYPE, lambda word: single(number(word, 255)))
        else:
            rule.open(node, "names an ICMP type")

    return read


def _state(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.open(node, "looks at connections, which hardware does not keep")


def _ethertype(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.values(node, ETHERTYPE, ethertype)
    if any(low >= _NAMED_BELOW for low, _ in map(_first, list(node.children))):
        rule.open(node, "names an EtherType that NVUE does not take")


def _first(word: str) -> tuple[int, int]:
    named = word.lower() in ETHERTYPES or word.lower() == _ANY
    return (0, 0) if named else ethertype(word)[0]


def _mac(field: Field) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.masked(node, field)

    return read


def _beside(*_: object) -> None:
    """Take a mask, which was read with its address."""


_PORTS: Mapping[str, Field] = {"source-port": SOURCE_PORT, "dest-port": DESTINATION_PORT}
_IP_FIELDS: Mapping[str, Reader] = {
    "source-ip": _address(SOURCE),
    "dest-ip": _address(DESTINATION),
    "protocol": _plain(PROTOCOL, protocol),
    "source-port": _port(SOURCE_PORT),
    "dest-port": _port(DESTINATION_PORT),
    "tcp": _transport(_TCP),
    "udp": _transport(_UDP),
    "dscp": _plain(DSCP, dscp),
    "fragment": _fragment,
    "ecn": _ecn,
    "icmp-type": _icmp(1),
    "icmpv6-type": _icmp(58),
    "state": _state,
}
_MAC_FIELDS: Mapping[str, Reader] = {
    "source-mac": _mac(SMAC),
    "dest-mac": _mac(DMAC),
    "protocol": _ethertype,
    "source-mac-mask": _beside,
    "dest-mac-mask": _beside,
    "vlan": _plain(VLAN, vlan),
}
_MASKS: Mapping[str, Field] = {"source-mac-mask": SMAC, "dest-mac-mask": DMAC}
