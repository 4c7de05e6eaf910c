"""From findings to an ordered list of remedies: one per filter and kind of traffic."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_interface
from typing import TYPE_CHECKING

from roce_audit.model.remedy import DefineFilter, Pair, PermitPackets, Remedy
from roce_audit.packets.prefixes import IPV4_BITS, IPV6_BITS, prefixes
from roce_audit.packets.ranges import Ranges, intersect, normalise
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from roce_audit.findings.finding import Finding
    from roce_audit.model.device import Device
    from roce_audit.model.network import Attachment

_OVER_IPV6 = frozenset({Traffic.V2_IPV6, Traffic.ND})
MOST_LINES = 24
"""Filter lines for single hosts before a remedy names the hosts' subnets instead."""


def plan(
    findings: Iterable[Finding],
    switches: Mapping[str, Device],
    attachments: Iterable[Attachment],
) -> tuple[Remedy, ...]:
    """Return the remedies of all findings, duplicates merged, in the order first named."""
    subnets = _subnets(attachments)
    merged: dict[Hashable, Remedy] = {}
    for finding in findings:
        remedy = finding.remedy
        if remedy is None:
            continue
        key = merge_key(remedy)
        known = merged.get(key)
        if isinstance(known, PermitPackets) and isinstance(remedy, PermitPackets):
            merged[key] = _joined(known, remedy, switches.get(remedy.device))
        else:
            merged.setdefault(key, remedy)
    return tuple(
        _short(remedy, subnets) if isinstance(remedy, PermitPackets) else remedy
        for remedy in merged.values()
    )


def merge_key(remedy: Remedy) -> Hashable:
    """Return what two remedies have in common if one snippet serves both."""
    if isinstance(remedy, PermitPackets):
        return (remedy.kind, remedy.device, remedy.filter, remedy.traffic)
    if isinstance(remedy, DefineFilter):
        return (remedy.kind, remedy.device, remedy.binding.filter)
    return remedy


def _joined(one: PermitPackets, other: PermitPackets, device: Device | None) -> PermitPackets:
    """Return one remedy for both: before the earlier line, for the pairs of both."""
    pairs = tuple(dict.fromkeys((*one.pairs, *other.pairs)))
    vlans = normalise((*one.vlans, *other.vlans)) if one.vlans and other.vlans else ()
    acl = device.filters.get(one.filter) if device else None
    lines = acl.lines if acl else ()
    order = {(line.label, line.source): at for at, line in enumerate(lines)}
    known = [line for line in (one.before, other.before) if line is not None]
    last = len(order)
    first = min(known, key=lambda line: order.get((line.label, line.source), last), default=None)
    return replace(one, pairs=pairs, vlans=vlans, before=first)


def _short(remedy: PermitPackets, subnets: Mapping[int, Ranges]) -> PermitPackets:
    """Name subnets instead of hosts where hosts would take too many lines."""
    bits = IPV6_BITS if remedy.traffic in _OVER_IPV6 else IPV4_BITS
    lines = sum(
        _count(pair.sources, bits) * _count(pair.destinations, bits) for pair in remedy.pairs
    )
    if lines <= MOST_LINES:
        return remedy
    wide = (
        Pair(_widened(pair.sources, subnets[bits]), _widened(pair.destinations, subnets[bits]))
        for pair in remedy.pairs
    )
    return replace(remedy, pairs=tuple(dict.fromkeys(wide)))


def _count(values: Ranges, bits: int) -> int:
    return max(1, sum(1 for _ in prefixes(values, bits)))


def _widened(values: Ranges, subnets: Ranges) -> Ranges:
    """Return the subnets that hold some of ``values``, and what lies in none of them."""
    holding = [net for net in subnets if intersect((net,), values)]
    return normalise((*holding, *values))


def _subnets(attachments: Iterable[Attachment]) -> Mapping[int, Ranges]:
    nets: dict[int, set[tuple[int, int]]] = {IPV4_BITS: set(), IPV6_BITS: set()}
    for port in attachments:
        for text in port.addresses:
            net = ip_interface(text).network
            bounds = (int(net.network_address), int(net.broadcast_address))
            nets[net.max_prefixlen].add(bounds)
    return {bits: tuple(sorted(found)) for bits, found in nets.items()}
