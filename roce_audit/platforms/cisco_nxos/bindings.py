"""The filters that ports bind, and whether they act there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Layer
from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.platforms.cisco_nxos.entry import YES
from roce_audit.platforms.cisco_nxos.filters import mac_default
from roce_audit.platforms.cisco_nxos.mac_entry import IP_TYPES, NON_IP
from roce_audit.platforms.cisco_nxos.modes import bridge_doubt, mode_doubt
from roce_audit.platforms.cisco_nxos.port_filters import IPV4_ONLY, IPV6_ONLY, PORT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.cisco_nxos.modes import Bridges
    from roce_audit.platforms.cisco_nxos.port import Bound, Port
    from roce_audit.reading.platform import Assume
    from roce_audit.reading.statement import Statement

MAC_PORT = "mac port"
_KINDS: Mapping[str, tuple[Family, tuple[Box, ...]]] = {
    "ip port": (Family.IPV4, IPV4_ONLY),
    "ipv6 port": (Family.IPV6, IPV6_ONLY),
    MAC_PORT: (Family.MAC, (NON_IP,)),
    "ip": (Family.IPV4, IPV4_ONLY),
    "ipv6": (Family.IPV6, IPV6_ONLY),
}
_LAYER_2 = "it is a layer-2 port, and the filter acts only where packets are routed"
_LAYER_3 = "it is not a layer-2 port, and a port filter acts only on those"
_NOT_OUT = "port filters do not act on packets that leave"


@dataclass(frozen=True, slots=True)
class Place:
    """A port and how it forwards.

    Attributes:
        port: Port profiles applied.
        bridges: Whether it is a layer-2 port.
        channel: The port-channel whose configuration counts instead; "" if none.
    """

    port: Port
    bridges: Bridges
    channel: str


def bindings_at(place: Place, assume: Assume, lost: Statement | None) -> Iterator[Binding]:
    """Yield the bindings of a port.

    Args:
        place: The port.
        assume: Switches.
        lost: A statement that may define filters but is not understood.
    """
    for (kind, direction), bound in place.port.bindings.items():
        family, _ = _KINDS[kind]
        inactive, doubt = _acting(place, kind, direction, assume)
        undefined, undefined_doubt = _undefined(kind, bound, assume, lost)
        yield Binding(
            (family.value, bound.name),
            place.port.name,
            (),
            direction,
            Layer.PORT if kind in PORT_KINDS else Layer.ROUTED,
            _sees(place.port, kind),
            bound.source,
            inactive=inactive,
            doubt=doubt,
            undefined=undefined,
            undefined_doubt=undefined_doubt,
        )


def _acting(
    place: Place, kind: str, direction: Direction, assume: Assume
) -> tuple[str, Doubt | None]:
    """Return why a binding does nothing, and on what it hangs that it does something."""
    at_port = kind in PORT_KINDS
    port = place.port
    if place.channel:
        return f"it is a member of {place.channel}, whose configuration counts", None
    if place.bridges is None:
        return "", bridge_doubt(port) if at_port else mode_doubt(port)
    if place.bridges is not at_port:
        return _out_of_layer(port, kind)
    if at_port and direction is Direction.OUT:
        return _leaving(port, assume)
    if port.classify and kind != MAC_PORT and _has_mac(port):
        return "", _classify_doubt(port)
    return "", None


def _out_of_layer(port: Port, kind: str) -> tuple[str, Doubt | None]:
    """Return what a routed filter does on a layer-2 port, or a port filter on another."""
    if kind not in PORT_KINDS:
        return _LAYER_2, None
    if kind == MAC_PORT and port.classify:
        reason = f"a MAC list with mac packet-classify may act on {port.name}, a routed port"
        return "", Doubt(f"{port.name} routed MAC list", reason)
    return _LAYER_3, None


def _leaving(port: Port, assume: Assume) -> tuple[str, Doubt | None]:
    match assume.get("egress_port_filter", ""):
        case "acts":
            return "", None
        case "ignored":
            return _NOT_OUT, None
        case _:
            reason = f"only some models apply a port filter to packets that leave {port.name}"
            return "", Doubt(f"{port.name} egress port filter", reason)


def _sees(port: Port, kind: str) -> tuple[Box, ...]:
    """Return the packets that a list is offered; a MAC list may see IP packets too."""
    if kind != MAC_PORT or not port.classify:
        return _KINDS[kind][1]
    beside = any(each in port.bindings for each in _BESIDE)
    if not beside:
        return (EVERYTHING,)
    doubted: Box = {ETHERTYPE: IP_TYPES, _classify_doubt(port): YES}
    return (NON_IP, doubted)


_BESIDE = (("ip port", Direction.IN), ("ipv6 port", Direction.IN))


def _has_mac(port: Port) -> bool:
    return (MAC_PORT, Direction.IN) in port.bindings


def _classify_doubt(port: Port) -> Doubt:
    reason = (
        f"{port.name} has both mac packet-classify and an IP port filter, which exclude each other"
    )
    return Doubt(f"{port.name} mac packet-classify", reason)


def _undefined(
    kind: str, bound: Bound, assume: Assume, lost: Statement | None
) -> tuple[Action, Doubt | None]:
    if lost is not None:
        reason = f"line {lost.line} may define {bound.name} but is not understood"
        return Action.PERMIT, Doubt(f"filter {bound.name} undefined", reason)
    if kind == MAC_PORT:
        return mac_default(f"mac access-list {bound.name}", assume)
    return Action.PERMIT, None
