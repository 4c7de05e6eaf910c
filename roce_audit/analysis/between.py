"""What the two ends of a passage say about the packets between them, before any filter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.path import Obstacle
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import Ranges, intersect
from roce_audit.packets.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.analysis.ends import End

ROUTERS_DROP_V1 = "a routed hop never forwards RoCE v1 (EtherType 0x8915 is not IP)"


@dataclass(frozen=True, slots=True)
class Between:
    """What the two ends say about the packets between them.

    Attributes:
        ingress: Where they enter; None if not asked about.
        egress: Where they leave; None if not asked about.
        narrow: VLANs they enter in; empty on a routed port.
        blocked: Traffic that cannot take this way whatever the filters say.
        notes: For the reader of the answer, as sentences.
        routed: Whether the device routes them; None if it is not certain.
    """

    ingress: End | None
    egress: End | None
    narrow: Ranges
    blocked: dict[Traffic, Obstacle]
    notes: tuple[str, ...]
    routed: bool | None = None


def between(ingress: End | None, egress: End | None) -> Between:
    """Return what the ends say; at least one is given."""
    ends = [end for end in (ingress, egress) if end is not None]
    down = next((end.down for end in ends if end.down), "")
    if down:
        return Between(ingress, egress, (), _all_blocked(down), ())
    if ingress is None or egress is None:
        return _one_ended(ends[0], ingress, egress)
    common = intersect(ingress.vlans, egress.vlans)
    if common and ingress.is_routed is False and egress.is_routed is False:
        return Between(ingress, egress, common, {}, _narrowed(ingress, common), routed=False)
    return _routed_plan(ingress, egress)


def _one_ended(end: End, ingress: End | None, egress: End | None) -> Between:
    notes: tuple[str, ...] = ()
    if end.port is not None and end.vlans and end.routed:
        way = "--out" if ingress else "--in"
        notes = (f"filters of routed interfaces count only with {way}, for packets it routes",)
    return Between(ingress, egress, end.vlans, _v1_obstacle([end]), notes, end.is_routed)


def _routed_plan(ingress: End, egress: End) -> Between:
    plan = Between(ingress, egress, ingress.vlans, _v1_obstacle([ingress, egress]), (), routed=True)
    certain = ingress.is_routed is not None and egress.is_routed is not None
    if certain:
        plan.blocked[Traffic.V1] = Obstacle(ROUTERS_DROP_V1)
    for end in (ingress, egress):
        if not end.routed and certain:
            vlans = ", ".join(
                f"{low}-{high}" if low < high else str(low) for low, high in end.vlans
            )
            reason = f"nothing here routes VLAN {vlans} of {end.name}: no interface has an address"
            return replace(plan, blocked=_all_blocked(reason))
    apart = _apart(ingress, egress)
    return replace(plan, blocked={**apart, **plan.blocked}) if apart else plan


def _apart(ingress: End, egress: End) -> dict[Traffic, Obstacle]:
    """Return the obstacle between routed interfaces of different VRFs: there may be a leak."""
    sides = [{interface.vrf for interface, _ in end.routed} for end in (ingress, egress)]
    if not all(sides) or sides[0] & sides[1]:
        return {}
    one, other = (", ".join(sorted(name or "default" for name in side)) for side in sides)
    reason = f"{ingress.name} is in VRF {one}, {egress.name} in VRF {other}"
    leak = Doubt(f"no route between {one} and {other}", f"{reason}, and routes may leak or not")
    return {traffic: Obstacle(reason, leak) for traffic in Traffic}


def _v1_obstacle(ends: Iterable[End]) -> dict[Traffic, Obstacle]:
    for end in ends:
        if end.is_routed:
            reason = f"{end.name} is routed, and {ROUTERS_DROP_V1}"
            return {Traffic.V1: Obstacle(reason), Traffic.ARP: Obstacle(reason)}
        if end.is_routed is None and end.doubt is not None:
            reason = f"{end.name} may be routed, and {ROUTERS_DROP_V1}"
            return {Traffic.V1: Obstacle(reason, end.doubt)}
    return {}


def _all_blocked(reason: str) -> dict[Traffic, Obstacle]:
    return {traffic: Obstacle(reason) for traffic in Traffic}


def _narrowed(ingress: End, common: Ranges) -> tuple[str, ...]:
    if common == ingress.vlans:
        return ()
    return ("judged for the VLANs that both ends carry; name one with --vlan",)
