"""The device that the databases come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.ledger import Uncertain
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.sonic.acl_filters import AclFilters
from roce_audit.platforms.sonic.binding import bindings_of
from roce_audit.platforms.sonic.claims import account
from roce_audit.platforms.sonic.device import SonicDevice
from roce_audit.platforms.sonic.hazards import hazards_of
from roce_audit.platforms.sonic.ports import PORT_TABLES, interfaces_of, vlans_of
from roce_audit.platforms.sonic.surroundings import surroundings_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.model.acl import Binding, Filter
    from roce_audit.platforms.sonic.database import Database
    from roce_audit.platforms.sonic.state import State

_SAY_WHAT_PORTS_DO = ("VLAN_MEMBER", "INTERFACE", "PORTCHANNEL_INTERFACE", "VLAN_INTERFACE")
_REPAIRED = ("ACL_RULE", "PORT", "PORTCHANNEL", "VLAN")


def assemble(name: str, state: State, assume: Mapping[str, str]) -> SonicDevice:
    """Return the device of a state."""
    _add_shown(state)
    database = state.database
    around = surroundings_of(database, assume, state.asic_line)
    made = AclFilters(state, around)
    made.read()
    interfaces = interfaces_of(database)
    bindings = [
        binding
        for table in made.tables.values()
        for binding in bindings_of(table, interfaces, around)
    ]
    for hazard in hazards_of(database):
        made.filters[hazard.filter.key] = hazard.filter
        bindings.append(hazard.binding)
        made.doubts.append(Uncertain(hazard.filter.source, _reason(hazard.filter)))
    return SonicDevice(
        name=name,
        platform="sonic",
        filters=made.filters,
        bindings=tuple(bindings),
        interfaces=interfaces,
        vlans=vlans_of(database),
        ledger=account(
            database,
            [*state.doubts, *made.doubts],
            without_effect=made.without_effect,
            order=state.order,
        ),
        gaps=(*state.gaps, *_broken(state)),
        vlans_listed=bool(database.table("VLAN")),
        facts=made.facts,
        asked=made.ports.asked,
        silent=_silent(database),
        whole=_is_whole(database),
        keys={table: frozenset(database.table(table)) for table in _REPAIRED},
        aliases={
            alias: port
            for port, entry in database.table("PORT").items()
            if (alias := entry.get("alias")) and alias != port
        },
        idle=_idle(bindings),
    )


def _idle(bindings: list[Binding]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in bindings:
        if each.inactive:
            told = f"{each.filter[1]} at {each.interface} does nothing: {each.inactive}"
            found[each.interface] = (*found.get(each.interface, ()), told)
    return found


def _add_shown(state: State) -> None:
    """Take the tables and rules of ``show`` commands that no database shows."""
    config = state.database.config
    for table, shown in (("ACL_TABLE", state.shown_tables), ("ACL_RULE", state.shown_rules)):
        known = config.get(table)
        if shown and not known:
            config[table] = dict(shown)


def _reason(acl: Filter) -> str:
    doubts = (each for line in acl.lines for box in line.matches for each in box)
    return next((each.reason for each in doubts if isinstance(each, Doubt)), "")


def _broken(state: State) -> Iterator[Gap]:
    if state.broken is not None:
        told = f"Line {state.broken.line} of {state.broken.file} is not understood"
        yield Gap(f"{told}: what follows it may be missing.", state.broken)


def _silent(database: Database) -> frozenset[str]:
    return frozenset(
        name
        for table in PORT_TABLES
        for name, entry in database.table(table).items()
        if "admin_status" not in entry.fields
    )


def _is_whole(database: Database) -> bool:
    return (
        bool(database.table("DEVICE_METADATA"))
        and bool(database.table("PORT"))
        and any(database.table(name) for name in _SAY_WHAT_PORTS_DO)
    )
