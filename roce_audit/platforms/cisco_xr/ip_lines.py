"""Entries of IP lists behind the action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xr.ip_options import read_ip_options
from roce_audit.platforms.cisco_xr.settings import IPV4_BOX, IPV6_BOX
from roce_audit.platforms.cisco_xr.tables import ICMP, ICMP_V6, PORTS, PROTOCOLS
from roce_audit.platforms.cisco_xr.values import address_set, port_set
from roce_audit.reading.comparisons import COMPARISONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_xr.draft import Draft
    from roce_audit.reading.statement import Words

NET_GROUP = "net-group"
PORT_GROUP = "port-group"
_DIGITS_OF_255 = 3


@dataclass(frozen=True, slots=True)
class Version:
    """What differs between IPv4 and IPv6 lists.

    Attributes:
        box: Packets of the version.
        bits: Width of an address.
        any_word: Protocol word that stands for all; also names the kind of its address groups.
        messages: Names of ICMP messages: type and code.
    """

    box: Box
    bits: int
    any_word: str
    messages: Mapping[str, tuple[int, int | None]]


V4 = Version(IPV4_BOX, IPV4_BITS, "ipv4", ICMP)
V6 = Version(IPV6_BOX, IPV6_BITS, "ipv6", ICMP_V6)


def read_v4(words: Words, draft: Draft) -> None:
    """Read what follows the action in an IPv4 list.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _read(words, draft, V4)


def read_v6(words: Words, draft: Draft) -> None:
    """Read what follows the action in an IPv6 list.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _read(words, draft, V6)


def _read(words: Words, draft: Draft, version: Version) -> None:
    if _is_source_only(words.peek()):
        _side(words, draft, SOURCE, version)
        while words.skip("log", "log-input"):
            pass
        return
    protocol = _protocol(words, draft, version)
    names = PORTS.get(protocol)
    _side(words, draft, SOURCE, version)
    if names is not None:
        _ports(words, draft, SOURCE_PORT, names)
    _side(words, draft, DESTINATION, version)
    draft.loose = None
    if names is not None:
        _ports(words, draft, DESTINATION_PORT, names)
    if words.peek():
        read_ip_options(words, draft, protocol, version.messages)


def _is_source_only(word: str) -> bool:
    """Whether an entry begins with its source: ``permit 10.0.0.0/8``."""
    return word in ("any", "host", NET_GROUP) or "." in word or ":" in word


def _protocol(words: Words, draft: Draft, version: Version) -> str:
    word = words.take("a protocol")
    if word == version.any_word:
        return word
    number = PROTOCOLS.get(word)
    if number is None:
        decimal = word.isascii() and word.isdecimal() and len(word) <= _DIGITS_OF_255
        number = int(word) if decimal else -1
        if not 0 <= number <= PROTOCOL.top:
            raise ParseError(f"unknown protocol {word!r}")
    draft.box[PROTOCOL] = single(number)
    return word


def _side(words: Words, draft: Draft, field: Field, version: Version) -> None:
    word = words.peek()
    if word == "any":
        words.take()
    elif word == NET_GROUP:
        words.take()
        extent = draft.groups.addresses(version.any_word, words.take("a group name"), field.top)
        draft.choose(*extent.on(field))
    else:
        draft.box[field] = address_set(words, version.bits)
    draft.loose = None


def _ports(words: Words, draft: Draft, field: Field, names: Mapping[str, int]) -> None:
    comparison = words.peek()
    if comparison == PORT_GROUP:
        words.take()
        extent = draft.groups.ports(words.take("a group name"))
        draft.choose(*extent.on(field))
    elif comparison in COMPARISONS:
        draft.narrow(field, port_set(words, names))
        if comparison == "eq":
            draft.loose = field
