"""Bindings of lists, and filters that stand for what cannot be evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Binding, Direction, Layer
from roce_audit.model.device import Interface, Mode
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.cisco_xe.names import kind_of
from roce_audit.platforms.cisco_xe.settings import IPV4_BOX, IPV6_BOX, PORT_LIST_OUT

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.state import Bound, Xe

DIRECTIONS = {
    "in": Direction.IN,
    "out": Direction.OUT,
    "input": Direction.IN,
    "output": Direction.OUT,
}
"""Words of bindings and policies."""
_PREDEFINED = (
    "implicit_deny",
    "implicit_permit",
    "preauth_",
    "Auth-Default-ACL",
    "IP-Adm-",
    "xACSACLx-",
    "system-cpp-",
    "sl_def_acl",
)
"""Beginnings of names of such lists (public issue batfish 8653, show output of IOS-XE)."""


def list_binding(
    xe: Xe, interface: Interface, family: str, direction: str, bound: Bound
) -> Binding:
    """Return what a bound list does, by the mode of its interface."""
    sees = {"ipv4": (IPV4_BOX,), "ipv6": (IPV6_BOX,)}.get(family, xe.settings.mac_sees)
    layer = layer_of(interface)
    inactive = ""
    doubt: Doubt | None = None
    if kind_of(interface.name) in ("Loopback", "Null"):
        inactive = "no packet crosses such an interface"
    elif family == "mac" and layer is Layer.ROUTED:
        inactive = "MAC lists do not act on routed interfaces"
    elif direction == "out" and layer is Layer.PORT:
        if xe.settings.egress_port_filter == "ignored":
            inactive = "the switch egress_port_filter says that it is ignored"
        elif not xe.settings.egress_port_filter:
            doubt = PORT_LIST_OUT
    return Binding(
        filter=bound.key,
        interface=interface.name,
        vlans=(),
        direction=DIRECTIONS[direction],
        layer=layer,
        sees=sees,
        source=bound.statement.source,
        inactive=inactive,
        doubt=doubt,
        undefined_doubt=_predefined(bound.key[1]),
    )


def _predefined(name: str) -> Doubt | None:
    """Return a doubt about a list that the device has although no configuration defines it."""
    if not name.startswith(_PREDEFINED):
        return None
    reason = f"{name} may be a list that the device predefines or downloads"
    return Doubt(f"predefined list {name}", reason)


def layer_of(interface: Interface) -> Layer:
    """Return which packets of an interface its own filters are offered."""
    return Layer.ROUTED if interface.mode is Mode.ROUTED else Layer.PORT
