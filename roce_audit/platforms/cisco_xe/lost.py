"""Statements that are not understood but name a list or a map: what they name is in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_xe.access_list import AccessList
from roce_audit.reading.guard import Guard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.platforms.cisco_xe.state import Port, Xe
    from roce_audit.reading.statement import Statement

_KINDS = {"ipv4": "extended", "ipv6": "ipv6", "mac": "mac"}


def doubt_what_is_named(xe: Xe, ports: Mapping[str, Port]) -> None:
    """Mark every list and map that a lost statement names as not understood."""
    for statement in xe.lost:
        reason = f"line {statement.line} is not understood and may be about it"
        for key in {*xe.lists, *_referenced(xe, ports)}:
            if key[1] in statement.words:
                _doubt_list(xe, key, statement, reason)
        for name, vlan_map in xe.maps.items():
            if name in statement.words:
                vlan_map.broken = vlan_map.broken or statement


def _doubt_list(xe: Xe, key: FilterKey, statement: Statement, reason: str) -> None:
    acl = xe.lists.get(key)
    if acl is None:
        family, name = key
        acl = xe.lists[key] = AccessList(Family(family), name, _KINDS[family], statement)
    acl.broken = acl.broken or reason


def _referenced(xe: Xe, ports: Mapping[str, Port]) -> Iterator[FilterKey]:
    """Yield the lists that interfaces and VLAN maps use."""
    for port in ports.values():
        yield from (bound.key for bound in port.bound.values())
    for vlan_map in xe.maps.values():
        for entry in vlan_map.entries.values():
            yield from entry.matches


def lost_vlan_filters(xe: Xe) -> list[Guard]:
    """Return a guard for every VLAN that a damaged ``vlan filter`` may mean."""
    return [
        Guard(f"line {each.line} is not understood: it may bind a VLAN map", each, (EVERYTHING,))
        for each in xe.lost
        if "vlan-list" in each.words or each.words[:2] == ("vlan", "filter")
    ]
