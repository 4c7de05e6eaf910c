"""Repairs in the words of IOS-XR: what the templates are filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.model.remedy import DefineFilter, PermitPackets, Remedy, SetMtu
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr.filters import CHAIN
from roce_audit.platforms.cisco_xr.names import kind_of, port_of
from roce_audit.platforms.cisco_xr.remedy_lists import HEADERS, permit_in_list, verify_of
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.device import Device

MTU_TOP = 9646
"""Largest MTU of most Ethernet ports, Ethernet header included."""
_HEADER = 14
_TAG = 4
_DEFINITIONS: dict[str, tuple[str, ...]] = {
    "ipv4": ("10 permit udp any any eq 4791", "20 permit ipv4 any any"),
    "ipv6": ("10 permit udp any any eq 4791", "20 permit ipv6 any any"),
    "mac": ("10 permit any any 8915", "20 permit any any"),
}
_TRAFFIC = {
    "ipv4": frozenset({Traffic.V2_IPV4}),
    "ipv6": frozenset({Traffic.V2_IPV6}),
    "mac": frozenset({Traffic.V1}),
}


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the repair that lets packets through an access list."""
    if not isinstance(remedy, PermitPackets):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None:
        return None
    if acl.kind == CHAIN:
        return _in_chain(device, remedy)
    return permit_in_list(acl, remedy) if acl.family is not Family.MIXED else None


def _in_chain(device: Device, remedy: PermitPackets) -> Rendered | None:
    """Repair the list of a chain whose entry drops; the interface's own if its end does."""
    family, name = remedy.filter
    _, common, own = name.split()
    for each in (common, own):
        acl = device.filters.get((family, each))
        if acl is None:
            continue
        if remedy.before in acl.lines or (remedy.before is None and each == own):
            return permit_in_list(acl, remedy)
    return None


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return a list that permits what passes today, with RoCE named."""
    if not isinstance(remedy, DefineFilter):
        return None
    family, name = remedy.binding.filter
    acl = device.filters.get((family, name))
    if family not in _DEFINITIONS or (acl is not None and acl.kind == CHAIN):
        return None
    entries = _DEFINITIONS[family]
    if not _TRAFFIC[family] & {*remedy.traffic}:
        entries = entries[1:]
    return Rendered(
        template="define_filter",
        values={
            "header": f"{HEADERS[family]} {name}",
            "entries": list(entries),
            "undo": [entry.split()[0] for entry in entries],
            "exists": acl is not None,
        },
        impact=(
            (
                "Everything passes the list, as it does today; an entry added later no longer "
                "makes it drop all the rest."
            ),
            "Both entries take effect at the commit, at once.",
        ),
        verify=verify_of(family, name),
    )


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the command that lets larger packets through an interface."""
    if not isinstance(remedy, SetMtu):
        return None
    interface = device.interfaces.get(remedy.interface)
    if interface is None:
        return None
    at_ip = interface.mtu_bytes is not None and not interface.mtu_header_bytes
    header = 0 if at_ip else _HEADER + (_TAG if port_of(interface.name) else 0)
    size = remedy.payload_bytes + header
    if size > MTU_TOP:
        return None
    base = device.interfaces.get(port_of(interface.name))
    inherited = base is not None and interface.mtu_bytes == base.mtu_bytes and not at_ip
    return Rendered(
        template="set_mtu",
        values={
            "interface": _header_of(interface.name, circuit=interface.access_vlan is not None),
            "command": "ipv4 mtu" if at_ip else "mtu",
            "size": size,
            "previous": 0 if inherited else remedy.current_bytes or 0,
        },
        impact=(
            (
                "The configured size is that of the IP packet alone."
                if at_ip
                else f"The configured size includes {header} bytes of Ethernet header."
            ),
            "The port of a subinterface, and every member of a bundle, must carry as much.",
            "Changing the size of a port may interrupt it for a moment.",
        ),
        verify=(f"show interfaces {interface.name}", "show configuration failed"),
    )


def _header_of(name: str, *, circuit: bool) -> str:
    """Return the words behind ``interface`` that lead to an interface as it is configured."""
    if circuit and port_of(name) and kind_of(name) != "BVI":
        return f"{name} l2transport"
    return name
