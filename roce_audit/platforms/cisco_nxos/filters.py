"""The filters of a device, once everything is read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, FilterKey, Line
from roce_audit.packets.fields import ETHERTYPE, FRAGMENT, ICMP_TYPE, PROTOCOL, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV6, ICMPV6
from roce_audit.platforms.cisco_nxos.entry import either_way
from roce_audit.platforms.cisco_nxos.groups import Groups
from roce_audit.platforms.cisco_nxos.mac_entry import NON_IP
from roce_audit.platforms.cisco_nxos.map_filter import map_filter
from roce_audit.platforms.cisco_nxos.policy_map import policy_filter
from roce_audit.platforms.cisco_nxos.row import scope_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_nxos.acl import Acl
    from roce_audit.platforms.cisco_nxos.row import Row
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.platform import Assume

FAMILIES = {"ip": Family.IPV4, "ipv6": Family.IPV6, "mac": Family.MAC}
MAC_EMPTY = "it is not documented that an undefined or empty MAC list permits everything"
_LATER_FRAGMENT: Box = {FRAGMENT: single(2)}
_ND: Box = {
    ETHERTYPE: single(ETHERTYPE_IPV6),
    PROTOCOL: single(ICMPV6),
    ICMP_TYPE: ((133, 136),),
}
"""Router and neighbour solicitation and advertisement, RFC 4861."""


def filters_of(state: State, assume: Assume) -> dict[FilterKey, Filter]:
    """Return all filters by key: access lists, VLAN maps, policies that limit a rate."""
    groups = Groups(state.groups, assume.get("undefined_group", ""))
    for acl in state.acls.values():
        _read_late(acl, groups, state)
    lists = {built.key: built for built in (_list(acl, assume) for acl in state.acls.values())}
    filters = dict(lists)
    for name, entries in state.maps.items():
        if entries:
            others = assume.get("vlan_map_other", "")
            built = map_filter(name, entries, lists, others, state.lost_map)
            filters[built.key] = built
    for name, policy in state.policies.items():
        limited = policy_filter(name, policy, state.classes, lists)
        if limited is not None:
            filters[limited.key] = limited
    return filters


def _read_late(acl: Acl, groups: Groups, state: State) -> None:
    """Read the entries that name groups, now that all groups are known."""
    for row in acl.late:
        row.lines, reason = row.read(acl.kind, "", acl.untyped, groups)
        if reason:
            state.book.doubt(row.source, reason)
        else:
            state.book.read += 1


def _list(acl: Acl, assume: Assume) -> Filter:
    lines = tuple(_lines(acl))
    entered = any(line.label for line in lines) or bool(acl.strays) or bool(acl.odd)
    family = FAMILIES[acl.kind]
    if entered:
        lines = (*lines, *_last(acl, assume))
    default, doubt = _default(acl, assume) if not entered else (Action.DENY, None)
    return Filter(
        family,
        acl.name,
        lines if entered else (),
        default,
        acl.header.source,
        default_doubt=doubt,
        kind=f"{acl.kind} access-list",
        sees=(NON_IP,) if family is Family.MAC else None,
    )


def _lines(acl: Acl) -> Iterator[Line]:
    """Yield the lines in the order tried, each labelled with its number."""
    if acl.odd:
        yield from either_way(acl.header.source, scope_of(acl.kind), acl.odd, "")
    strays = sorted(acl.strays, key=lambda stray: stray[0])
    for number in sorted(acl.rows):
        while strays and strays[0][0] < number:
            yield from strays.pop(0)[1].lines or ()
        yield from _numbered(acl.rows[number], str(number))
    for _, row in strays:
        yield from row.lines or ()


def _numbered(row: Row, label: str) -> Iterator[Line]:
    for line in row.lines or ():
        yield line if line.label == label else replace(line, label=label)


def _last(acl: Acl, assume: Assume) -> Iterator[Line]:
    """Yield what is tried before the packet is dropped at the end of the list."""
    source = acl.header.source
    if acl.fragments is not None:
        yield Line(acl.fragments, ({**scope_of(acl.kind), **_LATER_FRAGMENT},), source)
    if acl.kind == "ipv6" and assume.get("implicit_nd") == "permitted":
        yield Line(Action.PERMIT, (_ND,), source)


def _default(acl: Acl, assume: Assume) -> tuple[Action, Doubt | None]:
    """Return what a list without entries does."""
    where = f"{acl.kind} access-list {acl.name}"
    if acl.kind == "mac":
        return mac_default(where, assume)
    if acl.rows or acl.knobs or acl.fragments is not None:
        reason = f"documents do not say whether {where}, which holds no entry, permits everything"
        return Action.PERMIT, Doubt(f"{where} without entries", reason)
    return Action.PERMIT, None


def mac_default(where: str, assume: Assume) -> tuple[Action, Doubt | None]:
    """Return what an undefined or empty MAC list does."""
    settled = assume.get("undefined_mac", "")
    if settled:
        return Action(settled), None
    return Action.PERMIT, Doubt(f"{where} without entries", MAC_EMPTY)
