"""The words of an entry for RoCE v2, and what entries of that form let through beyond a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import Box, clip
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    ICMP_TYPE,
    PROTOCOL,
    SOURCE,
)
from roce_audit.packets.prefixes import prefixes
from roce_audit.packets.traffic import REGIONS, ROCE_PORT
from roce_audit.reading.later_fragments import LATER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roce_audit.model.remedy import PermitPackets
    from roce_audit.packets.ranges import Ranges

REMARK = "remark RoCE, added by roce-audit"
"""Above the entries of a repair, where a list has room for it."""
_NAMED = frozenset({ETHERTYPE, PROTOCOL, SOURCE, DESTINATION, DESTINATION_PORT, ICMP_TYPE})
"""Fields by which an entry can tell packets apart."""


def udp_permits(
    remedy: PermitPackets, spell: Callable[[str, int], str], bits: int
) -> tuple[str, ...]:
    """Return ``permit udp SRC DST eq 4791`` for the addresses of a remedy, each once.

    Args:
        remedy: Which packets.
        spell: Writes a prefix ``A/LEN`` of addresses of so many bits as the platform does.
        bits: Width of an address.
    """
    return tuple(
        dict.fromkeys(
            f"permit udp {spell(source, bits)} {spell(destination, bits)} eq {ROCE_PORT}"
            for pair in remedy.pairs
            for source in named_prefixes(pair.sources, bits)
            for destination in named_prefixes(pair.destinations, bits)
        )
    )


def named_prefixes(values: Ranges, bits: int) -> Iterator[str]:
    """Yield the fewest prefixes of the addresses; the one of all if none are given."""
    return prefixes(values or ((0, (1 << bits) - 1),), bits)


def host_or_prefix(prefix: str, bits: int) -> str:
    """Return ``host A`` for a single address, ``any`` for all, else the prefix as it is."""
    base, _, length = prefix.partition("/")
    if length == str(bits):
        return f"host {base}"
    return "any" if length == "0" else prefix


def in_all_vlans(remedy: PermitPackets) -> tuple[Box, ...]:
    """Return the same packets in other VLANs, for entries that name no VLAN."""
    if not remedy.vlans:
        return ()
    found: list[Box] = []
    for pair in remedy.pairs:
        sides = ((SOURCE, pair.sources), (DESTINATION, pair.destinations))
        known: Box = {field: values for field, values in sides if values}
        whole = clip(known, {f: v for f, v in REGIONS[remedy.traffic].items() if f in _NAMED})
        if whole is None:
            continue
        found.append(whole)
        if DESTINATION_PORT in whole:
            portless = {f: values for f, values in whole.items() if f is not DESTINATION_PORT}
            found.append({**portless, FRAGMENT: LATER})
    return tuple(found)
