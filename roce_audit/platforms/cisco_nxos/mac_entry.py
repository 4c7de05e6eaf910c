"""Entries of ``mac access-list``.

Source: Nexus 9000 command reference, ``permit (MAC)``; security guide 10.5, "Configuring MAC ACLs".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import DMAC, ETHERTYPE, PCP, SMAC, VLAN, Doubt, Field
from roce_audit.packets.holes import pierced
from roce_audit.packets.ranges import Ranges, complement, normalise, single, wildcard
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_nxos.entry import ACTIONS, Entry
from roce_audit.platforms.cisco_nxos.tables import ETHERTYPES
from roce_audit.reading.mac_address import mac_number
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import Line
    from roce_audit.model.source import SourceRef

IP_TYPES = normalise([*single(ETHERTYPE_IPV4), *single(ETHERTYPE_IPV6)])
NON_IP: Box = {ETHERTYPE: complement(IP_TYPES, ETHERTYPE.top)}
"""The frames that a MAC list is offered where nothing says otherwise."""

_BITS = 48
_TOP_VLAN = 4094
_HEX = frozenset("0123456789abcdefABCDEF")
_TYPE_LENGTH = 6


def mac_lines(
    source: SourceRef, words: tuple[str, ...], label: str, untyped: Doubt | None
) -> tuple[tuple[Line, ...], str]:
    """Return the filter lines of an entry, and why it is not fully understood ("" if it is).

    Args:
        source: The captured statement.
        words: Its words from the action on, which is one of ``ACTIONS``.
        label: Its sequence number.
        untyped: If given, an entry without EtherType works only if the answer is yes.
    """
    entry = Entry(source, EVERYTHING)
    try:
        _read(entry, Words(words, 1))
    except ParseError as problem:
        entry.not_understood(problem.reason)
    if untyped is not None and ETHERTYPE not in entry.box:
        entry.question(untyped)
    return entry.lines(ACTIONS[words[0]], label), entry.reason


def _read(entry: Entry, words: Words) -> None:
    _address(entry, words, SMAC)
    _address(entry, words, DMAC)
    _ethertype(entry, words)
    while word := words.peek():
        words.take()
        if word == "cos":
            entry.narrow(PCP, single(words.number(PCP.top)))
        elif word == "vlan":
            entry.narrow(VLAN, single(words.number(_TOP_VLAN, 1)))
        elif word == "time-range":
            name = words.take("a name")
            entry.question(Doubt(f"time-range {name}", f"time-range {name} may be inactive"))
        else:
            raise ParseError(f"unknown word {word!r}")


def _address(entry: Entry, words: Words, field: Field) -> None:
    word = words.take("a MAC address")
    if word == "any":
        return
    mask = words.take("a mask")
    values = mac_set(word, mask)
    if values is None:
        entry.box.update(pierced(field, mac_number(word), mac_number(mask)))
    else:
        entry.box[field] = values


@lru_cache(maxsize=4096)
def mac_set(address: str, mask: str) -> Ranges | None:
    """Return the addresses of a base and a mask (one bits are free); None if too many ranges.

    Raises:
        ParseError: Either is not a MAC address.
    """
    return wildcard(mac_number(address), mac_number(mask), _BITS)


def _ethertype(entry: Entry, words: Words) -> None:
    word = words.peek()
    if word == "all":
        words.take()
        entry.box[ETHERTYPE] = ((0, ETHERTYPE.top),)
        return
    known = _TYPES.get(word)
    if known is None and word.startswith(("0x", "0X")) and len(word) <= _TYPE_LENGTH:
        if not word[2:] or not _HEX.issuperset(word[2:]):
            raise ParseError(f"{word!r} is not an EtherType")
        known = single(int(word, 16))
    if known is not None:
        words.take()
        entry.box[ETHERTYPE] = known


_TYPES: Mapping[str, Ranges] = {name: single(number) for name, number in ETHERTYPES.items()}
