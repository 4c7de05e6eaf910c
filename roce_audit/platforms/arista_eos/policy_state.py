"""Traffic policies and field sets while they are edited."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.packets.ranges import Ranges

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.reading.statement import Statement

DEFAULTS = ("ipv4-all-default", "ipv6-all-default")
"""Matches that every policy has, behind all others."""
UNKNOWN_FAMILY = "neither ipv4 nor ipv6 follows the name of the match"


@dataclass(slots=True)
class FieldSet:
    """A named set of prefixes, ports or numbers.

    Attributes:
        include: Word as configured to its values.
        exclude: The same for exceptions.
        reason: Why it is not understood; "" if it is.
    """

    header: Statement
    include: dict[str, Ranges] = field(default_factory=dict[str, Ranges])
    exclude: dict[str, Ranges] = field(default_factory=dict[str, Ranges])
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a match.

    Attributes:
        statement: As captured.
        group: Conditions of one group are alternatives, those of different groups all hold.
        box: What it asks for directly.
        sets: What it asks for through field sets: the field, their kind, their names.
        reason: Why it does not decide alone; "" if it does.
        understood: True if ``reason`` is what it means, not a gap in what we know.
    """

    statement: Statement
    group: str
    box: Box
    sets: tuple[tuple[Field, str, tuple[str, ...]], ...] = ()
    reason: str = ""
    understood: bool = False


@dataclass(slots=True)
class Match:
    """One match of a traffic policy.

    Attributes:
        conditions: By their words.
        actions: Statements under ``actions`` by their words.
    """

    name: str
    family: str
    header: Statement
    conditions: dict[tuple[str, ...], Condition] = field(
        default_factory=dict[tuple[str, ...], Condition]
    )
    actions: dict[tuple[str, ...], Statement] = field(
        default_factory=dict[tuple[str, ...], "Statement"]
    )


@dataclass(slots=True)
class Policy:
    """A traffic policy; its matches in the order tried, the two defaults apart."""

    name: str
    header: Statement
    matches: list[Match] = field(default_factory=list[Match])
    defaults: dict[str, Match] = field(default_factory=dict[str, Match])
    dump: int = 0


@dataclass(slots=True)
class TrafficPolicies:
    """Everything under ``traffic-policies``; field sets by kind and name."""

    sets: dict[tuple[str, str], FieldSet] = field(default_factory=dict[tuple[str, str], FieldSet])
    policies: dict[str, Policy] = field(default_factory=dict[str, Policy])
