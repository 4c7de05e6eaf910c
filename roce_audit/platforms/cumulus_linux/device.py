"""A Cumulus switch: what every device has, and what only its lookups and repairs need."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.acl import NvueList
    from roce_audit.platforms.cumulus_linux.match import Entry

ChainKey = tuple[str, str, str]
"""Section (``iptables`` and so on), table and chain."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of policy.d.

    Attributes:
        file: Its file; files act in the order of their names.
        entry: The line.
    """

    file: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class CumulusDevice(Device):
    """A switch with its rules as the hardware orders them.

    Attributes:
        lists: Access lists of NVUE by name.
        chains: Lines of policy.d by section, table and chain, in the order of files.
        policies: Chains whose policy drops, and where that stands.
        members: Members by the name of their bond.
        loose: Whether rules were captured without the interfaces they name.
        flat_ports: Whether ports stand beside the protocol in rules, as old releases write them.
        assume: Switches set for the platform.
    """

    lists: Mapping[str, NvueList] = field(default_factory=dict[str, "NvueList"], compare=False)
    chains: Mapping[ChainKey, tuple[Placed, ...]] = field(
        default_factory=dict[ChainKey, "tuple[Placed, ...]"], compare=False
    )
    policies: Mapping[ChainKey, SourceRef] = field(
        default_factory=dict[ChainKey, "SourceRef"], compare=False
    )
    members: Mapping[str, frozenset[str]] = field(
        default_factory=dict[str, "frozenset[str]"], compare=False
    )
    loose: bool = field(default=False, compare=False)
    flat_ports: bool = field(default=False, compare=False)
    assume: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)
