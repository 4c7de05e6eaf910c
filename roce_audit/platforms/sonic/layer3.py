"""Routed interfaces of CONFIG_DB: addresses of ports, VLAN interfaces, subinterfaces."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.sonic.database import Database, Entry

_VLAN = re.compile(r"Vlan([1-9][0-9]{0,3})")
_VLAN_TOP = 4094
_MOST_DIGITS = 6
_SHORT = re.compile(r"(Eth|Po)(?=\d)")
_LONG = {"Eth": "Ethernet", "Po": "PortChannel"}


@dataclass(slots=True)
class Layer3:
    """What makes an interface routed.

    Attributes:
        entry: First entry that names it.
        addresses: With prefix length.
        vrf: Its VRF.
        link_local: Whether it has link-local IPv6 alone.
    """

    entry: Entry
    addresses: list[str] = field(default_factory=list[str])
    vrf: str = ""
    link_local: bool = False


def layer3_of(database: Database, table: str) -> dict[str, Layer3]:
    """Return the interfaces of a table such as INTERFACE, by name."""
    found: dict[str, Layer3] = {}
    for key, entry in database.table(table).items():
        name, bar, address = key.partition("|")
        made = found.setdefault(name, Layer3(entry))
        if bar:
            made.addresses.append(address)
        else:
            made.vrf = entry.get("vrf_name")
            made.link_local = entry.get("ipv6_use_link_local_only").lower() == "enable"
    return found


def vlan_number(name: str) -> int | None:
    """Return the number of ``Vlan100``; None if it is no VLAN."""
    found = _VLAN.fullmatch(name)
    number = int(found[1]) if found else 0
    return number if 1 <= number <= _VLAN_TOP else None


def mtu_of(entry: Entry | None) -> int | None:
    """Return the configured MTU, the size of the IP packet; None if there is none."""
    text = entry.get("mtu") if entry is not None else ""
    return int(text) if _is_number(text) else None


def is_down(entry: Entry | None) -> bool:
    """Whether an entry is shut down by configuration."""
    return entry is not None and entry.get("admin_status").strip().lower() == "down"


def vlan_interfaces(database: Database) -> Iterator[Interface]:
    """Yield the routed interfaces of VLANs; one without an address routes nothing."""
    for name, made in layer3_of(database, "VLAN_INTERFACE").items():
        vlan = database.table("VLAN").get(name)
        routes = bool(made.addresses) or made.link_local
        yield Interface(
            name,
            Mode.ROUTED,
            made.entry.source,
            svi_vlan=vlan_number(name) if routes else None,
            enabled=not is_down(vlan),
            mtu_bytes=mtu_of(vlan),
            addresses=tuple(made.addresses),
            vrf=made.vrf,
        )


def subinterfaces(database: Database, known: Mapping[str, Interface]) -> Iterator[Interface]:
    """Yield the subinterfaces; their names may be short: ``Eth0.10``."""
    for name, made in layer3_of(database, "VLAN_SUB_INTERFACE").items():
        base, _, number = name.partition(".")
        parent = _SHORT.sub(lambda found: _LONG[found[1]], base)
        vlan = made.entry.get("vlan") or number
        carrier = known.get(parent)
        yield Interface(
            name,
            Mode.ROUTED,
            made.entry.source,
            parent=parent,
            encapsulation=int(vlan) if _is_number(vlan) else 0,
            enabled=not is_down(made.entry) and (carrier is None or carrier.enabled),
            mtu_bytes=mtu_of(made.entry),
            addresses=tuple(made.addresses),
            vrf=made.vrf,
        )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
