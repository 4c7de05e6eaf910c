"""Ports as configured, as interfaces of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import normalise, without
from roce_audit.platforms.arista_eos.number_list import is_number
from roce_audit.platforms.arista_eos.port_state import Port

if TYPE_CHECKING:
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.arista_eos.model_state import Eos

ETHERNET_HEADER = 14
_BRIDGING = ("Ethernet", "Port-Channel")
_UNKNOWN_ENCAPSULATION = 0
"""Stands for the VLAN of a subinterface whose encapsulation is not modelled."""


def interfaces_of(eos: Eos) -> dict[str, Interface]:
    """Return every interface, channels that only their members name included."""
    ports = dict(eos.ports)
    for port in eos.ports.values():
        name = f"Port-Channel{port.channel}"
        if port.channel and name not in ports:
            ports[name] = Port(name, None, implied_by=port.header)
    return {name: _interface(eos, port, ports) for name, port in ports.items()}


_MODE_WORDS = {"mode", "access", "trunk"}
_SAID = {
    (True, True): Mode.TRUNK,
    (True, False): Mode.ACCESS,
    (False, True): Mode.ROUTED,
    (False, False): Mode.ROUTED,
}
"""Mode of a port that says what it is, by whether it bridges and whether it is a trunk."""


def _interface(eos: Eos, port: Port, ports: dict[str, Port]) -> Interface:
    mode, doubt = _mode(eos, port)
    base, dot, _ = port.name.partition(".")
    parent = f"Port-Channel{port.channel}" if port.channel else (base if dot else "")
    routed = mode is Mode.ROUTED
    size = port.mtu if routed else port.l2_mtu
    return Interface(
        name=port.name,
        mode=mode,
        source=_source(port),
        mode_doubt=doubt,
        access_vlan=_access_vlan(port, mode),
        native_vlan=port.native if mode is Mode.TRUNK else None,
        allowed_vlans=_carried(eos, port) if mode is Mode.TRUNK else (),
        svi_vlan=int(port.name[4:]) if _is_svi(port) else None,
        parent=parent,
        encapsulation=_encapsulation(port) if dot else None,
        enabled=_enabled(eos, port) and (not dot or _enabled(eos, ports.get(base))),
        mtu_bytes=size,
        mtu_header_bytes=0 if routed or size is None else ETHERNET_HEADER,
        addresses=tuple(port.addresses),
        vrf=port.vrf,
    )


def _source(port: Port) -> SourceRef:
    if port.header is not None:
        return port.header.source
    where = port.implied_by.source if port.implied_by else SourceRef("", None, "")
    return SourceRef(where.file, None, f"implied by {where.text}")


def _is_svi(port: Port) -> bool:
    return port.name.startswith("Vlan") and is_number(port.name[4:])


def _mode(eos: Eos, port: Port) -> tuple[Mode, Doubt | None]:
    if "." in port.name:
        return _subinterface_mode(port)
    if not port.name.startswith(_BRIDGING):
        return Mode.ROUTED, None
    if any(_may_set_mode(statement.words) for statement in port.unknown):
        reason = f"a switchport statement of {port.name} is not understood"
        return Mode.UNKNOWN, Doubt(f"mode of {port.name}", reason)
    if port.switchport is None and eos.routed_by_default:
        reason = f"{port.name} does not say whether it is routed, and the default was changed"
        return Mode.UNKNOWN, Doubt(f"mode of {port.name}", reason)
    return _SAID[port.switchport is not False, port.mode in ("trunk", "phone")], None


def _may_set_mode(words: tuple[str, ...]) -> bool:
    """Whether a statement that is not understood may say whether the port bridges, and how."""
    if words[0] == "switchport":
        return bool(_MODE_WORDS & set(words))
    return "switchport" in words and words[0] not in ("no", "default")


def _subinterface_mode(port: Port) -> tuple[Mode, Doubt | None]:
    if port.bridge_vlan is not None:
        return Mode.ACCESS, None
    if port.odd_encapsulation:
        reason = f"the encapsulation of {port.name} is not understood"
        return Mode.UNKNOWN, Doubt(f"mode of {port.name}", reason)
    return Mode.ROUTED, None


def _access_vlan(port: Port, mode: Mode) -> int | None:
    if mode not in (Mode.ACCESS, Mode.UNKNOWN):
        return None
    if "." in port.name:
        return port.bridge_vlan
    return port.access


def _encapsulation(port: Port) -> int:
    return _UNKNOWN_ENCAPSULATION if port.outer is None else port.outer


def _carried(eos: Eos, port: Port) -> Ranges:
    """Return the VLANs of a trunk: VLANs with a trunk group only on trunks of that group."""
    if port.mode == "phone":
        return normalise((v, v) for v in (port.native, port.phone) if v is not None)
    barred = normalise(
        (number, number)
        for number, vlan in eos.vlans.items()
        if vlan.groups and not set(vlan.groups) & set(port.groups)
    )
    return without(port.allowed, barred)


def _enabled(eos: Eos, port: Port | None) -> bool:
    if port is None:
        return True
    if port.shutdown is None:
        return not (
            eos.shut_by_default and port.name.startswith("Ethernet") and "." not in port.name
        )
    return not port.shutdown
