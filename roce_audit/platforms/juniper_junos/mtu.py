"""How large a packet may be at a logical interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.values import number

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Node

ETHERNET_HEADER = 14
"""Bytes of header that ``interfaces X mtu`` counts; ``family inet mtu`` counts none."""
_LARGEST_MTU = 65535


def mtu_of(physical: Node, unit: Node) -> tuple[int | None, int]:
    """Return the smallest of the configured limits, and how much header it counts."""
    found: list[tuple[int, int, int]] = []
    whole = _number_at(physical, "mtu")
    if whole is not None:
        found.append((whole - ETHERNET_HEADER, whole, ETHERNET_HEADER))
    for family in ("inet", "inet6"):
        own = _number_at(unit, "family", family, "mtu")
        if own is not None:
            found.append((own, own, 0))
    if not found:
        return None, 0
    _, value, header = min(found)
    return value, header


def _number_at(node: Node, *words: str) -> int | None:
    value = node.value(*words)
    found = number(value.word) if value is not None else None
    return found if found is not None and found <= _LARGEST_MTU else None
