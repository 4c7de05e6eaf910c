"""The grammar of IP list lines, behind ``permit`` or ``deny``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DSCP,
    ECN,
    ETHERTYPE,
    FRAGMENT,
    ICMP_CODE,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    TTL,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.arista_eos.conditions import (
    read_address,
    read_comparison,
    read_ports,
    read_vlan,
)
from roce_audit.platforms.arista_eos.ip_words import (
    DSCP_NAMES,
    ICMP_NAMES,
    PROTOCOLS,
    TCP_FLAGS,
    WITH_MESSAGES,
    WITH_PORTS,
)
from roce_audit.platforms.arista_eos.number_list import is_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.arista_eos.draft import Draft
    from roce_audit.reading.statement import Words


@dataclass(frozen=True, slots=True)
class Version:
    """One IP version as its lists write it.

    Attributes:
        bits: Width of an address.
        any_word: The protocol word for every packet.
        ttl_word: The word that begins a condition on TTL or hop limit.
        box: The packets that a list of this version can match.
    """

    bits: int
    any_word: str
    ttl_word: str
    box: Box


IPV4 = Version(IPV4_BITS, "ip", "ttl", {ETHERTYPE: single(ETHERTYPE_IPV4)})
IPV6 = Version(IPV6_BITS, "ipv6", "hop-limit", {ETHERTYPE: single(ETHERTYPE_IPV6)})


_PROTOCOLS = {name: single(number) for name, number in PROTOCOLS.items()}


def read_extended(words: Words, draft: Draft, version: Version) -> None:
    """Read ``[vlan ...] PROTO SRC [PORTS] DST [PORTS] [options]``.

    Raises:
        ParseError: A word does not fit; ``draft`` holds what was read before it.
    """
    if words.peek() == "vlan":
        read_vlan(words, draft)
    protocol = _protocol(words, draft, version)
    read_address(words, draft, SOURCE, version.bits)
    ports = protocol in WITH_PORTS
    if ports:
        read_ports(words, draft, SOURCE_PORT)
    read_address(words, draft, DESTINATION, version.bits)
    draft.loose = None
    if ports:
        read_ports(words, draft, DESTINATION_PORT)
    elif protocol in WITH_MESSAGES:
        _message(words, draft, protocol)
    while words.peek():
        _option(words, draft, protocol, version)


def read_standard(words: Words, draft: Draft, version: Version) -> None:
    """Read ``any``, ``host A``, ``A/LEN`` or ``A WILDCARD``, and ``log``: the source alone."""
    read_address(words, draft, SOURCE, version.bits)
    words.skip("log")


def _protocol(words: Words, draft: Draft, version: Version) -> str:
    word = words.peek()
    values = _PROTOCOLS.get(word)
    if values is not None:
        draft.box[PROTOCOL] = values
        return words.take()
    if word == version.any_word:
        return words.take()
    if not is_number(word):
        raise ParseError(f"unknown protocol {word!r}")
    draft.box[PROTOCOL] = single(words.number(PROTOCOL.top))
    return word


def _message(words: Words, draft: Draft, protocol: str) -> None:
    """Read an ICMP message by name or by number if one stands here."""
    word = words.peek()
    named = ICMP_NAMES[protocol].get(word)
    if named is not None:
        words.take()
        kind, code = named
        draft.box[ICMP_TYPE] = single(kind)
        if code is not None:
            draft.box[ICMP_CODE] = single(code)
    elif is_number(word):
        draft.box[ICMP_TYPE] = single(words.number(ICMP_TYPE.top))
        if is_number(words.peek()):
            draft.box[ICMP_CODE] = single(words.number(ICMP_CODE.top))


def _option(words: Words, draft: Draft, protocol: str, version: Version) -> None:
    word = words.peek()
    reader = _OPTIONS.get(word)
    if word == version.ttl_word:
        reader = _ttl
    elif word in TCP_FLAGS and protocol == "tcp":
        reader = _tcp_flag
    if reader is None:
        raise ParseError(f"unknown word {word!r}")
    words.take()
    draft.loose = None
    reader(words, draft)


def _ttl(words: Words, draft: Draft) -> None:
    draft.loose = TTL
    read_comparison(words, draft, TTL)


def _tcp_flag(_words: Words, draft: Draft) -> None:
    if not draft.doubt:
        draft.doubt, draft.understood = "it asks for TCP flags", True


def _dscp(words: Words, draft: Draft) -> None:
    draft.loose = DSCP
    named = DSCP_NAMES.get(words.peek())
    if named is None:
        draft.box[DSCP] = single(words.number(DSCP.top))
        return
    words.take()
    draft.box[DSCP] = single(named)


def _ecn(words: Words, draft: Draft) -> None:
    draft.loose = ECN
    draft.box[ECN] = single(words.number(ECN.top))


def _fragments(_words: Words, draft: Draft) -> None:
    draft.box[FRAGMENT] = single(2)


def _tracked(_words: Words, draft: Draft) -> None:
    _doubt(draft, "it takes only packets of sessions that the device tracks")


def _nexthop_group(words: Words, draft: Draft) -> None:
    name = words.take("the name of a nexthop group")
    _doubt(draft, f"it takes only packets that nexthop group {name} carries")


def _doubt(draft: Draft, reason: str) -> None:
    draft.doubt, draft.understood = reason, False


def _log(_words: Words, _draft: Draft) -> None:
    """Logging changes nothing for the packet."""


_OPTIONS: dict[str, Callable[[Words, Draft], None]] = {
    "dscp": _dscp,
    "ecn": _ecn,
    "fragments": _fragments,
    "log": _log,
    "nexthop-group": _nexthop_group,
    "tracked": _tracked,
}
