"""``class-map``: which packets a class takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import DSCP, ETHERTYPE, LENGTH, PCP
from roce_audit.packets.ranges import normalise, single
from roce_audit.platforms.cisco_nxos.mac_entry import IP_TYPES
from roce_audit.platforms.cisco_nxos.port import Claim
from roce_audit.reading.marks import DSCPS, PRECEDENCES
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.ranges import Ranges
    from roce_audit.reading.statement import Statement

EVERY_CLASS = "class-default"
_PER_PRECEDENCE = 8
_TOP_PRECEDENCE = 7
_IP: Box = {ETHERTYPE: IP_TYPES}


@dataclass(frozen=True, slots=True)
class Condition:
    """One match statement of a class.

    Attributes:
        source: The statement.
        acl: Name of an access list; "" if it is none.
        box: What it matches otherwise; None if it is not understood.
    """

    source: SourceRef
    acl: str = ""
    box: Box | None = None


@dataclass(slots=True)
class ClassMap:
    """A class of packets.

    Attributes:
        source: Its header.
        every: Whether all conditions must hold; else any one does.
        conditions: In order.
    """

    source: SourceRef
    every: bool
    conditions: list[Condition] = field(default_factory=list[Condition])

    def enter(self, statement: Statement) -> Claim | None:
        """Do what a statement below the header says; None if it is no such statement.

        Raises:
            ParseError: It is not understood; it is kept as a condition that may hold.
        """
        words = statement.words
        match words:
            case ("description", *_):
                return Claim.NO_EFFECT
            case ("no", "match", *rest):
                self.conditions = [
                    each for each in self.conditions if each.source.text.split()[1:] != rest
                ]
            case ("match", *rest):
                self._match(rest, statement)
            case _:
                return None
        return Claim.READ

    def spoil(self, statement: Statement) -> None:
        """Keep a statement that means nothing known as a condition that may hold."""
        self.conditions.append(Condition(statement.source))

    def _match(self, rest: list[str], statement: Statement) -> None:
        if rest[:2] == ["access-group", "name"] and len(rest) > len(("access-group", "name")):
            self.conditions.append(Condition(statement.source, acl=rest[2]))
            return
        try:
            box = _box(rest)
        except ParseError:
            self.conditions.append(Condition(statement.source))
            raise
        self.conditions.append(Condition(statement.source, box=box))


def _box(words: list[str]) -> Box:
    text = ",".join(words[1:])
    match words:
        case ["cos", *_]:
            return {PCP: _values(text, {}, PCP.top)}
        case ["dscp", *_]:
            return {**_IP, DSCP: _values(text, DSCPS, DSCP.top)}
        case ["precedence", *_]:
            levels = _values(text, PRECEDENCES, _TOP_PRECEDENCE)
            return {
                **_IP,
                DSCP: tuple((8 * low, 8 * high + _PER_PRECEDENCE - 1) for low, high in levels),
            }
        case ["packet", "length", *lengths]:
            return {**_IP, LENGTH: number_list(",".join(lengths), LENGTH.top)}
        case _:
            raise ParseError("unknown condition")


def _values(text: str, names: Mapping[str, int], top: int) -> Ranges:
    parts = [part for part in text.split(",") if part]
    if not parts:
        raise ParseError("no value is given")
    return normalise(
        value
        for part in parts
        for value in (single(names[part]) if part in names else number_list(part, top))
    )
