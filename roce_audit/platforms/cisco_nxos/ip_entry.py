"""Entries of ``ip access-list`` and ``ipv6 access-list``.

Source: Nexus 9000 command reference, ``permit (IPv4)`` and ``permit (IPv6)``; NOTES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Family, Line
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    PROTOCOL,
    SOURCE,
    SOURCE_PORT,
    Field,
)
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_nxos.entry import ACTIONS, Entry
from roce_audit.platforms.cisco_nxos.groups import PORT_KIND
from roce_audit.platforms.cisco_nxos.ip_options import Scope, read_options
from roce_audit.platforms.cisco_nxos.port_names import (
    ALL_PORTS,
    NO_PORT_NAMES,
    TCP_PORTS,
    UDP_PORTS,
)
from roce_audit.platforms.cisco_nxos.tables import (
    ICMPV4,
    ICMPV6,
    IPV4_PROTOCOLS,
    IPV6_PROTOCOLS,
)
from roce_audit.platforms.cisco_nxos.values import COMPARISONS, PORT_TOP, address_box, port_set
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_nxos.groups import Groups

_PORTS: Mapping[str, Mapping[str, int]] = {
    "tcp": TCP_PORTS,
    "udp": UDP_PORTS,
    "sctp": NO_PORT_NAMES,
}
_SET_WORDS = (*COMPARISONS, "portgroup")


@dataclass(frozen=True, slots=True)
class IpGrammar:
    """What differs between the two versions of IP.

    Attributes:
        family: Of the filter.
        scope: Every packet that such a list sees.
        bits: Width of an address.
        anything: The word for any protocol.
        protocols: Names of protocols, with their value sets.
        icmp: Names of ICMP messages: type and code.
        group: Kind of its address groups.
    """

    family: Family
    scope: Box
    bits: int
    anything: str
    protocols: Mapping[str, Ranges]
    icmp: Mapping[str, tuple[int, int | None]]
    group: str


def _sets(names: Mapping[str, int]) -> Mapping[str, Ranges]:
    return {name: single(number) for name, number in names.items()}


IPV4 = IpGrammar(
    Family.IPV4,
    {ETHERTYPE: single(ETHERTYPE_IPV4)},
    IPV4_BITS,
    "ip",
    _sets(IPV4_PROTOCOLS),
    ICMPV4,
    "ip",
)
IPV6 = IpGrammar(
    Family.IPV6,
    {ETHERTYPE: single(ETHERTYPE_IPV6)},
    IPV6_BITS,
    "ipv6",
    _sets(IPV6_PROTOCOLS),
    ICMPV6,
    "ipv6",
)


def uses_group(words: tuple[str, ...]) -> bool:
    """Whether an entry names a group, so that it can only be read when all groups are known."""
    return "addrgroup" in words or "portgroup" in words


def ip_lines(
    source: SourceRef, words: tuple[str, ...], label: str, grammar: IpGrammar, groups: Groups
) -> tuple[tuple[Line, ...], str]:
    """Return the filter lines of an entry, and why it is not fully understood ("" if it is).

    Args:
        source: The captured statement.
        words: Its words from the action on, which is one of ``ACTIONS``.
        label: Its sequence number.
        grammar: Of the list.
        groups: All groups.
    """
    entry = Entry(source, grammar.scope)
    cursor = Words(words, 1)
    try:
        _read(entry, cursor, grammar, groups)
    except ParseError as problem:
        entry.not_understood(problem.reason)
    return entry.lines(ACTIONS[words[0]], label), entry.reason


def _read(entry: Entry, words: Words, grammar: IpGrammar, groups: Groups) -> None:
    protocol = words.take("a protocol")
    names: Mapping[str, int] | None = None
    if protocol != grammar.anything:
        known = grammar.protocols.get(protocol)
        if known is None:
            known = single(_protocol_number(protocol))
        else:
            names = _PORTS.get(protocol)
        entry.box[PROTOCOL] = known
    _side(entry, words, SOURCE, grammar, groups)
    if names is not None:
        _ports(entry, words, SOURCE_PORT, names, groups)
    _side(entry, words, DESTINATION, grammar, groups)
    if names is not None:
        _ports(entry, words, DESTINATION_PORT, names, groups)
    if words.peek():
        _no_port_list(entry, words, DESTINATION_PORT)
        read_options(entry, words, Scope(protocol, grammar.family, grammar.icmp))


def _protocol_number(word: str) -> int:
    return Words((word,)).number(PROTOCOL.top)


def _side(entry: Entry, words: Words, field: Field, grammar: IpGrammar, groups: Groups) -> None:
    word = words.peek()
    if word == "any":
        words.take()
    elif word == "addrgroup":
        words.take()
        name = words.take("a group name")
        top = (1 << grammar.bits) - 1
        entry.draw(field, groups.extent(grammar.group, name, top))
    else:
        if field is DESTINATION:
            _no_port_list(entry, words, SOURCE_PORT)
        entry.box.update(address_box(words, field, grammar.bits))


def _ports(
    entry: Entry, words: Words, field: Field, names: Mapping[str, int], groups: Groups
) -> None:
    word = words.peek()
    if word not in _SET_WORDS:
        return
    if word == "portgroup":
        words.take()
        entry.draw(field, groups.extent(PORT_KIND, words.take("a group name"), PORT_TOP))
    else:
        entry.box[field] = port_set(words, names)


def _no_port_list(entry: Entry, words: Words, field: Field) -> None:
    """Refuse a second port: the device takes one; if it took a list, the match would be wider."""
    word = words.peek()
    if field in entry.box and (word.isdecimal() or word in ALL_PORTS):
        del entry.box[field]
        raise ParseError(f"a second port {word!r}")
