"""Conditions of nft rules: what they narrow, beside what their words say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.packets.fields import UNTAGGED, VLAN
from roce_audit.packets.ranges import single
from roce_audit.platforms.linux.nft_joining import (
    NO_FIELDS,
    WHY,
    Negated,
    is_single,
    may_join,
    place_of,
)
from roce_audit.platforms.linux.nft_match import (
    read_condition,
    read_selectors,
    simple_condition,
    skip_expression,
)
from roce_audit.platforms.linux.nft_vmap import read_vmap
from roce_audit.platforms.linux.unions import TAGGED, YES, Union, both, doubted, ethernet_type

if TYPE_CHECKING:
    from roce_audit.platforms.linux.nft_rule import RuleReader

UNTAGGED_FRAMES: Union = ({VLAN: single(UNTAGGED)},)
_MAYBE_TAGGED = (
    "whether tagged frames are meant: behind icmp nft asks for the EtherType on the wire, unless"
    " the rule was written with meta protocol or meta l4proto, which a listing leaves out"
    " (nft --debug=netlink list ruleset shows it)"
)
_MAYBE_WIRE = (
    "whether tagged frames are meant: a rule written with ether type before this misses them, and"
    " a listing leaves that out (nft --debug=netlink list ruleset shows it)"
)
_SIMPLE_WORDS = 3
VLAN_TYPES = frozenset({"8021q", "vlan", "0x8100"})
LINK_FAMILIES = frozenset({"bridge", "netdev"})


def condition(reader: RuleReader) -> None:
    """Read a condition, a map of verdicts, or a statement that sets a field."""
    words = reader.words
    _link_layer(reader, words.peek())
    _ip_version(reader, words.peek(), words.peek(1))
    negated = _negated(reader)
    plain = simple_condition(words.peek(), words.peek(1), words.peek(2), words.peek(3))
    if plain is not None and not reader.around.rewritten:
        for _ in range(_SIMPLE_WORDS):
            words.take()
        reader.matches = both(reader.matches, plain)
        return
    selectors = read_selectors(reader.words, reader.around)
    follows = reader.words.peek()
    if follows == "set":
        reader.words.take()
        skip_expression(reader.words, reader.around)
        return
    if follows == "vmap":
        reader.words.take()
        reader.branches += read_vmap(reader.words, selectors, reader.matches, reader.around)
        reader.ended = True
        return
    holds = read_condition(reader.words, selectors, reader.around)
    if negated is not None:
        _join(reader, replace(negated, holds=holds))
    else:
        reader.narrow(holds)


def _negated(reader: RuleReader) -> Negated | None:
    """Return the condition that follows if it is ``FIELD != VALUE``."""
    words = reader.words
    if words.peek() in NO_FIELDS:
        return None
    last, reader.last = reader.last, None
    place, length = place_of(words.peek(), words.peek(1))
    if place is None or words.peek(length) != "!=":
        return None
    if not is_single(words.peek(length + 1), words.peek(length + 2)):
        return None
    reader.last = last
    return Negated(place, length == 1, reader.matches, ())


def _join(reader: RuleReader, negated: Negated) -> None:
    """Keep the packets of a negated condition, and open those that a joined one would keep."""
    last, reader.last = reader.last, negated
    reader.narrow(negated.holds)
    if last is not None and may_join(last, negated):
        either = both(last.before, (*last.holds, *negated.holds))
        reader.matches = (*reader.matches, *doubted(either, reader.around.open(WHY)))


def _link_layer(reader: RuleReader, first: str) -> None:
    """Take account of how nft asks for the IP version in a netdev table.

    Behind an ``ether`` condition it asks for the EtherType on the wire, 0x8100 on a tagged
    frame, and not for the protocol behind the tag, unless it has asked before; conditions on
    ``udp`` do not ask for it.
    """
    if reader.around.family != "netdev":
        return
    asks = reader.behind_ether and first in {"ip", "ip6"} and not reader.tells_type
    if asks and reader.around.on_wire is None:
        reader.narrow(UNTAGGED_FRAMES)
    tag = first == "ether" and reader.words.peek(2) in VLAN_TYPES
    reader.behind_tag = reader.behind_tag or first == "vlan" or tag
    reader.behind_ether = (reader.behind_ether or first == "ether") and not reader.behind_tag


def wire_types(reader: RuleReader) -> None:
    """Keep the frames whose EtherType on the wire is the one that the bytecode asks for."""
    if reader.around.family not in LINK_FAMILIES:
        return
    for kind in reader.around.on_wire or ():
        reader.narrow(ethernet_type(single(kind)))


def _ip_version(reader: RuleReader, first: str, second: str) -> None:
    """Take account of how nft asks for the IP version in front of a condition on its fields."""
    if reader.around.family not in LINK_FAMILIES:
        return
    control = first in {"icmp", "icmpv6"} and reader.around.family == "bridge"
    fields = first in {"ip", "ip6"}
    listed = fields and reader.around.rule.printed
    if (control and not reader.tells_ip) or (listed and not reader.tells_type):
        hidden_type(reader, _MAYBE_TAGGED if control else _MAYBE_WIRE)
    tells_type = control or fields or first == "vlan" or (first, second) == ("meta", "protocol")
    # nft lists "vlan type ip" before a field of IP as "ether type 8021q".
    tells_type |= (first, second) == ("ether", "type") and reader.words.peek(2).isalnum()
    reader.tells_type |= tells_type
    reader.tells_ip |= tells_type or (first, second) == ("meta", "l4proto")


def hidden_type(reader: RuleReader, why: str) -> None:
    """Leave tagged frames open where a condition that the listing hides may leave them out."""
    around = reader.around
    if around.on_wire is None:
        reader.narrow((*UNTAGGED_FRAMES, {VLAN: TAGGED, around.open(why): YES}))
