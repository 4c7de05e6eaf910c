"""Where filters act: bindings of lists, VLAN maps, policers and guards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Binding, Direction, Family, Filter, Layer
from roce_audit.model.device import Interface, Mode
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xe.lost import lost_vlan_filters
from roce_audit.platforms.cisco_xe.made_bindings import (
    DIRECTIONS,
    layer_of,
    list_binding,
)
from roce_audit.platforms.cisco_xe.names import PORT_CHANNEL
from roce_audit.platforms.cisco_xe.policy_filters import limiting, policy_filter
from roce_audit.platforms.cisco_xe.settings import (
    ARP_BOX,
    IPV4_BOX,
    IPV6_BOX,
)
from roce_audit.platforms.cisco_xe.switchport import ALL_VLANS
from roce_audit.reading.guard import BOTH, OUTWARD, Guard, guard_filter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cisco_xe.state import Bound, Port, Xe
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class Work:
    """Bindings as they are found, and the filters made for some of them."""

    xe: Xe
    ports: Mapping[str, Port]
    interfaces: Mapping[str, Interface]
    filters: dict[FilterKey, Filter]
    bindings: list[Binding] = field(default_factory=list[Binding])

    def bind_all(self) -> None:
        """Find every binding."""
        for name, port in self.ports.items():
            interface = self.interfaces[name]
            for (family, direction), bound in port.bound.items():
                self.bindings.append(list_binding(self.xe, interface, family, direction, bound))
                self._at_channel(port, family, direction, bound)
            for direction, bound in port.policies.items():
                self._policy(name, direction, bound)
            for what, guard in port.guards.items():
                self._guard(name, what, guard)
        self._maps()
        self._vlans()

    def _at_channel(self, port: Port, family: str, direction: str, bound: Bound) -> None:
        """Hang the list of a member on its port-channel too, where it may act."""
        channel = self.ports.get(f"{PORT_CHANNEL}{port.channel}") if port.channel else None
        if channel is None:
            return
        known = channel.bound.get((family, direction))
        if known is not None and known.key == bound.key:
            return
        where = self.interfaces[channel.name]
        binding = list_binding(self.xe, where, family, direction, bound)
        reason = f"{bound.key[1]} is bound at a member of {channel.name}, not at all of it"
        doubt = Doubt(f"list of a member of {channel.name}", reason)
        same = any(
            each.interface == channel.name and each.filter == bound.key and each.doubt == doubt
            for each in self.bindings
        )
        if not same:
            self.bindings.append(replace(binding, doubt=doubt))

    def _policy(self, name: str, direction: str, bound: Bound) -> None:
        policy = bound.key[1]
        if limiting(self.xe, policy) is None:
            return
        made = policy_filter(self.xe, policy, self.filters)
        self.filters.setdefault(made.key, made)
        self._bind(made.key, name, DIRECTIONS[direction], bound, (EVERYTHING,))

    def _bind(
        self, key: FilterKey, name: str, way: Direction, bound: Bound, sees: tuple[Box, ...]
    ) -> None:
        source = bound.statement.source
        layer = layer_of(self.interfaces[name])
        self.bindings.append(Binding(key, name, (), way, layer, sees, source))

    def _guard(self, name: str, what: str, guard: Guard) -> None:
        interface = self.interfaces[name]
        layer = Layer.ROUTED if guard.routed else layer_of(interface)
        if guard.routed and interface.mode in (Mode.ACCESS, Mode.TRUNK):
            return
        made = guard_filter(f"{name} {what}", guard)
        self.filters[made.key] = made
        for way in guard.directions:
            source = guard.statement.source
            self.bindings.append(Binding(made.key, name, (), way, layer, guard.sees, source))

    def _maps(self) -> None:
        for name, (vlans, statement) in self.xe.served.items():
            doubt = Doubt(f"VLAN map {name}", f"VLAN map {name} is not defined")
            self.bindings += (
                Binding(
                    (Family.MIXED.value, name),
                    "",
                    vlans,
                    way,
                    Layer.VLAN,
                    (EVERYTHING,),
                    statement.source,
                    undefined_doubt=doubt,
                )
                for way in BOTH
            )

    def _vlans(self) -> None:
        """Bind what acts on VLANs as a whole."""
        for number, state in self.xe.vlans.items():
            if state.guard is not None:
                self._at_vlans(f"VLAN {number}", state.guard, single(number), (Direction.IN,))
        for (_, number), guard in self.xe.static_drops.items():
            name = f"static MAC line {guard.statement.line}"
            self._at_vlans(name, guard, single(number), (Direction.IN,))
        for guard in lost_vlan_filters(self.xe):
            self._at_vlans(f"line {guard.statement.line}", guard, ALL_VLANS, BOTH)
        if self.xe.arp_inspection is not None:
            self._arp(*self.xe.arp_inspection)
        self._role_based()
        self._unrouted()

    def _unrouted(self) -> None:
        statement = self.xe.no_routing
        if statement is None:
            return
        reason = f"line {statement.line}: IPv4 routing is switched off"
        guard = Guard(reason, statement, (IPV4_BOX,), routed=True)
        for name, interface in self.interfaces.items():
            if interface.mode is Mode.ROUTED:
                self._guard(name, "no ip routing", guard)

    def _role_based(self) -> None:
        for where, (vlans, statement) in self.xe.role_based.items():
            reason = f"line {statement.line}: security group tags decide"
            guard = Guard(reason, statement, _IP, routed=True, directions=OUTWARD)
            if vlans:
                self._at_vlans(f"cts {where}", guard, vlans, (Direction.OUT,))
                continue
            for name, interface in self.interfaces.items():
                if interface.mode is Mode.ROUTED:
                    self._guard(name, "cts", guard)

    def _arp(self, vlans: Ranges, statement: Statement) -> None:
        """Inspect ARP in some VLANs, at the ports that are not trusted."""
        text = f"line {statement.line}: ARP is inspected"
        guard = Guard(text, statement, ({**ARP_BOX, VLAN: vlans},))
        for name, port in self.ports.items():
            bridged = self.interfaces[name].mode in (Mode.ACCESS, Mode.TRUNK)
            if bridged and not port.trusted:
                self._guard(name, "ip arp inspection", guard)

    def _at_vlans(
        self,
        name: str,
        guard: Guard,
        vlans: tuple[tuple[int, int], ...],
        ways: tuple[Direction, ...],
    ) -> None:
        made = guard_filter(name, guard)
        self.filters[made.key] = made
        source = guard.statement.source
        self.bindings += (
            Binding(made.key, "", vlans, way, Layer.VLAN, guard.sees, source) for way in ways
        )


_IP = (IPV4_BOX, IPV6_BOX)
