"""What the rest of the databases says that tables and rules hang on: ports, LAGs, ASIC, image."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.platforms.sonic.asic import L3V4V6, asic_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.sonic.database import Database

ENTERPRISE_TABLES = (
    "CLASSIFIER_TABLE",
    "POLICY_TABLE",
    "POLICY_BINDING_TABLE",
    "POLICY_SECTIONS_TABLE",
    "ECMP_LOADSHARE_TABLE_IPV4",
    "ECMP_LOADSHARE_TABLE_IPV6",
    "HARDWARE",
)
"""Tables that community images do not have."""
SWITCHES: dict[str, tuple[str, ...]] = {
    "image": ("community", "enterprise"),
    "l3v4v6": ("supported", "unsupported"),
}
"""What ``assume:`` may settle; see NOTES.md."""

_STAGES: tuple[str, ...] = ("INGRESS", "EGRESS")
ACTIVE = "active"
_NOT_ACTING = frozenset({"inactive", "pending creation"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What tables and rules hang on.

    Attributes:
        ports: Physical ports; empty if the file does not list them.
        lags: PortChannels.
        members: PortChannel by member port.
        table_status: STATE_DB's word by table, lower case.
        rule_status: STATE_DB's word by ``TABLE|RULE``, lower case.
        asic: See ``asic_of``.
        both_versions: By stage (``INGRESS``, ``EGRESS``): whether L3V4V6 tables exist; a stage
            is absent if that is not known.
        list_wanted: By stage: whether types must list actions, ``true`` or ``false``.
        enterprise: Whether the image is an Enterprise one.
        lists_tables: Whether the file lists tables at all.
    """

    ports: frozenset[str] = frozenset()
    lags: frozenset[str] = frozenset()
    members: Mapping[str, str] = field(default_factory=dict[str, str])
    table_status: Mapping[str, str] = field(default_factory=dict[str, str])
    rule_status: Mapping[str, str] = field(default_factory=dict[str, str])
    asic: str = ""
    both_versions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    list_wanted: Mapping[str, str] = field(default_factory=dict[str, str])
    enterprise: bool = False
    lists_tables: bool = False


def surroundings_of(
    database: Database, assume: Mapping[str, str], asic_line: str = ""
) -> Surroundings:
    """Return what the databases say.

    Args:
        database: All that was read.
        assume: Switches as set.
        asic_line: What ``show version`` says after ``ASIC:``; "" if it is not there.
    """
    asic = _asic(database, asic_line)
    return Surroundings(
        ports=frozenset(database.table("PORT")),
        lags=frozenset(database.table("PORTCHANNEL")),
        members=members_of(database),
        table_status=_status(database, "ACL_TABLE_TABLE"),
        rule_status=_status(database, "ACL_RULE_TABLE"),
        asic=asic,
        both_versions=_both_versions(database, asic, assume.get("l3v4v6", "")),
        list_wanted={
            stage.upper(): entry.get("is_action_list_mandatory").lower()
            for stage, entry in database.state.get("ACL_STAGE_CAPABILITY_TABLE", {}).items()
        },
        enterprise=_enterprise(database, assume.get("image", "")),
        lists_tables=bool(database.table("ACL_TABLE")) or bool(database.table("PORT")),
    )


def members_of(database: Database) -> dict[str, str]:
    """Return the PortChannel of each member port."""
    found: dict[str, str] = {}
    for name, entry in database.table("PORTCHANNEL").items():
        # Older images list members with the PortChannel itself.
        found.update(dict.fromkeys(entry.parts("members"), name))
    for key in database.table("PORTCHANNEL_MEMBER"):
        lag, bar, port = key.partition("|")
        if bar:
            found[port] = lag
    return found


def _status(database: Database, table: str) -> dict[str, str]:
    return {
        key: entry.get("status").strip().lower()
        for key, entry in database.state.get(table, {}).items()
    }


def is_held_back(status: str) -> bool:
    """Whether STATE_DB's word says that a table or rule is not in the ASIC."""
    return status in _NOT_ACTING


def _asic(database: Database, asic_line: str) -> str:
    told = list(database.table("DEVICE_METADATA").values())
    names = [asic_line]
    for name in ("asic_type", "asic_vendor", "platform", "hwsku"):
        names += [entry.get(name) for entry in told]
    return asic_of(*names)


def _both_versions(database: Database, asic: str, assumed: str) -> dict[str, bool]:
    if assumed:
        return dict.fromkeys(_STAGES, assumed == "supported")
    known = dict.fromkeys(_STAGES, asic in L3V4V6) if asic else {}
    for stage, entry in database.state.get("ACL_STAGE_CAPABILITY_TABLE", {}).items():
        word = entry.get("supported_L3V4V6").lower()
        if word in ("true", "false"):
            known[stage.upper()] = word == "true"
    return known


def _enterprise(database: Database, assumed: str) -> bool:
    if assumed:
        return assumed == "enterprise"
    return any(database.table(name) for name in ENTERPRISE_TABLES)
