"""Packet filters and where they act, after every vendor difference is resolved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Doubt


class Action(StrEnum):
    """What a line does with a packet it takes."""

    PERMIT = "permit"
    DENY = "deny"
    RETURN = "return"
    """Leave the called list and go on behind the line that called it."""


@dataclass(frozen=True, slots=True)
class Call:
    """Try another list of lines; a packet that none of them takes comes back.

    Attributes:
        lines: The called list, in the order tried.
        resume: True (a jump): a packet that comes back goes on behind the calling line.
            False (a goto): it leaves the calling list too.
    """

    lines: tuple[Line, ...]
    resume: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One filter line.

    Attributes:
        action: What happens to the packets it takes.
        matches: Those packets, all alternatives together; empty if it can take none. A box
            with a ``Doubt`` takes its packets only if the answer to the doubt is yes.
        source: The captured statement.
        label: What the device calls the line: a sequence number, a term or rule name; "" if
            it has no handle of its own.
    """

    action: Action | Call
    matches: tuple[Box, ...]
    source: SourceRef
    label: str = ""


class Family(StrEnum):
    """What a filter is written in; names are unique within a family only."""

    IPV4 = "ipv4"
    IPV6 = "ipv6"
    MAC = "mac"
    MIXED = "mixed"


FilterKey: TypeAlias = tuple[str, str]
"""Family value and name. Platforms with one name space use ``mixed``."""


@dataclass(frozen=True, slots=True)
class Filter:
    """An ordered filter: the first line that matches a packet takes it.

    Attributes:
        family: See ``Family``; not what the filter sees (that is ``Binding.sees``).
        name: As configured.
        lines: In the order the device tries them, whatever the vendor calls it.
        default: What happens to packets that no line takes (PERMIT or DENY).
        source: Where the filter begins.
        default_doubt: If given, the default holds only if the answer is yes, else the opposite
            happens.
        kind: The platform's word for such a filter, for people: ``ip access-list``.
        tag: A word the platform's own renderer needs to tell variants apart.
        sees: The packets offered to it where nothing binds it and it is asked about by name;
            None for all packets of its family.
    """

    family: Family
    name: str
    lines: tuple[Line, ...]
    default: Action
    source: SourceRef
    default_doubt: Doubt | None = None
    kind: str = ""
    tag: str = ""
    sees: tuple[Box, ...] | None = None

    @property
    def key(self) -> FilterKey:
        """Family and name."""
        return (self.family.value, self.name)


class Direction(StrEnum):
    """Which way packets go when a binding sees them, seen from the device."""

    IN = "in"
    OUT = "out"


class Layer(StrEnum):
    """Which packets of an interface or VLAN a binding is offered."""

    PORT = "port"
    """Every packet of the port, bridged or routed."""
    VLAN = "vlan"
    """Every packet of the VLAN, bridged or routed."""
    ROUTED = "routed"
    """Only packets that the device routes."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A filter at work.

    Attributes:
        filter: Key of the filter; it may be missing from the device's filters (undefined).
        interface: Interface name, or "" for a VLAN binding.
        vlans: VLANs of a VLAN binding (layer VLAN), else empty.
        direction: IN or OUT. A VLAN map without a direction has one binding for each.
        layer: See ``Layer``.
        sees: The packets offered to the filter, all alternatives together; others pass by.
        source: The statement that binds.
        inactive: Why the binding does nothing although configured; "" if it works.
        doubt: If given, the binding works only if the answer is yes.
        undefined: What happens to the packets seen when the filter does not exist.
        undefined_doubt: If given, ``undefined`` holds only if the answer is yes.
    """

    filter: FilterKey
    interface: str
    vlans: tuple[tuple[int, int], ...]
    direction: Direction
    layer: Layer
    sees: tuple[Box, ...]
    source: SourceRef
    inactive: str = ""
    doubt: Doubt | None = None
    undefined: Action = Action.PERMIT
    undefined_doubt: Doubt | None = None
