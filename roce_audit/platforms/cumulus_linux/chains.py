"""Chains of policy.d as filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cumulus_linux.match import Entry
from roce_audit.platforms.cumulus_linux.policy_rule import IP6TABLES, IPTABLES
from roce_audit.platforms.cumulus_linux.policy_words import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cumulus_linux.device import ChainKey, Placed

_KINDS = {IPTABLES: ETHERTYPE_IPV4, IP6TABLES: ETHERTYPE_IPV6}


def chain_name(table: str, chain: str) -> str:
    """Return the name of the filter of a chain."""
    return chain if table == "filter" else f"{table} {chain}"


def chain_key(table: str, chain: str) -> tuple[str, str]:
    """Return the key of the filter of a chain."""
    return (Family.MIXED.value, chain_name(table, chain))


def chain_filter(table: str, chain: str, source: SourceRef, lines: tuple[Line, ...]) -> Filter:
    """Return the filter of a chain: what it does not take passes."""
    return Filter(
        family=Family.MIXED,
        name=chain_name(table, chain),
        lines=lines,
        default=Action.PERMIT,
        source=source,
        kind=f"policy.d table {table} chain",
        tag=f"{table} {chain}",
    )


def in_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return lines as hardware takes them: those that only name where packets leave stand last."""
    found = list(entries)
    return (
        *(entry for entry in found if entry.inward or not entry.outward),
        *(entry for entry in found if entry.outward and not entry.inward),
    )


def chain_entries(
    chains: Mapping[ChainKey, tuple[Placed, ...]],
    policies: Mapping[ChainKey, SourceRef],
    table: str,
    chain: str,
) -> tuple[Entry, ...]:
    """Return the lines of a chain in the order of the hardware's lookup."""
    found: list[Entry] = []
    for section in SECTIONS:
        found += in_order(each.entry for each in chains.get((section, table, chain), ()))
    return (*found, *policy_entries(policies, table, chain))


def policy_entries(
    policies: Mapping[ChainKey, SourceRef], table: str, chain: str
) -> tuple[Entry, ...]:
    """Return what the policies of a chain may drop."""
    return tuple(
        Entry(_dropped(section, source))
        for (section, *place), source in policies.items()
        if place == [table, chain]
    )


def _dropped(section: str, source: SourceRef) -> Line:
    reason = f"line {source.line} drops by policy, which hardware may not do"
    doubt = Doubt(f"{source.file} line {source.line} policy", reason)
    box: Box = {doubt: single(1)}
    if section in _KINDS:
        box = {ETHERTYPE: single(_KINDS[section]), doubt: single(1)}
    return Line(Action.DENY, (box,), source, "policy")
