"""Bindings of filters at the interfaces that flows use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.analysis.judgement import place_of
from roce_audit.checks.base import Subject
from roce_audit.model.acl import Layer
from roce_audit.packets.ranges import intersect
from roce_audit.packets.traffic import ROCE, Traffic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.analysis.context import Context
    from roce_audit.model.acl import Binding
    from roce_audit.model.device import Device

Bound = tuple["Device", "Binding", tuple[str, ...], tuple[Traffic, ...]]
"""Device, binding, interfaces of flows where it is, RoCE kinds of those flows."""


def bound_here(context: Context) -> Iterator[Bound]:
    """Yield every binding at an interface, LAG or VLAN that a flow uses, once."""
    for name, device in context.network.switches.items():
        used: dict[str, None] = {}
        vlans: list[tuple[int, int]] = []
        traffic: dict[Traffic, None] = {}
        for crossing in context.network.crossings:
            if crossing.device != name or crossing.traffic not in ROCE:
                continue
            place = place_of(crossing)
            used[place] = None
            interface = device.interfaces.get(place)
            if interface is not None and interface.parent:
                used[interface.parent] = None
            traffic[crossing.traffic] = None
            vlans += [part for values in crossing.route.narrow.values() for part in values]
        for binding in device.bindings:
            places = _places(binding, used, sorted(set(vlans)))
            if places:
                yield device, binding, places, tuple(traffic)


def unfiltered(context: Context) -> Iterator[Subject]:
    """Yield the switches with ports of flows at none of which a filter is bound."""
    filtered = {device.name for device, *_ in bound_here(context)}
    used = dict.fromkeys(crossing.device for crossing in context.network.crossings)
    for name in used:
        if name not in filtered:
            yield Subject(name, "ports of flows")


def _places(
    binding: Binding, used: dict[str, None], vlans: list[tuple[int, int]]
) -> tuple[str, ...]:
    if binding.layer is Layer.VLAN:
        met = [part for each in vlans for part in intersect((each,), binding.vlans)]
        return tuple(dict.fromkeys(f"VLAN {low}" for low, _ in met))
    return (binding.interface,) if binding.interface in used else ()
