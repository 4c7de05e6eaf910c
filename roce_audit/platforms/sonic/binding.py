"""Where tables act: at the ports they list, in their stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Binding, Family, Layer
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.sonic.layer3 import vlan_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.device import Interface
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.sonic.acl_tables import AclTable
    from roce_audit.platforms.sonic.surroundings import Surroundings

_LAG = "PORTCHANNEL"
_PORT = "PORT"


def bindings_of(
    table: AclTable, interfaces: Mapping[str, Interface], around: Surroundings
) -> Iterator[Binding]:
    """Yield the bindings of a table, one for each port and for each subinterface of it."""
    if table.entry is None:
        return
    source = table.entry.source
    for port in dict.fromkeys(table.ports):
        vlan = vlan_number(port)
        if vlan is not None:
            yield _at_vlan(table, port, vlan, source)
            continue
        inactive = table.inactive or _waiting(port, around)
        doubt = _place_doubt(table, port, around)
        names = [port] + [
            each.name
            for each in interfaces.values()
            if each.parent == port and each.encapsulation is not None
        ]
        for name in names:
            yield Binding(
                filter=(Family.MIXED.value, table.name),
                interface=name,
                vlans=(),
                direction=table.stage,
                layer=Layer.PORT,
                sees=(EVERYTHING,),
                source=source,
                inactive=inactive,
                doubt=None if inactive else doubt,
            )


def _at_vlan(table: AclTable, port: str, vlan: int, source: SourceRef) -> Binding:
    told = f"{table.name} (line {source.line}) lists {port}, and types do not list VLANs as places"
    return Binding(
        filter=(Family.MIXED.value, table.name),
        interface="",
        vlans=((vlan, vlan),),
        direction=table.stage,
        layer=Layer.VLAN,
        sees=(EVERYTHING,),
        source=source,
        inactive=table.inactive,
        doubt=None if table.inactive else Doubt(f"{table.name} on {port}", told),
    )


def _waiting(port: str, around: Surroundings) -> str:
    """Return why a table does not act at a port that does not exist yet."""
    if not around.ports or port in around.ports or port in around.lags:
        return ""
    if port in around.members.values():
        return ""
    return f"{port} does not exist, so it waits there"


def _place_doubt(table: AclTable, port: str, around: Surroundings) -> Doubt | None:
    is_lag = port in around.lags or port.upper().startswith(_LAG)
    if not table.kind.custom or (_LAG if is_lag else _PORT) in table.kind.places:
        return None
    told = f"type {table.type_name} of {table.name} does not list such ports as places"
    return Doubt(f"{table.name} at {port}", f"{told}, here {port}")
