"""Entries of IP lists behind the action: extended, IPv6 and standard."""

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
    Doubt,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, masked
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xe.ip_options import read_ip_options
from roce_audit.platforms.cisco_xe.settings import IPV4_BOX, IPV6_BOX
from roce_audit.platforms.cisco_xe.tables import ICMP, ICMP_V6, PORTS, PROTOCOLS, PROTOCOLS_V6
from roce_audit.platforms.cisco_xe.values import address_set, port_set
from roce_audit.reading.comparisons import COMPARISONS
from roce_audit.reading.doubts import on_side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.platforms.cisco_xe.draft import Draft
    from roce_audit.reading.statement import Words

GROUP = "object-group"


@dataclass(frozen=True, slots=True)
class Version:
    """What differs between IPv4 and IPv6 lists.

    Attributes:
        box: Packets of the version.
        bits: Width of an address.
        any_word: Protocol word that stands for all.
        protocols: Protocol words and numbers.
        messages: Names of ICMP messages: type and code.
        networks: Kind of its address groups.
        services: Kind of its service groups.
    """

    box: Box
    bits: int
    any_word: str
    protocols: Mapping[str, int]
    messages: Mapping[str, tuple[int, int | None]]
    networks: str
    services: str


V4 = Version(IPV4_BOX, IPV4_BITS, "ip", PROTOCOLS, ICMP, "network", "service")
V6 = Version(IPV6_BOX, IPV6_BITS, "ipv6", PROTOCOLS_V6, ICMP_V6, "v6-network", "v6-service")


def read_extended_v4(words: Words, draft: Draft) -> None:
    """Read ``PROTO SRC [PORTS] DST [PORTS] [options]`` of an extended list.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _read(words, draft, V4)


def read_extended_v6(words: Words, draft: Draft) -> None:
    """Read ``PROTO SRC [PORTS] DST [PORTS] [options]`` of an IPv6 list.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    _read(words, draft, V6)


def _read(words: Words, draft: Draft, version: Version) -> None:
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


def _protocol(words: Words, draft: Draft, version: Version) -> str:
    word = words.take("a protocol")
    if word == version.any_word:
        return word
    number = version.protocols.get(word)
    if number is not None:
        draft.box[PROTOCOL] = ((number, number),)
    elif word == GROUP:
        _service(draft, version, words.take("a group name"))
    elif word.isdecimal():
        draft.box[PROTOCOL] = single(_number(word))
    elif (version.services, word) in draft.groups.known:
        # Show output leaves the word "object-group" out here.
        _service(draft, version, word)
    else:
        raise ParseError(f"unknown protocol {word!r}")
    return word


def _number(word: str) -> int:
    value = int(word) if len(word) <= 3 else PROTOCOL.top + 1  # noqa: PLR2004 - digits of 255
    if value > PROTOCOL.top:
        raise ParseError(f"unknown protocol {word!r}")
    return value


def _service(draft: Draft, version: Version, name: str) -> None:
    extent = draft.groups.services(version.services, name)
    draft.choose(extent.boxes, extent.doubt)


def _side(words: Words, draft: Draft, field: Field, version: Version) -> None:
    word = words.peek()
    if word == "any":
        words.take()
    elif word == GROUP:
        words.take()
        extent = draft.groups.addresses(version.networks, words.take("a group name"), field)
        draft.choose(extent.boxes, extent.doubt)
    elif word == "fqdn-group":
        words.take()
        name = words.take("a group name")
        reason = f"fqdn-group {name} holds names, not addresses"
        draft.question(on_side(Doubt(f"fqdn-group {name}", reason), field))
    else:
        draft.box[field] = address_set(words, version.bits)
    draft.loose = None


def _ports(words: Words, draft: Draft, field: Field, names: Mapping[str, int]) -> None:
    comparison = words.peek()
    if comparison not in COMPARISONS:
        return
    draft.narrow(field, port_set(words, names))
    if comparison == "eq":
        draft.loose = field


def read_standard(words: Words, draft: Draft) -> None:
    """Read ``any``, ``host A`` or ``A [WILDCARD]``, and ``log``: the source alone.

    Raises:
        ParseError: A word does not fit.
    """
    word = words.take("an address")
    if word == "host":
        word = words.take("an address")
        _source(draft, word, "0.0.0.0")  # noqa: S104 - a wildcard mask
    elif word.endswith(","):
        # Show output: "10.0.0.0, wildcard bits 0.0.0.255".
        words.choice("wildcard")
        words.choice("bits")
        _source(draft, word[:-1], words.take("a wildcard mask"))
    elif word != "any":
        mask = words.take() if "." in words.peek() else "0.0.0.0"  # noqa: S104 - a wildcard mask
        _source(draft, word, mask)
    if words.peek():
        read_ip_options(words, draft, "", {})


def _source(draft: Draft, base: str, mask: str) -> None:
    try:
        if mask == "0.0.0.0":  # noqa: S104 - a wildcard mask
            draft.box[SOURCE] = single(address(base, IPV4_BITS))
            return
        values = masked(base, mask, IPV4_BITS)
    except ValueError:
        raise ParseError(f"{base} {mask} is no address with a wildcard mask") from None
    if values is None:
        raise ParseError("its wildcard mask stands for too many ranges")
    draft.box[SOURCE] = values
