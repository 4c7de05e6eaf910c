"""Ports and PortChannels of CONFIG_DB as interfaces of the model, and the VLANs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode, Vlan
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import normalise
from roce_audit.platforms.sonic.layer3 import (
    is_down,
    layer3_of,
    mtu_of,
    subinterfaces,
    vlan_interfaces,
    vlan_number,
)
from roce_audit.platforms.sonic.surroundings import members_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.sonic.database import Database, Entry

PORT_TABLES = ("PORT", "PORTCHANNEL")
_ROUTED = ("INTERFACE", "PORTCHANNEL_INTERFACE")
_TAGGED = "tagged"


def vlans_of(database: Database) -> dict[int, Vlan]:
    """Return the VLANs by number."""
    found: dict[int, Vlan] = {}
    for name, entry in database.table("VLAN").items():
        number = vlan_number(name)
        if number is not None:
            found[number] = Vlan(number, entry.source)
    return found


def interfaces_of(database: Database) -> dict[str, Interface]:
    """Return every interface that a packet can pass, by name."""
    return _Ports(database).all()


class _Ports:
    """Puts the interfaces together."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._members = members_of(database)
        self._routed = {
            name: made for table in _ROUTED for name, made in layer3_of(database, table).items()
        }
        self._vlans = self._memberships()

    def all(self) -> dict[str, Interface]:
        """Return the interfaces by name."""
        found = {
            name: self._port(name, entry)
            for table in PORT_TABLES
            for name, entry in self._database.table(table).items()
        }
        named = (*self._members.values(), *self._vlans, *self._routed, *self._members)
        named += tuple(self._bound())
        for name in named:
            if name not in found:
                found[name] = self._implied(name)
        found.update((each.name, each) for each in subinterfaces(self._database, found))
        found.update((each.name, each) for each in vlan_interfaces(self._database))
        found.update((each.name, each) for each in self._aliases(found))
        return found

    def _bound(self) -> Iterator[str]:
        """Yield the ports of tables, if the file does not list the ports there are."""
        if self._database.table("PORT"):
            return
        for entry in self._database.table("ACL_TABLE").values():
            yield from (port for port in entry.parts("ports") if vlan_number(port) is None)

    def _implied(self, name: str) -> Interface:
        routed = self._routed.get(name)
        file = routed.entry.file if routed else ""
        told = SourceRef(file, None, f"{name} is named, but not listed as a port")
        return self._moded(Interface(name, Mode.UNKNOWN, told, parent=self._members.get(name, "")))

    def _port(self, name: str, entry: Entry) -> Interface:
        made = Interface(
            name,
            Mode.UNKNOWN,
            entry.source,
            parent=self._members.get(name, ""),
            enabled=not is_down(entry),
            mtu_bytes=mtu_of(entry),
        )
        return self._moded(made)

    def _moded(self, made: Interface) -> Interface:
        """Return an interface with what it does with frames: bridges, routes, or nothing said."""
        tagged, untagged = self._vlans.get(made.name, ([], []))
        layer3 = self._routed.get(made.name)
        if not (tagged or untagged):
            if layer3 is None:
                return made
            told = tuple(layer3.addresses)
            return replace(made, mode=Mode.ROUTED, addresses=told, vrf=layer3.vrf)
        doubt = _contradiction(made.name, untagged, routed=layer3 is not None)
        if not tagged:
            return replace(made, mode=Mode.ACCESS, access_vlan=untagged[0], mode_doubt=doubt)
        return replace(
            made,
            mode=Mode.TRUNK,
            native_vlan=untagged[0] if untagged else None,
            allowed_vlans=normalise((vlan, vlan) for vlan in (*tagged, *untagged)),
            mode_doubt=doubt,
        )

    def _memberships(self) -> dict[str, tuple[list[int], list[int]]]:
        """Return the tagged and untagged VLANs of each port."""
        found: dict[str, tuple[list[int], list[int]]] = {}
        for key, entry in self._database.table("VLAN_MEMBER").items():
            vlan, _, port = key.partition("|")
            number = vlan_number(vlan)
            if number is None or not port:
                continue
            tagged, untagged = found.setdefault(port, ([], []))
            is_tagged = entry.get("tagging_mode").strip().lower() == _TAGGED
            (tagged if is_tagged else untagged).append(number)
        return found

    def _aliases(self, known: dict[str, Interface]) -> Iterator[Interface]:
        """Yield the other names of ports; they stand for the port as members do for a LAG."""
        for name, entry in self._database.table("PORT").items():
            alias = entry.get("alias")
            if alias and alias not in known:
                port = known[name]
                yield replace(port, name=alias, parent=port.parent or name, mtu_bytes=None)


def _contradiction(name: str, untagged: list[int], *, routed: bool) -> Doubt | None:
    if routed:
        return Doubt(f"mode of {name}", f"{name} is in a VLAN and has a routed interface")
    if len(untagged) > 1:
        return Doubt(f"mode of {name}", f"{name} is untagged in more than one VLAN")
    return None
