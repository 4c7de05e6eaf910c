"""A SONiC switch as the audit sees it, with what its own ways and repairs need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.packets.fields import Doubt
    from roce_audit.platforms.sonic.port_matches import PortQuestion
    from roce_audit.platforms.sonic.table_types import TableType


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one table besides its filter.

    Attributes:
        kind: Its type.
        type_name: The type as written, in capitals.
        priorities: Priority by rule, rules that are left out included.
        notes: What a reader of an answer must know, as sentences.
        acts: Whether it does anything.
        by_port: Whether rules have conditions on ports.
        by_vlan: Whether rules have conditions on VLANs.
    """

    kind: TableType
    type_name: str
    priorities: Mapping[str, int]
    notes: tuple[str, ...] = ()
    acts: bool = True
    by_port: bool = False
    by_vlan: bool = False


@dataclass(frozen=True, slots=True)
class SonicDevice(Device):
    """One switch, read.

    Attributes:
        facts: By filter.
        asked: Conditions on ports, by the doubt that stands for each.
        silent: Ports without ``admin_status``.
        whole: Whether the file shows which ports bridge and which route.
        keys: Entries by table, of the tables that repairs change.
        aliases: Port by its other name.
        idle: What is bound to an interface and does nothing there, as sentences.
    """

    facts: Mapping[FilterKey, Facts] = field(
        default_factory=dict["FilterKey", Facts], compare=False
    )
    asked: Mapping[Doubt, PortQuestion] = field(
        default_factory=dict["Doubt", "PortQuestion"], compare=False
    )
    silent: frozenset[str] = field(default=frozenset(), compare=False)
    whole: bool = field(default=False, compare=False)
    keys: Mapping[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]], compare=False
    )
    aliases: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    idle: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]], compare=False
    )
