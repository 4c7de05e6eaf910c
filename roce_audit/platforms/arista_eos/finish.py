"""The state at the end of the configuration as a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer, Line
from roce_audit.model.device import Device, Mode, Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.arista_eos.acl_filter import finished
from roce_audit.platforms.arista_eos.draft import YES, doubt_about, doubt_that
from roce_audit.platforms.arista_eos.policy_lines import IP_PACKETS, policy_filter
from roce_audit.platforms.arista_eos.port_model import interfaces_of
from roce_audit.platforms.arista_eos.port_state import Guard
from roce_audit.platforms.arista_eos.service_edit import service_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.acl import FilterKey
    from roce_audit.model.device import Interface
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.platforms.arista_eos.port_state import Bound, Port
    from roce_audit.reading.statement import Statement

NAME = "arista_eos"
_IN_TRANSIT = ("Ethernet", "Port-Channel", "Vlan", "Tunnel", "Dps")
_SEES: dict[str, tuple[Box, ...]] = {
    "ip": ({ETHERTYPE: single(ETHERTYPE_IPV4)},),
    "ipv6": ({ETHERTYPE: single(ETHERTYPE_IPV6)},),
    "mac": (EVERYTHING,),
    "any": (EVERYTHING,),
    "policy": IP_PACKETS,
}


def device_of(name: str, eos: Eos) -> Device:
    """Return the device that was read."""
    interfaces = interfaces_of(eos)
    maker = _Maker(eos, interfaces)
    vlans = {number: Vlan(number, v.header.source, v.active) for number, v in eos.vlans.items()}
    if vlans:
        vlans.setdefault(1, Vlan(1, SourceRef(vlans[min(vlans)].source.file, None, "")))
    return Device(
        name=name,
        platform=NAME,
        filters=maker.filters,
        bindings=tuple(maker.bindings()),
        interfaces=interfaces,
        vlans=vlans,
        ledger=eos.book.close(),
        gaps=tuple(eos.gaps),
        vlans_listed=bool(vlans),
    )


class _Maker:
    """Makes filters and bindings; bindings may add filters of their own."""

    def __init__(self, eos: Eos, interfaces: dict[str, Interface]) -> None:
        self._eos = eos
        self._interfaces = interfaces
        nat = eos.nat or not eos.complete
        self.filters: dict[FilterKey, Filter] = {
            key: finished(acl, eos.settings, nat=nat) for key, acl in eos.lists.items()
        }
        for policy in eos.policies.policies.values():
            made = policy_filter(policy, eos.policies)
            self.filters[made.key] = made

    def bindings(self) -> Iterator[Binding]:
        """Yield every binding of the device."""
        for port in self._eos.ports.values():
            if port.name.startswith(_IN_TRANSIT):
                yield from self._of_port(port)
        for vlan in self._eos.vlans.values():
            if vlan.isolated is not None:
                reason = "the private VLAN keeps its hosts apart"
                made = Guard("private VLAN", reason, vlan.isolated)
                key = self._guard_filter(f"VLAN {vlan.number} private VLAN", made)
                yield Binding(
                    filter=key,
                    interface="",
                    vlans=single(vlan.number),
                    direction=Direction.IN,
                    layer=Layer.VLAN,
                    sees=(EVERYTHING,),
                    source=vlan.isolated.source,
                )

    def _of_port(self, port: Port) -> Iterator[Binding]:
        for (family, direction), bound in port.bound.items():
            yield self._binding(port, family, direction, bound)
        for guard in (*port.guards.values(), *self._suspected(port), *self._unrouted(port)):
            key = self._guard_filter(f"{port.name} {guard.what}", guard)
            yield self._guard_binding(port, key, guard)
        for (kind, direction), bound in port.service.items():
            lines = tuple(service_lines(self._eos, bound.key[1], self.filters))
            if lines:
                title = f"{port.name} service-policy {kind} {direction}"
                key = self._add(title, lines, bound.statement)
                made = Guard("service-policy", "", bound.statement, direction=direction)
                yield self._guard_binding(port, key, made)

    def _binding(self, port: Port, family: str, direction: str, bound: Bound) -> Binding:
        routed = self._interfaces[port.name].mode is Mode.ROUTED
        return Binding(
            filter=bound.key,
            interface=port.name,
            vlans=(),
            direction=Direction(direction),
            layer=Layer.ROUTED if routed else Layer.PORT,
            sees=_SEES[family],
            source=bound.statement.source,
            inactive=_inactive(port),
            doubt=self._binding_doubt(port, family, direction),
            undefined=Action.PERMIT,
            undefined_doubt=self._undefined_doubt(family, bound),
        )

    def _binding_doubt(self, port: Port, family: str, direction: str) -> Doubt | None:
        settings = self._eos.settings
        if family == "mac" and direction == "out" and settings.egress_mac_acl != "active":
            reason = "MAC lists act outwards on some models with a TCAM profile only"
            return Doubt("egress MAC list", reason)
        others = ("ip", "ipv6") if family == "policy" else ("policy",)
        meets = family != "mac" and any((each, direction) in port.bound for each in others)
        if meets and settings.acl_with_traffic_policy != "both":
            reason = (
                "an access list and a traffic policy on one port act together only with a TCAM "
                "profile that allows it"
            )
            return Doubt(f"{port.name} {direction} {family}", reason)
        return None

    def _undefined_doubt(self, family: str, bound: Bound) -> Doubt | None:
        if family == "policy":
            reason = f"what EOS does with the missing traffic policy {bound.key[1]} is not known"
            return Doubt(f"missing traffic policy {bound.key[1]}", reason)
        if self._eos.orphans:
            first = self._eos.orphans[0]
            return doubt_about(first, "it may be the header of a list that seems to be missing")
        return None

    def _suspected(self, port: Port) -> Iterator[Guard]:
        """Yield a guard for each unknown statement that looks as if it bound a filter."""
        names = {key[1] for key in self.filters}
        for statement in port.unknown:
            words = statement.words
            if words[-1] in ("in", "out") or names & set(words) or "access-group" in words:
                reason = "a statement that is not understood may bind a filter"
                for direction in ("in", "out"):
                    what = f"line {statement.line} {direction}"
                    yield Guard(what, reason, statement, direction=direction)

    def _unrouted(self, port: Port) -> Iterator[Guard]:
        if self._interfaces[port.name].mode is Mode.ROUTED:
            for family in ("ip", "ipv6"):
                statement = self._eos.no_routing.get((family, port.vrf))
                if statement is not None:
                    reason = "it switches routing off"
                    yield Guard(f"no {family} routing", reason, statement, family, routed=True)

    def _guard_filter(self, title: str, guard: Guard) -> FilterKey:
        doubt = doubt_that(guard.statement, guard.reason)
        line = Line(Action.DENY, ({doubt: YES},), guard.statement.source)
        return self._add(title, (line,), guard.statement)

    def _add(self, title: str, lines: tuple[Line, ...], statement: Statement) -> FilterKey:
        made = Filter(Family.MIXED, title, lines, Action.PERMIT, statement.source)
        self.filters[made.key] = made
        return made.key

    def _guard_binding(self, port: Port, key: FilterKey, guard: Guard) -> Binding:
        routed = self._interfaces[port.name].mode is Mode.ROUTED
        inactive = _inactive(port) if guard.what == "service-policy" else ""
        if guard.routed and not routed:
            inactive = f"{guard.what} acts on routed interfaces only"
        return Binding(
            filter=key,
            interface=port.name,
            vlans=(),
            direction=Direction(guard.direction),
            layer=Layer.ROUTED if routed else Layer.PORT,
            sees=_SEES[guard.family],
            source=guard.statement.source,
            inactive=inactive,
        )


def _inactive(port: Port) -> str:
    if port.channel:
        return f"{port.name} is a member of Port-Channel{port.channel}, whose filters apply"
    return ""
