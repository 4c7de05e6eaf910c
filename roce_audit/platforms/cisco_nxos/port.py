"""An interface while the configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction, Layer
from roce_audit.packets.boxes import EVERYTHING, Box

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.ranges import Ranges
    from roce_audit.reading.statement import Statement

BOTH_WAYS = (Direction.IN, Direction.OUT)


class Claim(Enum):
    """How a statement was taken."""

    READ = "read"
    NO_EFFECT = "no effect"


@dataclass(frozen=True, slots=True)
class Bound:
    """A filter or policy that a statement binds.

    Attributes:
        name: Of the filter or policy.
        source: The statement.
    """

    name: str
    source: SourceRef


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something besides filters that may drop packets at a port.

    Attributes:
        title: What it is, in the device's words.
        reason: What it does, a phrase that follows "line 7".
        source: The statement.
        layer: Which packets meet it.
        directions: Which way they go.
        sees: Which of them it may drop.
    """

    title: str
    reason: str
    source: SourceRef
    layer: Layer = Layer.PORT
    directions: tuple[Direction, ...] = (Direction.IN,)
    sees: tuple[Box, ...] = (EVERYTHING,)


@dataclass(slots=True)
class Port:
    """What statements said of one interface, or of one port profile.

    Attributes:
        name: Full name.
        source: Its header.
        switchport: True or False where ``switchport`` or ``no switchport`` says so.
        mode: Of a layer-2 port, as written; "" if not said.
        access_vlan: As written.
        native_vlan: As written.
        allowed: As written, additions and removals applied.
        channel: Port-channel that it is a member of.
        shut: True or False where ``shutdown`` or ``no shutdown`` says so.
        mtu: As written.
        addresses: With prefix length, in order.
        vrf: As written.
        encapsulation: VLAN of a subinterface.
        classify: Whether MAC lists see IP packets.
        bindings: By kind (``ip port`` for instance) and direction.
        hazards: By what each is.
        policies: Of type qos, by direction.
        profiles: Port profiles inherited, in order.
        bridging: Whether a switchport command stands here that only a layer-2 port takes.
        filtering: Whether a filter stands here that only a layer-2 port takes.
        routing: Whether a command stands here that only a routed port takes.
        live: Of a port profile, whether it is enabled.
    """

    name: str
    source: SourceRef
    switchport: bool | None = None
    mode: str = ""
    access_vlan: int | None = None
    native_vlan: int | None = None
    allowed: Ranges | None = None
    channel: str = ""
    shut: bool | None = None
    mtu: int | None = None
    addresses: dict[str, None] = field(default_factory=dict[str, None])
    vrf: str = ""
    encapsulation: int | None = None
    classify: bool = False
    bindings: dict[tuple[str, Direction], Bound] = field(
        default_factory=dict[tuple[str, Direction], Bound]
    )
    hazards: dict[str, Hazard] = field(default_factory=dict[str, Hazard])
    policies: dict[Direction, Bound] = field(default_factory=dict[Direction, Bound])
    profiles: dict[str, SourceRef] = field(default_factory=dict[str, "SourceRef"])
    bridging: bool = False
    filtering: bool = False
    routing: bool = False
    live: bool = False

    def endanger(self, key: str, hazard: Hazard | None) -> None:
        """Set or (None) clear what may drop packets."""
        if hazard is None:
            self.hazards.pop(key, None)
        else:
            self.hazards[key] = hazard


@dataclass(frozen=True, slots=True)
class Said:
    """A statement of an interface, split up.

    Attributes:
        statement: As captured.
        negated: Whether it begins with ``no``.
        start: Index of its first word, behind ``no``.
    """

    statement: Statement
    negated: bool
    start: int

    @property
    def source(self) -> SourceRef:
        """Where it was captured."""
        return self.statement.source


def said(statement: Statement) -> Said:
    """Return ``statement`` split up."""
    negated = statement.words[0] == "no"
    return Said(statement, negated, int(negated))
