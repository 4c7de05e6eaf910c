"""All interfaces: units, members of aggregates, what is bound and what may drop at them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Layer
from roce_audit.model.device import Interface
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import VLAN
from roce_audit.packets.ranges import single
from roce_audit.platforms.juniper_junos.bound import Bound, Spot, bound_at, group_of, unknown_in
from roce_audit.platforms.juniper_junos.hazards import (
    BOTH_WAYS,
    IPV4_ONLY,
    IPV6_ONLY,
    Hazard,
    policed,
)
from roce_audit.platforms.juniper_junos.members import (
    JOINING,
    MEMBER_OPTIONS,
    aggregate_of,
    alias,
    join,
)
from roce_audit.platforms.juniper_junos.node import Claim
from roce_audit.platforms.juniper_junos.unit_words import (
    EFFECT,
    IGNORED,
    IP,
    PHYSICAL,
    SWITCHING,
    UNIT,
    in_transit,
)
from roce_audit.platforms.juniper_junos.units import (
    BRIDGED_FAMILIES,
    UnitOf,
    interface_of,
    native_outside,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.policers import Policers
    from roce_audit.platforms.juniper_junos.vlans import VlanTable

_SEES = {"inet": IPV4_ONLY, "inet6": IPV6_ONLY, "ethernet-switching": EVERYTHING}
_NOT_PORTS = frozenset({"interface-range", "interface-set", "traceoptions", *IGNORED})


@dataclass(slots=True)
class Ports:
    """What is found at the interfaces.

    Attributes:
        interfaces: By logical name.
        bound: Filters bound there.
        hazards: What else may drop there.
        groups: Interface groups by logical name.
    """

    interfaces: dict[str, Interface] = field(default_factory=dict[str, Interface])
    bound: list[Bound] = field(default_factory=list[Bound])
    hazards: list[Hazard] = field(default_factory=list[Hazard])
    groups: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class PortReader:
    """Reads the section ``interfaces``.

    Attributes:
        root: The configuration, groups merged.
        vlans: All VLANs.
        policers: All policers.
        vrfs: Routing instance by logical interface.
    """

    root: Node
    vlans: VlanTable
    policers: Policers
    vrfs: dict[str, str]

    def read(self) -> Ports:
        """Return what is at all interfaces."""
        ports = Ports()
        members: list[tuple[Node, Node]] = []
        for node in self.root.at("interfaces"):
            if node.word in _NOT_PORTS:
                node.read(Claim.READ if node.word == "interface-range" else Claim.NO_EFFECT)
                continue
            aggregate = aggregate_of(node)
            if aggregate is not None:
                members.append((node, aggregate))
            self._physical(node, ports)
        for node, aggregate in members:
            join(node, aggregate, ports.interfaces)
        for node in self.root.at("interfaces"):
            if node.word not in _NOT_PORTS:
                alias(node, ports.interfaces)
        return ports

    def _physical(self, node: Node, ports: Ports) -> None:
        _claim(node, PHYSICAL | {"unit", "disable"})
        for unit in node.at("unit"):
            self._unit(UnitOf(node, unit, self.vlans, self.vrfs), ports)

    def _unit(self, unit: UnitOf, ports: Ports) -> None:
        _claim(unit.node, UNIT | {"filter", "policer", "layer2-policer", "accept-source-mac"})
        ports.interfaces[unit.name] = interface_of(unit)
        transit = in_transit(unit.name)
        for family in unit.node.at("family"):
            words = SWITCHING if family.word in BRIDGED_FAMILIES else IP | {"rpf-check"}
            _claim(family, words)
            node = family.get("filter")
            if node is not None and not transit:
                node.read(Claim.NO_EFFECT)
        if transit:
            ports.bound += self._bound(unit, ports)
            ports.hazards += self._hazards(unit)

    def _bound(self, unit: UnitOf, ports: Ports) -> Iterator[Bound]:
        layer = Layer.PORT if unit.bridged else Layer.ROUTED
        places = [("any", unit.node.get("filter"))]
        places += [(each.word, each.get("filter")) for each in unit.node.at("family")]
        for family, node in places:
            if node is None:
                continue
            group = group_of(node)
            if group is not None:
                ports.groups[unit.name] = group
            for strange in unknown_in(node):
                reason = f"{strange.word} is not known among the filters of an interface"
                ports.hazards.append(Hazard(reason, strange, layer, unit.name, (), BOTH_WAYS))
            for each in bound_at(node, Spot(family, _layer(family, layer), unit.name)):
                odd = each.odd or (unit.doubt.reason if unit.doubt else "")
                yield replace(each, odd=odd)

    def _hazards(self, unit: UnitOf) -> Iterator[Hazard]:
        layer = Layer.PORT if unit.bridged else Layer.ROUTED
        for word in ("policer", "layer2-policer"):
            node = unit.node.get(word)
            if node is not None:
                yield from policed(node, unit.name, layer, self.policers, EVERYTHING)
        for word, sees in _SEES.items():
            node = unit.node.get("family", word, "policer")
            if node is not None:
                yield from policed(node, unit.name, layer, self.policers, sees)
            check = unit.node.get("family", word, "rpf-check")
            if check is not None:
                reason = "rpf-check drops packets whose source is not routed back this way"
                yield Hazard(reason, check, layer, unit.name, sees=sees)
        yield from _mac_rules(unit, layer)


def _mac_rules(unit: UnitOf, layer: Layer) -> Iterator[Hazard]:
    allowed = unit.node.get("accept-source-mac")
    if allowed is not None:
        yield Hazard("only listed source MAC addresses are let in", allowed, layer, unit.name)
    for options in MEMBER_OPTIONS:
        node = unit.physical.get(options, "source-filtering")
        if node is not None:
            yield Hazard("source-filtering drops other source MACs", node, layer, unit.name)
    if unit.doubt is not None:
        yield Hazard(unit.doubt.reason, unit.node, layer, unit.name, (), BOTH_WAYS)
    native = native_outside(unit)
    if native is not None:
        vlan = unit.vlans.named([native])
        reason = "the port is no member of its native VLAN, so untagged frames may be dropped"
        yield Hazard(reason, native, layer, unit.name, sees={VLAN: single(vlan[0][0])})


def _layer(family: str, layer: Layer) -> Layer:
    return Layer.ROUTED if family in ("inet", "inet6") else layer


def _claim(node: Node, known: frozenset[str] | set[str]) -> None:
    """Claim the statements of a level: those known, and (as uncertain) those that are not."""
    node.read()
    for child in node.children.values():
        if child.word in IGNORED:
            continue
        if child.word not in known:
            child.doubt(f"{child.word} is not known at an interface")
        elif child.word not in EFFECT:
            child.read(Claim.NO_EFFECT)
        elif child.word in MEMBER_OPTIONS:
            for option in child.children.values():
                joins = option.word in JOINING or option.word == "source-filtering"
                option.read(Claim.READ if joins else Claim.NO_EFFECT)
