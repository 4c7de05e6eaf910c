"""ACL_TABLE entries as tables: type, stage, ports, and why one does nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.sonic.surroundings import ACTIVE, is_held_back
from roce_audit.platforms.sonic.table_types import (
    ANY_TYPE,
    CONTROL_PLANE,
    EGRESS_RANGES,
    PREDEFINED,
    TableType,
    custom_type,
)

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.database import Database, Entry
    from roce_audit.platforms.sonic.surroundings import Surroundings

_ATTRIBUTES = frozenset({"TYPE", "STAGE", "PORTS", "POLICY_DESC", "SERVICES"})
_STAGES = {"INGRESS": Direction.IN, "EGRESS": Direction.OUT}
_BOTH_VERSIONS = "L3V4V6"


@dataclass(frozen=True, slots=True)
class AclTable:
    """One table.

    Attributes:
        name: As configured.
        kind: Its type.
        type_name: The type as written, in capitals.
        stage: Where it acts.
        ports: As listed.
        entry: As captured; None for a table that only its rules name.
        inactive: Why it does nothing, as a phrase; "" if it acts.
        doubts: Why it may do nothing.
        foreign: Whether the image is one whose tables may have rules of their own.
    """

    name: str
    kind: TableType
    type_name: str
    stage: Direction
    ports: tuple[str, ...]
    entry: Entry | None
    inactive: str = ""
    doubts: tuple[Doubt, ...] = ()
    foreign: bool = False


def missing_table(name: str, around: Surroundings) -> AclTable:
    """Return what stands for a table that only rules name."""
    waits = "its rules wait for a table that does not exist" if around.lists_tables else ""
    return AclTable(name, ANY_TYPE, "", Direction.IN, (), None, waits)


def acl_tables(database: Database, around: Surroundings) -> dict[str, AclTable]:
    """Return the tables of ACL_TABLE by name."""
    return {
        name: _table(name, entry, database, around)
        for name, entry in database.table("ACL_TABLE").items()
    }


def _table(name: str, entry: Entry, database: Database, around: Surroundings) -> AclTable:
    fields = {field.upper(): field for field in entry.fields}
    type_name = entry.get(fields.get("TYPE", "")).strip().upper()
    stage_name = entry.get(fields.get("STAGE", "")).strip().upper() or "INGRESS"
    ports = entry.parts(fields.get("PORTS", ""))
    kind = _kind(type_name, stage_name, database, around)
    status = around.table_status.get(name, "")
    inactive = _refused(fields, stage_name) or _unmade(type_name, kind, ports, around)
    if not inactive and type_name == _BOTH_VERSIONS:
        inactive = _unsupported(stage_name, around)
    if type_name != CONTROL_PLANE:
        inactive = _by_status(status, inactive)
    known = "" if status == ACTIVE else _open(type_name, stage_name, kind, around)
    doubts = (Doubt(f"table {name}", f"{name} (line {entry.line}) {known}"),) if known else ()
    return AclTable(
        name,
        kind or ANY_TYPE,
        type_name,
        _STAGES.get(stage_name, Direction.IN),
        ports,
        entry,
        inactive,
        () if inactive else doubts,
        around.enterprise or (kind is None and status == ACTIVE),
    )


def _kind(type_name: str, stage: str, database: Database, around: Surroundings) -> TableType | None:
    """Return the type of a table; the types of the code cannot be defined anew."""
    known = PREDEFINED.get(type_name)
    if known is not None:
        on_broadcom = stage == "EGRESS" and around.asic == "broadcom" and not known.open[1]
        return replace(known, open=EGRESS_RANGES) if on_broadcom else known
    for entry in database.table("ACL_TABLE_TYPE").values():
        if entry.key.upper() == type_name:
            return custom_type(entry, list_wanted=around.list_wanted.get(stage, ""))
    return None


def _refused(fields: dict[str, str], stage: str) -> str:
    """Return why a table's fields keep it from being made."""
    if odd := sorted(set(fields) - _ATTRIBUTES):
        return f"it has the field {odd[0]}, which the switch's code does not know"
    if stage not in _STAGES:
        return f"{stage.lower()} is no stage"
    return ""


def _unmade(
    type_name: str, kind: TableType | None, ports: tuple[str, ...], around: Surroundings
) -> str:
    if not type_name:
        return "it has no type, so it waits and filters nothing"
    if type_name == CONTROL_PLANE:
        return "it is for packets to the switch's own CPU, not for those that pass it"
    if kind is None and not around.enterprise:
        return f"the type {type_name} does not exist, so it waits and filters nothing"
    if members := [port for port in ports if port in around.members]:
        lag = around.members[members[0]]
        return f"{members[0]} is a member of {lag}, and no table is made with a member of a LAG"
    return ""


def _unsupported(stage: str, around: Surroundings) -> str:
    if around.both_versions.get(stage, True):
        return ""
    where = f" ({around.asic})" if around.asic else ""
    return f"this ASIC{where} has no tables of type {_BOTH_VERSIONS}, so it filters nothing"


def _by_status(status: str, inactive: str) -> str:
    """Return why a table does nothing once STATE_DB has been asked."""
    if is_held_back(status):
        return inactive or f"the switch reports it as {status}"
    return "" if status == ACTIVE else inactive


def _open(type_name: str, stage: str, kind: TableType | None, around: Surroundings) -> str:
    """Return why it is not certain that a table acts, as a phrase; "" if it is."""
    if kind is None:
        return f"is of type {type_name}, which Enterprise images know in their own way"
    if kind.doubt:
        return f"may not act: {kind.doubt}"
    if type_name == _BOTH_VERSIONS and stage not in around.both_versions:
        return (
            "is of type L3V4V6, which most ASICs do not have, and which ASIC this is, is not known"
        )
    return ""
