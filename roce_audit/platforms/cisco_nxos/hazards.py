"""Filters that stand for whatever else may drop packets, and the bindings of VLANs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, FilterKey, Layer, Line
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_ARP
from roce_audit.platforms.cisco_nxos.entry import YES
from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Hazard
from roce_audit.platforms.cisco_nxos.switchport import ALL_VLANS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cisco_nxos.port import Bound, Port
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.platforms.cisco_nxos.vlans import Vlans

Danger: TypeAlias = tuple[Filter, tuple[Binding, ...]]
"""A filter that may drop what a hazard may drop, and where it acts."""


def dangers_at(port: Port) -> Iterator[Danger]:
    """Yield the hazards of a port."""
    for hazard in port.hazards.values():
        yield _danger(hazard, port.name, ())


def dangers_of(vlans: Vlans) -> Iterator[Danger]:
    """Yield the hazards of VLANs."""
    for number, row in vlans.rows.items():
        if row.isolating is not None:
            yield _danger(row.isolating, "", ((number, number),))
    for numbers, source in vlans.inspected:
        hazard = Hazard(
            "ARP inspection",
            "drops ARP that no DHCP lease confirms",
            source,
            sees=({ETHERTYPE: single(ETHERTYPE_ARP)},),
        )
        yield _danger(hazard, "", numbers)
    for source in vlans.odd_filters:
        hazard = Hazard("vlan filter", "may put a VLAN map anywhere", source, directions=BOTH_WAYS)
        yield _danger(hazard, "", ALL_VLANS)


def _danger(hazard: Hazard, interface: str, vlans: Ranges) -> Danger:
    source = hazard.source
    doubt = Doubt(f"{source.file} line {source.line}", f"line {source.line} {hazard.reason}")
    doubted = tuple({**box, doubt: YES} for box in hazard.sees)
    where = interface or f"VLAN {vlans[0][0]}"
    acl = Filter(
        Family.MIXED,
        f"{hazard.title} on {where}",
        (Line(Action.DENY, doubted, source),),
        Action.PERMIT,
        source,
        kind=hazard.title,
    )
    layer = Layer.VLAN if vlans else hazard.layer
    bindings = tuple(
        Binding(acl.key, interface, vlans, direction, layer, hazard.sees, source)
        for direction in hazard.directions
    )
    return acl, bindings


def told_apart(dangers: Iterable[Danger]) -> Iterator[Danger]:
    """Yield ``dangers`` with names of their own: those of one kind at one place name their line."""
    seen: set[FilterKey] = set()
    for acl, bindings in dangers:
        if acl.key in seen:
            named = replace(acl, name=f"{acl.name}, line {acl.source.line}")
            yield named, tuple(replace(binding, filter=named.key) for binding in bindings)
            continue
        seen.add(acl.key)
        yield acl, bindings


def map_bindings(vlans: Vlans) -> Iterator[Binding]:
    """Yield the bindings of VLAN maps, which act both ways."""
    for name, use in vlans.filters.items():
        missing = Doubt(f"vlan access-map {name}", f"VLAN map {name} is not defined")
        for direction in BOTH_WAYS:
            yield Binding(
                (Family.MIXED.value, name),
                "",
                use.vlans,
                direction,
                Layer.VLAN,
                (EVERYTHING,),
                use.source,
                undefined_doubt=missing,
            )


def limits_of(
    state: State, filters: Mapping[FilterKey, Filter], ports: Mapping[str, Port]
) -> Iterator[Binding]:
    """Yield the bindings of policies that limit a rate.

    Args:
        state: What was read.
        filters: Those of the device; a policy that limits nothing has none.
        ports: The ports that count, by name.
    """
    for name, port in ports.items():
        layer = Layer.ROUTED if name.startswith("Vlan") else Layer.PORT
        system = state.system.policies if state.system and layer is Layer.PORT else {}
        for direction, bound in {**system, **port.policies}.items():
            yield from _limit(state, filters, (name, (), layer, direction), bound)
    for vlans, settings in state.vlans.policies.items():
        for direction, bound in settings.policies.items():
            yield from _limit(state, filters, ("", vlans, Layer.VLAN, direction), bound)


Where: TypeAlias = "tuple[str, Ranges, Layer, Direction]"
"""Interface, VLANs, layer and direction of a binding."""


def _limit(
    state: State, filters: Mapping[FilterKey, Filter], where: Where, bound: Bound
) -> Iterator[Binding]:
    key = (Family.MIXED.value, f"policy-map {bound.name}")
    if bound.name in state.policies and key not in filters:
        return
    interface, vlans, layer, direction = where
    missing = Doubt(key[1], f"policy {bound.name} (line {bound.source.line}) is not defined")
    yield Binding(
        key,
        interface,
        vlans,
        direction,
        layer,
        (EVERYTHING,),
        bound.source,
        undefined_doubt=missing,
    )
