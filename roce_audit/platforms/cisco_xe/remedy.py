"""Repairs in the words of IOS-XE: what the templates are filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.model.remedy import DefineFilter, PermitPackets, Remedy, SetMtu
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xe.entries import kind_of
from roce_audit.platforms.cisco_xe.lists import kind_of_number
from roce_audit.platforms.cisco_xe.map_filters import KIND
from roce_audit.platforms.cisco_xe.names import kind_of as interface_kind
from roce_audit.platforms.cisco_xe.remedy_lists import HEADERS, permit_in_list, verify_of
from roce_audit.platforms.cisco_xe.remedy_maps import permit_in_map
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.model.device import Device

MTU_TOP = 9216
"""Largest MTU of the Catalyst 9000 family; some of its models stop at 9198."""
_UDP = "permit udp any any eq 4791"
_DEFINITIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "extended": (("20 ", "permit ip any any"), ("10 ", _UDP)),
    "standard": (("10 ", "permit any"),),
    "ipv6": (("sequence 20 ", "permit ipv6 any any"), ("sequence 10 ", _UDP)),
    "mac": (("", "permit any any"),),
}
"""Entries as entered: the one that permits everything comes first, so that nothing is dropped
between two of them."""


def permit_packets(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the repair that lets packets through a list or a VLAN map."""
    if not isinstance(remedy, PermitPackets):
        return None
    acl = device.filters.get(remedy.filter)
    if acl is None or _is_downloaded(acl):
        return None
    if acl.kind == KIND:
        return permit_in_map(device, acl, remedy)
    return permit_in_list(device, acl, remedy) if acl.family is not Family.MIXED else None


def _is_downloaded(acl: Filter) -> bool:
    """Whether a server gave the list to the device: it cannot be edited there."""
    return acl.source.text.endswith("(per-user)") or acl.name.startswith("xACSACLx-")


def define_filter(device: Device, remedy: Remedy) -> Rendered | None:
    """Return a list that permits what passes today, with RoCE named."""
    if not isinstance(remedy, DefineFilter):
        return None
    key = remedy.binding.filter
    acl = device.filters.get(key)
    kind = kind_of(acl) if acl is not None else _kind_for(key)
    if kind not in _DEFINITIONS:
        return None
    entries = _DEFINITIONS[kind]
    if kind in ("extended", "ipv6") and not {Traffic.V2_IPV4, Traffic.V2_IPV6} & {*remedy.traffic}:
        entries = entries[:1]
    return Rendered(
        template="define_filter",
        values={
            "header": f"{HEADERS[kind]} {key[1]}",
            "entries": [f"{number}{text}" for number, text in entries],
            "undo": [number.strip() or text for number, text in reversed(entries)],
            "exists": acl is not None,
        },
        impact=(
            (
                "Everything passes the list, as it does today; an entry added later no longer "
                "makes it drop all the rest."
            ),
        ),
        verify=verify_of(kind, key[1]),
    )


def _kind_for(key: FilterKey) -> str:
    """Return the kind of list that a binding to a missing one asks for."""
    family, name = key
    if family == Family.IPV4:
        return (kind_of_number(name) or "") if name.isdecimal() else "extended"
    return {"ipv6": "ipv6", "mac": "mac"}.get(family, "") if not name.isdecimal() else ""


def set_mtu(device: Device, remedy: Remedy) -> Rendered | None:
    """Return the command that lets larger packets through an interface."""
    if not isinstance(remedy, SetMtu):
        return None
    interface = device.interfaces.get(remedy.interface)
    if interface is None or remedy.payload_bytes > MTU_TOP:
        return None
    if interface.encapsulation is None:
        # A member's size is that of its port-channel.
        interface = device.interfaces.get(interface.parent, interface)
    virtual = interface_kind(interface.name) in ("Vlan", "BDI", "BVI")
    return Rendered(
        template="set_mtu",
        values={
            "interface": interface.name,
            "command": "ip mtu" if virtual else "mtu",
            "size": remedy.payload_bytes,
            "previous": remedy.current_bytes or 0,
        },
        impact=(
            (
                "Some Catalyst models take at most 9198, and older ones set the size for all ports "
                "at once with 'system mtu'."
            ),
            "Changing the size of a port may interrupt it for a moment.",
        ),
        verify=(f"show interfaces {interface.name}", "show system mtu"),
    )
