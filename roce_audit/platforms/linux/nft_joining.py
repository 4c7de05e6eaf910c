"""Two negated conditions side by side, which some versions of nft join into one comparison.

nft 1.0.6 loads neighbouring header fields at once: ``udp sport != 1 udp dport != 2`` then drops
everything but the packets in which *both* are equal. The listing shows no difference, and later
versions do not do it, so packets in which one of the two is equal are open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.unions import Union

# First byte and length of fields that are joined; ip and ip6 addresses are not (run).
_LAYOUT: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "ether": {"daddr": (0, 6), "saddr": (6, 6), "type": (12, 2)},
    "ip": {"length": (2, 2), "id": (4, 2), "ttl": (8, 1), "protocol": (9, 1)},
    "ip6": {"length": (4, 2), "nexthdr": (6, 1), "hoplimit": (7, 1)},
    "udp": {"sport": (0, 2), "dport": (2, 2), "length": (4, 2)},
    "tcp": {"sport": (0, 2), "dport": (2, 2)},
    "th": {"sport": (0, 2), "dport": (2, 2)},
}
WHY = "two negated conditions that this version of nft may have joined into one"


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition ``PROTOCOL FIELD != VALUE`` just read.

    Attributes:
        protocol: Header.
        field: Field of it.
        before: The packets that came as far as the condition.
        holds: Those for which it holds.
    """

    protocol: str
    field: str
    before: Union
    holds: Union


def is_single(value: str, behind: str) -> bool:
    """Whether a value is one number or name: no set, range or prefix (``behind``: next word)."""
    return value[:1] not in {"{", "@", ""} and "/" not in value and behind != "-"


def may_join(first: Negated | None, second: Negated) -> bool:
    """Whether the second field begins where the first one ends."""
    if first is None or first.protocol != second.protocol:
        return False
    layout = _LAYOUT.get(first.protocol, {})
    here, there = layout.get(first.field), layout.get(second.field)
    return here is not None and there is not None and sum(here) == there[0]
