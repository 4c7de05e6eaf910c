"""A filter as it acts on packets whose VLAN is known and is not the one they came in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Call, Filter, Line
from roce_audit.packets.fields import VLAN, Dimension, Doubt
from roce_audit.packets.ranges import Ranges, intersect, single

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.packets.boxes import Box


def at_vlans(acl: Filter, vlans: Ranges) -> Filter:
    """Return ``acl`` with its VLAN conditions answered for packets in one of ``vlans``.

    A condition that holds for some of the VLANs and not for others becomes a doubt.
    """
    lines = tuple(_line(line, vlans) for line in acl.lines)
    return acl if lines == acl.lines else replace(acl, lines=lines)


def _line(line: Line, vlans: Ranges) -> Line:
    action = line.action
    if isinstance(action, Call):
        action = Call(tuple(_line(each, vlans) for each in action.lines), action.resume)
    elif not any(VLAN in box for box in line.matches):
        return line
    matches = tuple(box for each in line.matches if (box := _box(each, vlans)) is not None)
    return replace(line, action=action, matches=matches)


def _box(box: Box, vlans: Ranges) -> Box | None:
    wanted = box.get(VLAN)
    if wanted is None:
        return box
    common = intersect(wanted, vlans)
    if not common:
        return None
    rest: Mapping[Dimension, Ranges] = {d: v for d, v in box.items() if d is not VLAN}
    if common == vlans or not vlans:
        return rest
    doubt = Doubt("egress VLAN", "the packet may leave in a VLAN that the line does not match")
    return {**rest, doubt: single(1)}
