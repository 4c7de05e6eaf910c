"""The entries of address conditions: prefixes, masks, prefix lists, ``except``.

All entries of one side are one table, whether they stand in the term or in a prefix list. The
longest prefix that holds an address decides; an address in no prefix does not match.

Source: "Firewall filter match conditions based on address fields" (longest match, the implied
``0/0 except``, an ``address`` condition with exceptions); "Example: limiting management access" (a
prefix list with ``except`` beside ``source-address 0.0.0.0/0``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, address, prefix
from roce_audit.packets.ranges import Ranges, normalise, wildcard, without

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.prefix_lists import PrefixLists

_OCTETS = 4
_DOTS = 3
_MOST_RANGES = 1 << 16
"""Ranges of addresses that a mask with holes may need: two free octets above a fixed one."""
_MASKED = -1
"""Stands for the length of a mask with holes."""


@dataclass(slots=True)
class Table:
    """The entries of one side in one IP version.

    Attributes:
        bits: Width of an address.
        taken: Prefix length and values of entries that match.
        excepted: The same of entries that do not.
        by_list: Whether every exception comes from a prefix list.
        wider: A statement that may match more than is known here.
        narrower: A statement that may except more than is known here.
        reason: Why either is not known.
    """

    bits: int
    taken: list[tuple[int, Ranges]] = field(default_factory=list[tuple[int, Ranges]])
    excepted: list[tuple[int, Ranges]] = field(default_factory=list[tuple[int, Ranges]])
    by_list: bool = True
    wider: Node | None = None
    narrower: Node | None = None
    reason: str = ""

    def values(self) -> Ranges:
        """Return the addresses that match, by the longest prefix."""
        if not self.excepted:
            parts = [part for _, values in self.taken for part in values]
            return tuple(parts) if len(parts) == 1 else normalise(parts)
        steps = [(length, 1, values) for length, values in self.taken]
        steps += [(length, 0, values) for length, values in self.excepted]
        found: Ranges = ()
        for _, takes, values in sorted(steps, key=lambda step: (step[0], -step[1])):
            found = normalise((*found, *values)) if takes else without(found, values)
        return found

    def others(self) -> Ranges:
        """Return the addresses in no exception."""
        everything: Ranges = ((0, (1 << self.bits) - 1),)
        return without(everything, normalise(part for _, vs in self.excepted for part in vs))

    def unsure(self, node: Node, reason: str) -> None:
        """Note that an entry is not known."""
        self.reason = self.reason or reason
        if "except" in node.children:
            self.narrower = self.narrower or node
        else:
            self.wider = self.wider or node


def add_prefixes(table: Table, node: Node, *, both_versions: bool) -> None:
    """Add the entries of a ``source-address`` or the like to its table.

    Args:
        table: Of one IP version.
        node: The condition.
        both_versions: Whether the family has both: entries of the other one are then no mistake.
    """
    for child in node.children.values():
        if both_versions and version_bits(child.word) != table.bits:
            continue
        entry = _entry(child.word, table.bits)
        excepts = "except" in child.children
        if entry is None or len(child.children) > excepts:
            table.unsure(child, f"{child.word!r} is not a prefix that is understood")
            continue
        table.by_list = table.by_list and not excepts
        (table.excepted if excepts else table.taken).append(entry)
    holes = any(length == _MASKED for length, _ in (*table.taken, *table.excepted))
    if holes and table.excepted:
        table.narrower = node
        table.reason = "a mask with holes has no length to compare"


def add_lists(table: Table, node: Node, lists: PrefixLists, *, empty_known: bool) -> None:
    """Add the entries of a ``source-prefix-list`` or the like to its table.

    Args:
        table: Of one IP version.
        node: The condition.
        lists: All prefix lists.
        empty_known: Whether a list without prefixes is known to match nothing.
    """
    for child in node.children.values():
        named = lists.named(child.word)
        excepts = "except" in child.children
        entries = [entry for text in named.prefixes if (entry := _entry(text, table.bits))]
        (table.excepted if excepts else table.taken).extend(entries)
        if len(child.children) > excepts:
            table.unsure(child, f"prefix-list {child.word} with more words")
        elif named.missing and not (named.empty and empty_known):
            table.unsure(child, named.missing)
        elif not entries and not empty_known:
            table.unsure(child, f"prefix-list {child.word} has no prefix of this IP version")


@lru_cache(maxsize=65536)
def _entry(text: str, bits: int) -> tuple[int, Ranges] | None:
    """Return prefix length and addresses of ``A``, ``A/LEN`` or ``A/MASK``; None if it is none."""
    base, slash, length = text.partition("/")
    if bits == IPV4_BITS and base.count(".") < _DOTS and base.replace(".", "").isdecimal():
        base = ".".join([*base.split("."), *["0"] * (_DOTS - base.count("."))])
    try:
        if "." in length and bits == IPV4_BITS:
            return _masked(base, length)
        values = prefix(f"{base}/{length}" if slash else base, bits)
    except ValueError:
        return None
    return (int(length) if slash else bits, values)


def _masked(base: str, mask: str) -> tuple[int, Ranges] | None:
    ones = address(mask, IPV4_BITS)
    free = ~ones & ((1 << IPV4_BITS) - 1)
    values = wildcard(address(base, IPV4_BITS), free, IPV4_BITS, _MOST_RANGES)
    if values is None:
        return None
    plain = free & (free + 1) == 0
    return (IPV4_BITS - free.bit_length() if plain else _MASKED, values)


def version_bits(word: str) -> int:
    """Return the width of the address that a word looks like."""
    return IPV6_BITS if ":" in word else IPV4_BITS
