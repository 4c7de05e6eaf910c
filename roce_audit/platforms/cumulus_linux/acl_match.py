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
    Doubt,
)
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.cumulus_linux.values import (
    ETHERTYPES,
    dscp,
    ipv4,
    ipv6,
    macs,
    number,
    ports,
    protocol,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.match import Match
    from roce_audit.platforms.cumulus_linux.node import Node

_ANY = "any"
_TCP, _UDP = 6, 17
_TYPE_TOP = 0xFFFF
_NAMED_BELOW = 256


class RuleMatch:
    """Reads the conditions of one rule.

    Attributes:
        doubts: Nodes whose meaning is open, each with the reason.
    """

    __slots__ = ("_key", "_masks", "_match", "doubts")

    def __init__(self, match: Match, key: str) -> None:
        """Narrow ``match``; ``key`` tells the open questions of the rule from others."""
        self._match = match
        self._key = key
        self._masks: dict[Field, str] = {}
        self.doubts: list[tuple[Node, str]] = []

    def open(self, node: Node, reason: str) -> None:
        """Make the match hang on a question."""
        where = f"line {node.line}" if node.line else self._key
        self._match.used = True
        question = Doubt(f"{self._key} q{len(self._match.doubts)}", f"{where} {reason}")
        self._match.doubts.append(question)
        self.doubts.append((node, reason))

    def read(self, node: Node, family: str) -> None:
        """Read ``match``; ``family`` is the type of the list."""
        for word, child in node.children.items():
            if word == "ip":
                self._each(child, _IP_FIELDS, family)
            elif word == "mac":
                for name, field in _MASKS.items():
                    if child.value(name):
                        self._masks[field] = child.value(name)
                self._each(child, _MAC_FIELDS, family)
            else:
                self.open(child, f"matches by {word!r}, which is not known")

    def _each(self, node: Node, fields: Mapping[str, Reader], family: str) -> None:
        for word, child in node.children.items():
            reader = fields.get(word)
            if reader is None:
                self.open(child, f"matches by {word!r}, which is not known")
                continue
            try:
                reader(self, child, family)
            except ParseError as problem:
                self.open(child, f"is not understood: {problem}")

    def values(self, node: Node, field: Field, read: Callable[[str], Ranges]) -> None:
        """Narrow a field to the values below ``node``."""
        words = _words(node)
        if not words:
            self.open(node, "has no value")
        elif _ANY not in {word.lower() for word in words}:
            found = normalise(part for word in words for part in read(word))
            self._match.narrow(field, found)

    def ports(self, node: Node, field: Field) -> None:
        """Narrow a port."""
        self.values(node, field, ports)
        known = self._match.box.get(field, ())
        self._match.ranged |= any(":" in word or "-" in word for word in node.children) and any(
            low < high for low, high in known
        )

    def narrow(self, field: Field, values: Ranges) -> None:
        """Narrow a field."""
        self._match.narrow(field, values)

    def masked(self, node: Node, field: Field) -> None:
        """Narrow a MAC address, with the mask that stands beside it."""
        word = (_words(node) or [""])[-1]
        if word.lower() == _ANY:
            return
        mask = self._masks.get(field)
        if mask is not None and "/" not in word:
            word = f"{word}/{mask}"
        self._match.narrow(field, macs(word))


Reader: TypeAlias = "Callable[[RuleMatch, Node, str], None]"
"""Reads what stands below one word of a match."""


def _words(node: Node) -> list[str]:
    return list(node.children)


def _address(field: Field) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        rule.values(node, field, ipv6 if family == "ipv6" else ipv4)

    return read


def _protocol(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.values(node, PROTOCOL, protocol)


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


def _dscp(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.values(node, DSCP, dscp)


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
        words = _words(node)
        if all(word.isdecimal() for word in words):
            rule.values(node, ICMP_TYPE, lambda word: single(number(word, 255)))
        else:
            rule.open(node, "names an ICMP type")

    return read


def _state(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.open(node, "looks at connections, which hardware does not keep")


def _ethertype(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.values(node, ETHERTYPE, _kind)
    if any(low >= _NAMED_BELOW for low, _ in map(_first, _words(node))):
        rule.open(node, "names an EtherType that NVUE does not take")


def _first(word: str) -> tuple[int, int]:
    named = word.lower() in ETHERTYPES or word.lower() == _ANY
    return (0, 0) if named else _kind(word)[0]


def _kind(word: str) -> Ranges:
    known = ETHERTYPES.get(word.lower())
    return single(number(word, _TYPE_TOP) if known is None else known)


def _mac(field: Field) -> Reader:
    def read(rule: RuleMatch, node: Node, family: str) -> None:
        del family
        rule.masked(node, field)

    return read


def _beside(rule: RuleMatch, node: Node, family: str) -> None:
    """Take a mask, which was read with its address."""
    del rule, node, family


def _vlan(rule: RuleMatch, node: Node, family: str) -> None:
    del family
    rule.values(node, VLAN, lambda word: single(number(word, 4095)))


_PORTS: Mapping[str, Field] = {"source-port": SOURCE_PORT, "dest-port": DESTINATION_PORT}
_IP_FIELDS: Mapping[str, Reader] = {
    "source-ip": _address(SOURCE),
    "dest-ip": _address(DESTINATION),
    "protocol": _protocol,
    "source-port": _port(SOURCE_PORT),
    "dest-port": _port(DESTINATION_PORT),
    "tcp": _transport(_TCP),
    "udp": _transport(_UDP),
    "dscp": _dscp,
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
    "vlan": _vlan,
}
_MASKS: Mapping[str, Field] = {"source-mac-mask": SMAC, "dest-mac-mask": DMAC}
