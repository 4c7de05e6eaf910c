"""ACL_RULE entries as rules: priority, what they do, which packets they take.

A rule is made whole or not at all: one field that does not fit, and the switch leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.platforms.sonic.actions import ACTIONS, Deed, Does, deed_of
from roce_audit.platforms.sonic.draft import Draft
from roce_audit.platforms.sonic.matches import MASKED, MATCH, read_mask
from roce_audit.platforms.sonic.surroundings import ACTIVE, is_held_back
from roce_audit.platforms.sonic.values import Inactive, number

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.acl_tables import AclTable
    from roce_audit.platforms.sonic.database import Entry, Value
    from roce_audit.platforms.sonic.port_matches import PortMatches
    from roce_audit.platforms.sonic.surroundings import Surroundings

PRIORITY_TOP = 999_999
"""Largest priority that the device's schema allows; ASICs may have their own bounds."""
_HIGHEST = (1 << 32) - 1
_LAST = "TCP_FLAGS"


class Standing(Enum):
    """What becomes of a rule."""

    MADE = auto()
    LEFT_OUT = auto()
    OPEN = auto()
    """It is in the ASIC, or may be, and what it does is not known."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        name: Inside its table.
        entry: As captured.
        priority: The larger one is tried first.
        deed: What it does with the packets it takes.
        boxes: Those packets; empty if it is left out or can take none.
        standing: See ``Standing``.
        reason: Why it is left out or open, as a phrase.
    """

    name: str
    entry: Entry
    priority: int
    deed: Deed
    boxes: tuple[Box, ...]
    standing: Standing = Standing.MADE
    reason: str = ""


class RuleReader:
    """Reads the rules of one table."""

    __slots__ = ("_around", "_kind", "_ports", "_quick", "_table")

    def __init__(self, table: AclTable, around: Surroundings, ports: PortMatches) -> None:
        """Take the table, what rules hang on, and what takes conditions on ports."""
        self._table, self._around, self._ports = table, around, ports
        kind = self._kind = table.kind
        # Fields that are as they should be, looked up once for all rules.
        usual = {*kind.matches, *(("IP_PROTOCOL",) if kind.to_next_header else ())}
        odd = {*kind.open[0], _LAST}
        self._quick = {name: MATCH[name] for name in usual if name in MATCH and name not in odd}

    def read(self, name: str, entry: Entry) -> Rule:
        """Return the rule of an entry."""
        status = self._around.rule_status.get(entry.key, "") if self._around.rule_status else ""
        priority = _priority_of(entry)
        try:
            draft, deed = self._fields(entry)
        except Inactive as why:
            if status == ACTIVE or (self._table.foreign and not is_held_back(status)):
                return _open(name, entry, priority, str(why))
            return Rule(name, entry, priority, Deed(), (), Standing.LEFT_OUT, str(why))
        if is_held_back(status):
            told = f"the switch reports it as {status}"
            return Rule(name, entry, priority, deed, (), Standing.LEFT_OUT, told)
        return Rule(name, entry, priority, deed, draft.boxes())

    def _fields(self, entry: Entry) -> tuple[Draft, Deed]:
        """Read every field.

        Raises:
            Inactive: One does not fit.
        """
        draft = Draft(entry.key, entry.line, self._kind)
        deeds: list[Deed] = []
        later: list[tuple[str, Value]] = []
        conditions, quick = 0, self._quick
        for field, value in entry.fields.items():
            read = quick.get(field)
            if read is not None and isinstance(value, str):
                conditions += 1
                read(draft, value)
            else:
                later.append((field.upper(), value))
        for name, value in sorted(later, key=_flags_last) if len(later) > 1 else later:
            if name in ACTIONS:
                deeds.append(deed_of(name, value if isinstance(value, str) else ",".join(value)))
            elif name == "PRIORITY":
                _take_priority(draft, value)
            else:
                conditions += 1
                self._condition(draft, name, value)
        if entry.named("PRIORITY") is None:
            draft.ask("PRIORITY", "has no PRIORITY, and not every ASIC takes 0")
        return draft, self._deed(draft, deeds, conditions)

    def _condition(self, draft: Draft, name: str, value: Value) -> None:
        if name in MASKED:
            read_mask(draft, name)
            return
        kind = self._kind
        read = MATCH.get(name)
        if read is None and not self._ports.knows(name):
            raise Inactive(f"it has the field {name[:40]}, which the switch's code does not know")
        allowed = name in kind.matches or (name == "IP_PROTOCOL" and kind.to_next_header)
        if not allowed:
            raise Inactive(f"tables of type {self._table.type_name} cannot match {name}")
        if name in kind.open[0]:
            draft.ask(name, f"has {name}, and {kind.open[1]}")
        if read is None:
            self._ports.read(draft, name, value)
        elif isinstance(value, str):
            read(draft, value)
        else:
            raise Inactive(f"{name} is a list")

    def _deed(self, draft: Draft, deeds: list[Deed], conditions: int) -> Deed:
        """Return what a rule does; a limit goes with one other action."""
        if len(deeds) == 1 and conditions and not self._kind.actions and self._kind.decides:
            return deeds[0]
        others = [deed for deed in deeds if deed.does is not Does.LIMIT]
        if not conditions:
            raise Inactive("it has no condition")
        if not deeds or len(others) > 1:
            raise Inactive("it has no action" if not deeds else "it has more than one action")
        allowed = self._table.kind.actions
        for deed in deeds:
            if allowed and deed.kind not in allowed:
                raise Inactive(f"tables of type {self._table.type_name} do not allow {deed.kind}")
        if others and others[0].does is Does.DROP and len(deeds) == 1:
            self._ask_of_mirrors(draft)
            return others[0]
        return deeds[0] if len(deeds) == 1 else Deed(Does.LIMIT, "POLICER_ACTION")

    def _ask_of_mirrors(self, draft: Draft) -> None:
        if not self._table.kind.decides:
            told = f"drops in a table of type {self._table.type_name}, which some images leave out"
            draft.ask("drop", told)


def _flags_last(field: tuple[str, Value]) -> bool:
    """Sort key: TCP flags mean TCP only where no other field names a protocol."""
    return field[0] == _LAST


def _open(name: str, entry: Entry, priority: int, why: str) -> Rule:
    return Rule(name, entry, priority, Deed(), (EVERYTHING,), Standing.OPEN, why)


def _priority_of(entry: Entry) -> int:
    value = entry.named("PRIORITY")
    try:
        return number(value, _HIGHEST) if isinstance(value, str) else 0
    except Inactive:
        return 0


def _take_priority(draft: Draft, value: Value) -> None:
    given = number(value if isinstance(value, str) else ",".join(value), _HIGHEST)
    if not 1 <= given <= PRIORITY_TOP:
        draft.ask("PRIORITY", f"has the priority {given}, which not every ASIC takes")
