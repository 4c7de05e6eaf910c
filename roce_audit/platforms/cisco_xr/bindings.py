"""Where filters act: bindings of lists, chains, policers and guards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Binding, Direction, Filter, Layer
from roce_audit.model.device import Interface, Mode
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_xr.filters import REDIRECTS, SEEN, Lists
from roce_audit.platforms.cisco_xr.interfaces import bundle_of
from roce_audit.platforms.cisco_xr.lists import FAMILIES
from roce_audit.platforms.cisco_xr.names import kind_of
from roce_audit.platforms.cisco_xr.policy_filters import limiting, policy_filter
from roce_audit.platforms.cisco_xr.settings import IP_ON_CIRCUIT, L2_EGRESS
from roce_audit.reading.guard import guard_filter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.platforms.cisco_xr.state import Bound, Port, Xr
    from roce_audit.reading.guard import Guard

DIRECTIONS = {"ingress": Direction.IN, "egress": Direction.OUT}
L2 = "ethernet-services"


@dataclass(slots=True)
class Work:
    """Bindings as they are found, and the filters made for some of them."""

    xr: Xr
    lists: Lists
    ports: Mapping[str, Port]
    interfaces: Mapping[str, Interface]
    filters: dict[FilterKey, Filter]
    bindings: list[Binding] = field(default_factory=list[Binding])

    def bind_all(self) -> None:
        """Find every binding."""
        for name, port in self.ports.items():
            for (kind, direction), bound in port.bound.items():
                self._list(name, kind, direction, bound)
                self._at_bundle(port, kind, direction, bound)
            for direction, bound in port.policies.items():
                self._policy(name, direction, bound)
            for what, guard in port.guards.items():
                self._guard(name, what, guard)
        for domain in self.xr.domains.values():
            for (name, what), guard in domain.guards.items():
                for circuit in (name,) if name else domain.circuits:
                    self._guard(circuit, f"{domain.title} {what}", guard)

    def _list(self, name: str, kind: str, direction: str, bound: Bound) -> Binding:
        interface = self.interfaces[name]
        key = self._key(kind, bound)
        inactive, doubt = self._acting(interface, kind, direction, key)
        undefined = None
        if kind == L2:
            reason = f"the list {bound.name} is not defined"
            undefined = Doubt(f"{L2} access-list {bound.name}", reason)
        binding = Binding(
            filter=key,
            interface=name,
            vlans=(),
            direction=DIRECTIONS[direction],
            layer=layer_of(interface),
            sees=SEEN[kind],
            source=bound.statement.source,
            inactive=inactive,
            doubt=doubt,
            undefined_doubt=undefined,
        )
        self.bindings.append(binding)
        return binding

    def _key(self, kind: str, bound: Bound) -> FilterKey:
        """Return the key of what is bound; a common list and another one are one filter."""
        if not (bound.common and bound.name):
            return (FAMILIES[kind].value, bound.name or bound.common)
        names = (bound.common, bound.name)
        chain = self.lists.chain(kind, names, bound.statement.source)
        return self.filters.setdefault(chain.key, chain).key

    def _acting(
        self, interface: Interface, kind: str, direction: str, key: FilterKey
    ) -> tuple[str, Doubt | None]:
        """Return why a binding does nothing ("" if it works), and what is open about it."""
        if kind_of(interface.name) in ("Loopback", "Null"):
            return "no packet crosses such an interface", None
        if interface.mode is Mode.ACCESS:
            return self._at_circuit(kind, direction)
        if kind == L2:
            return "ethernet-services lists act on l2transport interfaces only", None
        acl = self.filters.get(key)
        if direction == "egress" and acl is not None and REDIRECTS in acl.tag.split():
            reason = f"{acl.name} sets next hops, and such a list is not allowed outwards"
            return "", Doubt(f"outward {acl.name}", reason)
        return "", None

    def _at_circuit(self, kind: str, direction: str) -> tuple[str, Doubt | None]:
        if kind != L2:
            return "", IP_ON_CIRCUIT
        if direction == "ingress" or self.xr.settings.l2_egress == "acts":
            return "", None
        if self.xr.settings.l2_egress == "ignored":
            return "the switch l2_egress says that it is ignored", None
        return "", L2_EGRESS

    def _at_bundle(self, port: Port, kind: str, direction: str, bound: Bound) -> None:
        """Hang the list of a member on its bundle too, where it may act."""
        bundle = bundle_of(port)
        if not bundle:
            return
        reason = f"{bound.name or bound.common} is bound at a member of {bundle}, not at all of it"
        binding = self._list(bundle, kind, direction, bound)
        self.bindings[-1] = replace(binding, doubt=Doubt(f"list of a member of {bundle}", reason))

    def _policy(self, name: str, direction: str, bound: Bound) -> None:
        if limiting(self.xr, bound.name) is None:
            return
        made = policy_filter(self.xr, bound.name)
        self.filters.setdefault(made.key, made)
        layer = layer_of(self.interfaces[name])
        way, source = DIRECTIONS[direction], bound.statement.source
        self.bindings.append(Binding(made.key, name, (), way, layer, (EVERYTHING,), source))

    def _guard(self, name: str, what: str, guard: Guard) -> None:
        interface = self.interfaces.get(name)
        if interface is None or (guard.routed and interface.mode is Mode.ACCESS):
            return
        layer = Layer.ROUTED if guard.routed else layer_of(interface)
        made = guard_filter(f"{name} {what}", guard)
        self.filters[made.key] = made
        for direction in guard.directions:
            source = guard.statement.source
            self.bindings.append(Binding(made.key, name, (), direction, layer, guard.sees, source))


def layer_of(interface: Interface) -> Layer:
    """Return which packets of an interface its own filters are offered."""
    return Layer.ROUTED if interface.mode is Mode.ROUTED else Layer.PORT
