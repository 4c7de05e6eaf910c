"""A Linux machine as the audit sees it: filters, and where the kernel calls them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Device
from roce_audit.platforms.linux.world import World

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import Filter
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Base, Front
    from roce_audit.platforms.linux.unions import Union


@dataclass(frozen=True, slots=True)
class Hooked:
    """A base chain.

    Attributes:
        filter: The chain; questions about the way are open.
        base: Where the kernel calls it.
        family: Family of its table.
        front: Who wrote it.
        acts: Whether it can do anything: it has rules, or does not accept at its end.
        untracks: Packets that it takes out of connection tracking, questions open.
        names_ports: Whether rules of its table name bridge ports.
    """

    filter: Filter
    base: Base
    family: str
    front: Front
    acts: bool
    untracks: Union = ()
    names_ports: bool = False


@dataclass(frozen=True, slots=True)
class LinuxDevice(Device):
    """One machine, read.

    Attributes:
        hooked: Base chains of tables that are not switched off, by priority.
        world: Links and settings.
        hidden: Families whose filters exist and were not shown, and where that shows.
        legacy: Families with tables of the old back end that were not captured.
        assume: Switches set for the platform.
        unsure: Why some filter may be missing here; "" if every statement was understood.
    """

    hooked: tuple[Hooked, ...] = field(default=(), compare=False)
    world: World = field(default_factory=World, compare=False)
    hidden: Mapping[str, SourceRef] = field(default_factory=dict[str, "SourceRef"], compare=False)
    legacy: Mapping[str, SourceRef] = field(default_factory=dict[str, "SourceRef"], compare=False)
    assume: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
    unsure: str = field(default="", compare=False)
