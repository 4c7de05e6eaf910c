"""The device model, once every statement has acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Combination, Device, Mode
from roce_audit.platforms.cisco_xe.bindings import Work
from roce_audit.platforms.cisco_xe.extents import Groups
from roce_audit.platforms.cisco_xe.filters import filters_of
from roce_audit.platforms.cisco_xe.interfaces import interfaces_of, vlans_of, with_templates
from roce_audit.platforms.cisco_xe.lost import doubt_what_is_named
from roce_audit.platforms.cisco_xe.map_filters import map_filters
from roce_audit.reading.whole_dump import gaps_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.device import Interface
    from roce_audit.platforms.cisco_xe.state import Port, Xe
    from roce_audit.reading.document import Document

NAME = "cisco_xe"
_COMBINATIONS = {"replace": Combination.PORT_REPLACES, "serial": Combination.SERIAL}


def finished(xe: Xe, name: str, documents: Sequence[Document]) -> Device:
    """Return the device that was read into ``xe``."""
    ports = with_templates(xe)
    interfaces = interfaces_of(xe, ports)
    doubt_what_is_named(xe, ports)
    filters = filters_of(xe, Groups(xe.groups, xe.settings))
    filters.update(map_filters(xe, filters))
    work = Work(xe, ports, interfaces, filters)
    work.bind_all()
    vlans, listed = vlans_of(xe, interfaces)
    return Device(
        name=name,
        platform=NAME,
        filters=work.filters,
        bindings=tuple(work.bindings),
        interfaces=interfaces,
        vlans=vlans,
        ledger=xe.book.close(),
        gaps=tuple(gaps_of(documents, ended=xe.ended, complete=xe.hostname and bool(xe.ports))),
        combination=_combination(xe, ports, interfaces),
        vlans_listed=listed,
    )


def _combination(
    xe: Xe, ports: Mapping[str, Port], interfaces: Mapping[str, Interface]
) -> Combination:
    """Return how a port's list and those of its VLAN combine."""
    known = _COMBINATIONS.get(xe.settings.acl_precedence)
    if known is not None:
        return known
    said = {
        port.precedence
        for name, port in ports.items()
        if port.bound and interfaces[name].mode in (Mode.ACCESS, Mode.TRUNK)
    }
    if said == {"merge"}:
        return Combination.SERIAL
    return Combination.PORT_REPLACES if said == {"prefer port"} else Combination.UNDECIDED
