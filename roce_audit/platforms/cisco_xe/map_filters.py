"""VLAN maps as filters: each entry calls its lists, and acts on what they permit."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_xe.filters import IMPLICIT
from roce_audit.platforms.cisco_xe.settings import (
    ARP_BOX,
    IPV4_BOX,
    IPV6_BOX,
    MAC_SEES_IPV6,
    MAP_SEES_ARP,
    MAP_TYPE_OF_IPV6,
    NOT_IP_NOR_ARP,
    YES,
)
from roce_audit.platforms.cisco_xe.vlan_maps import ACTION_UNKNOWN
from roce_audit.reading.doubts import either_way

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xe.settings import Settings
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.platforms.cisco_xe.vlan_state import MapEntry, VlanMap

_ACTIONS = {"forward": Action.PERMIT, "drop": Action.DENY}
KIND = "vlan access-map"
_DISCOVERY = Doubt(
    "VLAN maps and neighbour discovery",
    "documents do not say whether a VLAN map sees the implicit permits of IPv6 lists",
)


def map_filters(xe: Xe, filters: Mapping[FilterKey, Filter]) -> dict[FilterKey, Filter]:
    """Return every VLAN map as a filter.

    Args:
        xe: The device.
        filters: The access lists that the maps may look at.
    """
    made = (_filter(xe.settings, each, filters) for each in xe.maps.values())
    return {acl.key: acl for acl in made}


def _filter(settings: Settings, vlan_map: VlanMap, filters: Mapping[FilterKey, Filter]) -> Filter:
    lines: list[Line] = []
    if vlan_map.broken is not None:
        lines += either_way(vlan_map.broken, EVERYTHING, "it may belong to the VLAN map")
    for number, entry in sorted(vlan_map.entries.items()):
        lines += _entry(settings, entry, filters, str(number))
    return Filter(
        family=Family.MIXED,
        name=vlan_map.name,
        lines=(*lines, *_tail(settings, vlan_map)),
        default=Action.PERMIT,
        source=vlan_map.header.source,
        kind=KIND,
    )


def _entry(
    settings: Settings, entry: MapEntry, filters: Mapping[FilterKey, Filter], label: str
) -> Iterator[Line]:
    if entry.broken:
        for box in _offered(settings, entry):
            yield from either_way(entry.header, box, entry.broken, label)
        return
    action = _ACTIONS[entry.action]
    where = (entry.action_statement or entry.header).source
    if not entry.matches:
        yield Line(action, (EVERYTHING,), where, label)
    for key, statement in sorted(entry.matches.items(), key=itemgetter(0)):
        acl = filters.get(key)
        boxes = _seen(settings, key[0])
        if acl is None or not acl.lines:
            # An empty or missing list stands for every packet of its type.
            yield Line(action, boxes, statement.source, label)
        else:
            called = tuple(_called(line, action) for line in acl.lines)
            yield Line(Call(called), boxes, statement.source, label)


def _offered(settings: Settings, entry: MapEntry) -> tuple[Box, ...]:
    """Return what an entry may take of which one statement is not understood."""
    if not entry.matches or not entry.broken.startswith(ACTION_UNKNOWN):
        return (EVERYTHING,)
    return tuple(box for key in entry.matches for box in _seen(settings, key[0]))


def _seen(settings: Settings, family: str) -> tuple[Box, ...]:
    """Return the packets that a match clause looks at."""
    if family == Family.IPV4:
        return (IPV4_BOX,)
    if family == Family.IPV6:
        return (IPV6_BOX,)
    arp: Box = {**ARP_BOX, MAP_SEES_ARP: YES}
    if settings.mac_acl_ipv6 == "unseen":
        return (NOT_IP_NOR_ARP, arp)
    if settings.mac_acl_ipv6 == "seen":
        return (NOT_IP_NOR_ARP, arp, IPV6_BOX)
    return (NOT_IP_NOR_ARP, arp, {**IPV6_BOX, MAC_SEES_IPV6: YES})


def _called(line: Line, action: Action) -> Line:
    """Return a list's line as the map takes it: a permit acts, a deny means "not this entry"."""
    if line.action is Action.DENY:
        return replace(line, action=Action.RETURN)
    if line.source.text.startswith(IMPLICIT):
        return replace(
            line, action=action, matches=tuple({**b, _DISCOVERY: YES} for b in line.matches)
        )
    return replace(line, action=action)


def _tail(settings: Settings, vlan_map: VlanMap) -> Iterator[Line]:
    """Yield what happens behind the last entry: a type that is matched somewhere is dropped."""
    types = {key[0] for entry in vlan_map.entries.values() for key in entry.matches}
    boxes: list[Box] = []
    if Family.IPV4 in types:
        boxes.append(IPV4_BOX)
    if Family.MAC in types:
        boxes += _seen(settings, Family.MAC)
    if Family.IPV6 in types:
        boxes.append(IPV6_BOX)
    elif Family.IPV4 in types:
        boxes.append({**IPV6_BOX, MAP_TYPE_OF_IPV6: YES})
    if boxes:
        text = f"{IMPLICIT}drop: the map matches packets of this type, and no entry took this one"
        yield Line(Action.DENY, tuple(boxes), SourceRef(vlan_map.header.file, None, text))
