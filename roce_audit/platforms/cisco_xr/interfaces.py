"""Interfaces of the finished configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode
from roce_audit.packets.fields import UNTAGGED, Doubt
from roce_audit.packets.ranges import Ranges, holds, single, without
from roce_audit.platforms.cisco_xr.names import BUNDLE, port_of
from roce_audit.platforms.cisco_xr.state import Port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.cisco_xr.domains import Numbered
    from roce_audit.platforms.cisco_xr.state import Xr

ETHERNET_HEADER = 14
TAG = 4
"""Bytes of one 802.1Q tag, which the MTU of a subinterface includes too."""


def with_circuits(xr: Xr, ports: Mapping[str, Port]) -> dict[str, Port]:
    """Return the interfaces, with those that only others name: members, subinterfaces, bridges."""
    found = dict(ports)
    for domain in xr.domains.values():
        for name in domain.circuits:
            if name not in found:
                found[name] = Port(name, domain.header, circuit=True)
    for port in tuple(found.values()):
        for name in (bundle_of(port), port_of(port.name)):
            if name and name not in found:
                found[name] = Port(name, port.header)
    return found


def bundle_of(port: Port) -> str:
    """Return the name of the bundle that a port is a member of; "" if none."""
    return f"{BUNDLE}{port.bundle}" if port.bundle else ""


def interfaces_of(ports: Mapping[str, Port], domains: Numbered) -> dict[str, Interface]:
    """Return every interface, by name."""
    return {name: _interface(ports, port, domains) for name, port in ports.items()}


def _interface(ports: Mapping[str, Port], port: Port, domains: Numbered) -> Interface:
    base = ports.get(port_of(port.name))
    number = domains.of_circuit.get(port.name)
    mode, doubt = _mode(port, number)
    vlans, untagged = _frames(port)
    mtu, header = _mtu(port, base)
    only = vlans[0][0] if len(vlans) == 1 and vlans[0][0] == vlans[0][1] and not untagged else None
    return Interface(
        name=port.name,
        mode=mode,
        source=port.header.source,
        mode_doubt=doubt,
        access_vlan=number if mode is not Mode.ROUTED else None,
        native_vlan=UNTAGGED if untagged else None,
        allowed_vlans=vlans,
        svi_vlan=domains.of_bvi.get(port.name),
        # Without a single VLAN of its own a subinterface would be taken for a bundle's member.
        parent=bundle_of(port) or (base.name if base is not None and only is not None else ""),
        encapsulation=only,
        enabled=not port.shutdown and not (base is not None and base.shutdown),
        mtu_bytes=mtu,
        mtu_header_bytes=header,
        addresses=tuple(port.addresses),
        vrf=port.vrf,
    )


def _mode(port: Port, number: int | None) -> tuple[Mode, Doubt | None]:
    if port.circuit:
        return Mode.ACCESS, None
    if number is None:
        return Mode.ROUTED, None
    reason = f"{port.name} is in a bridge-domain, but is no l2transport interface"
    return Mode.UNKNOWN, Doubt(f"mode of {port.name}", reason)


def _frames(port: Port) -> tuple[Ranges, bool]:
    """Return the VLANs whose frames a subinterface takes, and whether it takes untagged ones."""
    if port.encapsulation is None:
        return (), False
    vlans = port.encapsulation.vlans
    return without(vlans, single(UNTAGGED)), holds(vlans, UNTAGGED)


def _mtu(port: Port, base: Port | None) -> tuple[int | None, int]:
    """Return the smallest MTU that is configured, and how much of it is Ethernet header."""
    header = ETHERNET_HEADER
    whole = port.mtu
    if base is not None:
        if whole is None:
            whole = base.mtu
        elif port.encapsulation is not None:
            header += TAG * port.encapsulation.tags
    if port.ip_mtu is not None and not (whole is not None and whole - header < port.ip_mtu):
        return port.ip_mtu, 0
    return whole, header if whole is not None else ETHERNET_HEADER
