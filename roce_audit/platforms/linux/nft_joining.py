"""Two negated conditions side by side, which some versions of nft join into one comparison.

nft 1.0.6 loads neighbouring header fields at once: ``udp sport != 1 udp dport != 2`` then drops
everything but the packets in which *both* are equal. The listing shows no difference, and later
versions do not do it, so packets in which one of the two is equal are open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.unions import Union

# First byte and length of fields that are joined; ip and ip6 addresses are not (run).
_LAYOUT: Mapping[str, tuple[str, Mapping[str, tuple[int, int]]]] = {
    "ether": ("ll", {"daddr": (0, 6), "saddr": (6, 6), "type": (12, 2)}),
    "ip": ("nh", {"length": (2, 2), "id": (4, 2), "ttl": (8, 1), "protocol": (9, 1)}),
    "ip6": ("nh", {"length": (4, 2), "nexthdr": (6, 1), "hoplimit": (7, 1)}),
    "udp": ("th", {"sport": (0, 2), "dport": (2, 2), "length": (4, 2)}),
    "tcp": ("th", {"sport": (0, 2), "dport": (2, 2)}),
    "th": ("th", {"sport": (0, 2), "dport": (2, 2)}),
}
_RAW = re.compile(r"@(ll|nh|th),(\d+),(\d+)$")
_BYTE = 8
NO_FIELDS = frozenset(
    {"meta", "iif", "iifname", "oif", "oifname", "ct", "fib", "rt", "socket", "mark", "pkttype"}
)
"""Conditions that look at no bytes of the packet: they do not stand between two that are joined."""
Place: TypeAlias = tuple[str, int, int]
"""Header, first byte and length in bytes."""
WHY = "two negated conditions that this version of nft may have joined into one"


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition ``PROTOCOL FIELD != VALUE`` just read.

    Attributes:
        place: Of the field.
        raw: Whether the field was given by its place: such ones are joined in either order (run).
        before: The packets that came as far as the condition.
        holds: Those for which it holds.
    """

    place: Place
    raw: bool
    before: Union
    holds: Union


def place_of(first: str, second: str) -> tuple[Place | None, int]:
    """Return where a selector's field is, None if it may not be joined, and how many words it has.

    Args:
        first: First word of the condition, ``udp`` or ``@th,16,16``.
        second: Second word.
    """
    raw = _RAW.match(first)
    if raw is not None:
        at, length = int(raw[2]), int(raw[3])
        whole = not at % _BYTE and not length % _BYTE
        return ((raw[1], at // _BYTE, length // _BYTE) if whole else None), 1
    base, fields = _LAYOUT.get(first, ("", {}))
    found = fields.get(second)
    return (None if found is None else (base, *found)), 2


def is_single(value: str, behind: str) -> bool:
    """Whether a value is one number or name: no set, range or prefix (``behind``: next word)."""
    return value[:1] not in {"{", "@", ""} and "/" not in value and behind != "-"


def may_join(first: Negated | None, second: Negated) -> bool:
    """Whether the two fields lie side by side."""
    if first is None:
        return False
    base, at, length = first.place
    other, start, size = second.place
    behind = start + size == at and (first.raw or second.raw)
    return base == other and (at + length == start or behind)
