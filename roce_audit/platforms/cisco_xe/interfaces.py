"""Interfaces and VLANs of the finished configuration."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode, Vlan
from roce_audit.platforms.cisco_xe.defaults import bridges_by_default
from roce_audit.platforms.cisco_xe.names import PORT_CHANNEL, kind_of
from roce_audit.platforms.cisco_xe.ports import read_port_statement
from roce_audit.platforms.cisco_xe.settings import PORT_MODE
from roce_audit.platforms.cisco_xe.state import Port
from roce_audit.platforms.cisco_xe.switchport import ALL_VLANS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xe.state import Xe

_OWN_KINDS = frozenset({"Vlan", "Loopback", "Tunnel", "BDI", "BVI", "Null", "nve", "LISP"})


def with_templates(xe: Xe) -> dict[str, Port]:
    """Return the interfaces with what their templates say and they do not."""
    return {name: _with_template(xe, port) for name, port in xe.ports.items()}


def _with_template(xe: Xe, port: Port) -> Port:
    known = [xe.templates[name] for name in port.templates if name in xe.templates]
    if not known:
        return port
    base = Port(port.name, port.header)
    for statements in known:
        for statement in statements:
            read_port_statement(base, statement)
    merged = replace(port)
    for field in fields(Port):
        own, other = getattr(port, field.name), getattr(base, field.name)
        if isinstance(own, dict):
            setattr(merged, field.name, {**other, **own})
        elif own in (None, 0, "", False):
            setattr(merged, field.name, other)
    return merged


def interfaces_of(xe: Xe, ports: Mapping[str, Port]) -> dict[str, Interface]:
    """Return every interface, by name."""
    modes = _Modes(xe, ports)
    return {name: _interface(xe, ports, port, modes.of(port)) for name, port in ports.items()}


def _interface(xe: Xe, ports: Mapping[str, Port], port: Port, mode: Mode) -> Interface:
    base = ports.get(port.name.partition(".")[0]) if "." in port.name else None
    trunk = mode is Mode.TRUNK
    return Interface(
        name=port.name,
        mode=mode,
        source=port.header.source,
        mode_doubt=PORT_MODE if mode is Mode.UNKNOWN else None,
        access_vlan=(port.access or 1) if mode in (Mode.ACCESS, Mode.UNKNOWN) else None,
        native_vlan=(port.native or 1) if trunk and not xe.tag_native else None,
        # Kept on an access port too: the configuration names these VLANs.
        allowed_vlans=port.allowed if port.allowed is not None else ALL_VLANS if trunk else (),
        svi_vlan=_number(port.name) if kind_of(port.name) == "Vlan" else None,
        parent=_parent(port),
        encapsulation=port.encapsulation,
        enabled=not port.shutdown and not (base is not None and base.shutdown),
        mtu_bytes=_mtu(xe, port, mode),
        addresses=tuple(port.addresses),
        vrf=port.vrf,
    )


def _parent(port: Port) -> str:
    if port.channel:
        return f"{PORT_CHANNEL}{port.channel}"
    # Without a VLAN of its own a subinterface is not the port's: it must not be taken for it.
    return port.name.partition(".")[0] if "." in port.name and port.encapsulation else ""


def _number(name: str) -> int | None:
    digits = name[len("Vlan") :]
    return int(digits) if digits.isdecimal() and len(digits) < 5 else None  # noqa: PLR2004 - 4094


def _mtu(xe: Xe, port: Port, mode: Mode) -> int | None:
    """Return the smallest MTU that is configured for the interface's own packets."""
    if kind_of(port.name) in _OWN_KINDS:
        return port.ip_mtu or port.mtu
    whole = port.mtu or xe.system_mtu
    if mode is Mode.ROUTED and port.ip_mtu:
        return min(port.ip_mtu, whole or port.ip_mtu)
    return whole


class _Modes:
    """How each interface forwards, from its own words and from those of the others."""

    def __init__(self, xe: Xe, ports: Mapping[str, Port]) -> None:
        self._default = bridges_by_default(xe, ports)
        self._ports = ports
        self._members: dict[str, list[Port]] = {}
        self._bases = {name.partition(".")[0] for name in ports if "." in name}
        for port in ports.values():
            if port.channel:
                self._members.setdefault(f"{PORT_CHANNEL}{port.channel}", []).append(port)

    def of(self, port: Port) -> Mode:
        """Return how ``port`` forwards."""
        if kind_of(port.name) in _OWN_KINDS or "." in port.name:
            return Mode.ROUTED
        bridges = self._own(port)
        if bridges is None and port.channel:
            channel = self._ports.get(f"{PORT_CHANNEL}{port.channel}")
            bridges = self._own(channel) if channel else None
        for member in self._members.get(port.name, ()):
            bridges = self._own(member) if bridges is None else bridges
        if bridges is None:
            bridges = self._default
        if bridges is None:
            return Mode.UNKNOWN
        if not bridges:
            return Mode.ROUTED
        return Mode.TRUNK if port.mode == "trunk" else Mode.ACCESS

    def _own(self, port: Port) -> bool | None:
        """Return whether the port's own words make it bridge; None if they do not tell."""
        if port.switchport is not None:
            return port.switchport
        if port.addresses or port.vrf or port.name in self._bases:
            return False
        if port.bridging_words:
            return True
        return False if port.routing_words else None


def vlans_of(xe: Xe, interfaces: Mapping[str, Interface]) -> tuple[dict[int, Vlan], bool]:
    """Return the VLANs, and whether the capture lists every one of them."""
    vlans = {n: Vlan(n, state.header.source, state.active) for n, state in xe.vlans.items()}
    if not vlans:
        return {}, False
    listed = xe.vlans_kept
    for each in interfaces.values():
        number = each.access_vlan if listed and each.mode is Mode.ACCESS else None
        if number is not None and number not in vlans:
            # The device creates the VLAN of an access port that names it.
            vlans[number] = Vlan(number, each.source)
    return vlans, listed
