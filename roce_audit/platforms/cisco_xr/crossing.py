"""The filters of a passage: which subinterface takes a frame, and which circuits are joined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.analysis.path import route
from roce_audit.analysis.retag import at_vlans
from roce_audit.model.acl import Direction, Layer
from roce_audit.model.device import Mode
from roce_audit.model.path import Obstacle, Passage, Route, Stage
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr.domains import REWRITE, SPLIT_HORIZON
from roce_audit.platforms.cisco_xr.filters import REDIRECTS
from roce_audit.platforms.cisco_xr.places import Place, place_of

if TYPE_CHECKING:
    from roce_audit.model.device import Device, Interface

NO_SECTION = "the configuration holds no l2vpn section: which circuits are joined is not known"


def cross(device: Device, passage: Passage) -> Route:
    """Return the filters of ``passage``.

    Raises:
        NotThere: An interface or VLAN asked about does not exist in the capture.
        UsageError: Neither end is given.
    """
    ingress = place_of(device, passage.ingress, passage.vlan)
    out_vlan = None if ingress else passage.vlan
    near = ingress.interface.access_vlan if ingress and ingress.interface else None
    egress = place_of(device, passage.egress, out_vlan, near)
    places = [place for place in (ingress, egress) if place is not None]
    names = [_name(place) for place in (ingress, egress)]
    refused = next((place.refused for place in places if place.refused), "")
    if refused:
        return Route((), blocked=_all(Obstacle(refused)))
    way = route(device, Passage(names[0], names[1]))
    doubts = tuple(place.doubt for place in places if place.doubt is not None)
    first = places[0]
    way = replace(
        way,
        stages=tuple(_stages(way, ingress, egress)),
        narrow={VLAN: first.vlans} if first.vlans and first.is_circuit else {},
        doubts=(*way.doubts, *doubts),
        notes=(*way.notes, *_redirections(way)),
    )
    return _worded(device, _joined(device, way, ingress, egress))


def _name(place: Place | None) -> str:
    return place.interface.name if place is not None and place.interface is not None else ""


def _all(obstacle: Obstacle) -> dict[Traffic, Obstacle]:
    return dict.fromkeys(Traffic, obstacle)


def _stages(way: Route, ingress: Place | None, egress: Place | None) -> list[Stage]:
    """Return the stages, with VLAN conditions on the way out answered for the tags there."""
    if ingress is None or egress is None:
        return list(way.stages)
    return [
        replace(stage, filter=at_vlans(stage.filter, egress.vlans)) if _goes_out(stage) else stage
        for stage in way.stages
    ]


def _goes_out(stage: Stage) -> bool:
    binding = stage.binding
    return (
        binding is not None and binding.layer is Layer.PORT and binding.direction is Direction.OUT
    )


def _redirections(way: Route) -> list[str]:
    return [
        f"{stage.filter.name} sends some of the packets that it permits to another next hop"
        for stage in way.stages
        if REDIRECTS in stage.filter.tag.split()
    ]


def _joined(device: Device, way: Route, ingress: Place | None, egress: Place | None) -> Route:
    """Say whether two ends are joined at all, where one is an attachment circuit."""
    if ingress is None or egress is None:
        return way
    ends = [place.interface for place in (ingress, egress) if place.interface is not None]
    circuits = [end for end in ends if end.mode is Mode.ACCESS]
    if not circuits or any(not end.enabled for end in ends):
        return way
    if way.routed is False:
        return _bridged(device, way, ends)
    if any(end.access_vlan is None for end in circuits):
        if not device.vlans:
            return replace(way, blocked=_all(_open("l2vpn", NO_SECTION)))
        lone = next(end for end in circuits if end.access_vlan is None)
        return replace(way, blocked=_all(Obstacle(f"{lone.name} is in no bridge-domain")))
    return _routed(device, way, circuits)


def _bridged(device: Device, way: Route, ends: list[Interface]) -> Route:
    names = [end.name for end in ends]
    if all(_fact(device, name, SPLIT_HORIZON) is not None for name in names):
        reason = f"{names[0]} and {names[1]} are in one split horizon group"
        return replace(way, blocked=_all(_open(f"split horizon {' '.join(names)}", reason)))
    tags = [_fact(device, name, REWRITE) for name in names]
    if None in tags or tags[0] == tags[1]:
        return way
    said = [f"tag {tag}" if tag else "no tag" for tag in tags]
    reason = (
        f"inside the bridge-domain frames of {names[0]} carry {said[0]}, those of {names[1]} "
        f"{said[1]}: they may not fit"
    )
    return replace(way, blocked=_all(_open(f"tags {' '.join(names)}", reason)))


def _routed(device: Device, way: Route, circuits: list[Interface]) -> Route:
    """A BVI takes untagged frames: where a tag is left, it is open whether it routes them."""
    for end in circuits:
        tags = _fact(device, end.name, REWRITE)
        if tags and not _blocked_for_good(way):
            reason = f"frames of {end.name} carry tag {tags} inside the bridge-domain"
            blocked = {**_all(_open(f"tags {end.name}", reason)), **way.blocked}
            return replace(way, blocked=blocked)
    return way


def _blocked_for_good(way: Route) -> bool:
    return len(way.blocked) == len(Traffic) and all(
        each.doubt is None for each in way.blocked.values()
    )


def _open(key: str, reason: str) -> Obstacle:
    return Obstacle(reason, Doubt(key, reason))


def _fact(device: Device, name: str, what: str) -> str | None:
    fact = device.filters.get(("mixed", f"{name} {what}"))
    return fact.tag if fact is not None else None


def _worded(device: Device, way: Route) -> Route:
    """Call bridge-domains by name where the model's numbers for them would be told."""
    if not device.vlans:
        return way

    def said(text: str) -> str:
        if "VLAN" in text:
            for number, domain in device.vlans.items():
                text = text.replace(f"VLAN {number}", domain.source.text)
        return text

    blocked = {traffic: replace(o, reason=said(o.reason)) for traffic, o in way.blocked.items()}
    return replace(way, blocked=blocked, notes=tuple(said(note) for note in way.notes))
