"""Filters and rules that do not stand at an interface: of VLANs, of forwarding tables, of zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction, Layer
from roce_audit.model.device import Mode
from roce_audit.platforms.juniper_junos.bound import Bound, Spot, bound_at, unknown_in
from roce_audit.platforms.juniper_junos.hazards import BOTH_WAYS, Hazard
from roce_audit.platforms.juniper_junos.node import Claim
from roce_audit.platforms.juniper_junos.unit_words import in_transit
from roce_audit.platforms.juniper_junos.vlan_hazards import vlan_hazards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roce_audit.model.device import Interface
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.vlans import VlanTable

_ZONES = "security policies between zones are not read"
_AUTHENTICATED = "dot1x lets in only what it has authenticated"
_EVERY_VLAN = ((1, 4094),)


def at_vlans(vlans: VlanTable) -> tuple[list[Bound], list[Hazard]]:
    """Return the filters of VLANs, both where newer and where older switches have them."""
    bound: list[Bound] = []
    hazards: list[Hazard] = []
    for name, vlan in vlans.nodes.items():
        numbers = vlans.numbers[name]
        hazards += vlan_hazards(vlan, numbers)
        spot = Spot(
            "ethernet-switching",
            Layer.VLAN,
            vlans=numbers,
            everywhere=True,
            inactive="" if numbers else f"VLAN {name} has no number",
        )
        for node in (vlan.get("forwarding-options", "filter"), vlan.get("filter")):
            if node is not None:
                bound += bound_at(node, spot)
                hazards += [
                    Hazard(
                        f"{each.word} is not known there", each, Layer.VLAN, "", numbers, BOTH_WAYS
                    )
                    for each in unknown_in(node)
                ]
    return bound, hazards


def at_tables(root: Node, interfaces: Mapping[str, Interface]) -> tuple[list[Bound], list[Hazard]]:
    """Return the filters of forwarding tables: each packet that the instance routes meets them.

    A packet meets such a filter once. It is bound at every routed interface both ways, so that a
    question about one end counts it too; meeting the same filter twice changes nothing.
    """
    bound: list[Bound] = []
    hazards: list[Hazard] = []
    for vrf, options in _options(root):
        names = [name for name, each in interfaces.items() if _routes(each, vrf)]
        for family in options.at("family"):
            family.read()
            node = family.get("filter")
            if node is None:
                continue
            if family.word in ("inet", "inet6"):
                for spot in (
                    Spot(family.word, Layer.ROUTED, name, everywhere=True) for name in names
                ):
                    for each in bound_at(node, spot):
                        bound += _both_ways(each)
            else:
                reason = f"a table filter of family {family.word} is not followed"
                hazards.append(Hazard(reason, node, Layer.VLAN, "", _EVERY_VLAN, BOTH_WAYS))
    return bound, hazards


def _routes(interface: Interface, vrf: str) -> bool:
    own = interface.mode is Mode.ROUTED and interface.vrf == vrf
    return own and in_transit(interface.name)


def _both_ways(bound: Bound) -> Iterator[Bound]:
    for direction in (Direction.IN, Direction.OUT):
        yield Bound(
            bound.family,
            bound.names,
            bound.chained,
            direction,
            bound.layer,
            bound.node,
            bound.interface,
            odd=bound.odd,
            everywhere=True,
        )


def _options(root: Node) -> Iterator[tuple[str, Node]]:
    """Yield (routing instance, its forwarding options); "" is the default instance."""
    holders: Iterable[tuple[str, Node]] = [
        ("", root),
        *((each.word, each) for each in root.at("routing-instances")),
    ]
    for name, holder in holders:
        options = holder.get("forwarding-options")
        if options is not None:
            profiles = options.get("storm-control-profiles")
            if profiles is not None:
                # They count broadcast, multicast and unknown unicast, never known unicast.
                profiles.read(Claim.NO_EFFECT)
            yield name, options


def instances(root: Node) -> dict[str, str]:
    """Return the routing instance of each interface that is in one."""
    found: dict[str, str] = {}
    for instance in root.at("routing-instances"):
        for interface in instance.at("interface"):
            interface.read()
            name = interface.word if "." in interface.word else f"{interface.word}.0"
            found[name] = instance.word
    return found


def _at_zones(root: Node) -> list[Hazard]:
    """Return what security policies may drop: they see packets routed between zones."""
    found: list[Hazard] = []
    for zone in root.at("security", "zones", "security-zone"):
        for interface in zone.at("interfaces"):
            name = interface.word if "." in interface.word else f"{interface.word}.0"
            found.append(Hazard(_ZONES, interface, Layer.ROUTED, name, (), BOTH_WAYS))
    return found


def _at_authenticators(root: Node, interfaces: Mapping[str, Interface]) -> list[Hazard]:
    """Return the ports where 802.1X lets in only what it has authenticated."""
    found: list[Hazard] = []
    for node in root.at("protocols", "dot1x", "authenticator", "interface"):
        named = node.word if "." in node.word else f"{node.word}.0"
        names = [*interfaces] if node.word == "all" else [named]
        found += [
            Hazard(_AUTHENTICATED, node, Layer.PORT, name)
            for name in names
            if name in interfaces and in_transit(name) and interfaces[name].svi_vlan is None
        ]
    return found


def at_rules(root: Node, interfaces: Mapping[str, Interface]) -> list[Hazard]:
    """Return what rules that are no filters may drop: security zones, port authentication."""
    return [*_at_zones(root), *_at_authenticators(root, interfaces)]
