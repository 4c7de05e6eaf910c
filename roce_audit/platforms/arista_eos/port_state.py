"""Interfaces while they are configured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roce_audit.model.acl import FilterKey
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class Bound:
    """A filter bound to an interface.

    Attributes:
        key: Of the filter.
        direction: ``in`` or ``out``.
        statement: The statement that binds.
    """

    key: FilterKey
    direction: str
    statement: Statement


@dataclass(slots=True)
class Guard:
    """A statement that may drop or limit packets of an interface in a way we cannot evaluate.

    Attributes:
        what: Name of the feature: ``storm-control``.
        reason: Why packets may not pass, a phrase.
        statement: The statement.
        family: Which packets: ``ip`` for IPv4, ``ipv6``, ``any``.
        routed: True if only routed packets meet it.
        direction: ``in`` or ``out``.
    """

    what: str
    reason: str
    statement: Statement
    family: str = "any"
    routed: bool = False
    direction: str = "in"


@dataclass(slots=True)
class Port:
    """An interface that is being configured.

    Attributes:
        name: Full name.
        header: Where it first stands; None if it is only implied by another statement.
        implied_by: The statement that implies it, if ``header`` is None.
        switchport: True or False as configured, None if not said.
        mode: Word behind ``switchport mode``.
        allowed: VLANs of a trunk.
        native: Untagged VLAN of a trunk; None if untagged frames are dropped.
        groups: Trunk groups.
        phone: VLAN of a phone port.
        channel: Number of the Port-Channel that it is a member of; 0 for none.
        shutdown: True or False as configured, None if not said.
        outer: VLAN of ``encapsulation dot1q``; None if not said.
        odd_encapsulation: True for an encapsulation that is not modelled.
        bridge_vlan: VLAN of a bridged subinterface.
        mtu: Of routed packets.
        l2_mtu: Of bridged frames.
        bound: Filters by family word and direction.
        guards: By name.
        service: Policy maps by type and direction.
        unknown: Statements that are not understood; they may bind a filter.
        dump: Number of the dump that shows it; 0 if it was typed.
    """

    name: str
    header: Statement | None
    implied_by: Statement | None = None
    switchport: bool | None = None
    mode: str = "access"
    access: int = 1
    allowed: tuple[tuple[int, int], ...] = ((1, 4094),)
    native: int | None = 1
    groups: tuple[str, ...] = ()
    phone: int | None = None
    channel: int = 0
    shutdown: bool | None = None
    outer: int | None = None
    odd_encapsulation: bool = False
    bridge_vlan: int | None = None
    mtu: int | None = None
    l2_mtu: int | None = None
    addresses: dict[str, None] = field(default_factory=dict[str, None])
    vrf: str = ""
    bound: dict[tuple[str, str], Bound] = field(default_factory=dict[tuple[str, str], Bound])
    guards: dict[str, Guard] = field(default_factory=dict[str, Guard])
    service: dict[tuple[str, str], Bound] = field(default_factory=dict[tuple[str, str], Bound])
    unknown: list[Statement] = field(default_factory=list["Statement"])
    dump: int = 0
