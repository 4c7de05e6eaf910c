"""Every table of a switch as a filter, and what is known of it besides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.model.ledger import Uncertain
from roce_audit.packets.fields import VLAN, Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.sonic.acl_tables import AclTable, acl_tables, missing_table
from roce_audit.platforms.sonic.device import Facts
from roce_audit.platforms.sonic.filters import filter_of
from roce_audit.platforms.sonic.port_matches import PortMatches
from roce_audit.platforms.sonic.rules import Rule, RuleReader, Standing
from roce_audit.platforms.sonic.table_types import CONTROL_PLANE, PREDEFINED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.acl import Filter, FilterKey
    from roce_audit.platforms.sonic.database import Database, Entry
    from roce_audit.platforms.sonic.state import State
    from roce_audit.platforms.sonic.surroundings import Surroundings

_MOST_NOTES = 20


@dataclass(slots=True)
class AclFilters:
    """Makes the filters of all tables.

    Attributes:
        state: What was read.
        around: What tables and rules hang on.
        tables: By name, once read.
        filters: By key.
        facts: By the key of the filter.
        doubts: Statements that are not understood.
        ports: Conditions on ports.
    """

    state: State
    around: Surroundings
    tables: dict[str, AclTable] = field(default_factory=dict[str, AclTable])
    filters: dict[FilterKey, Filter] = field(default_factory=dict["FilterKey", "Filter"])
    facts: dict[FilterKey, Facts] = field(default_factory=dict["FilterKey", Facts])
    doubts: list[Uncertain] = field(default_factory=list[Uncertain])
    ports: PortMatches = field(init=False)

    def __post_init__(self) -> None:
        self.ports = PortMatches(self.around)

    def read(self) -> None:
        """Read every table and its rules."""
        database = self.state.database
        self.tables = acl_tables(database, self.around)
        grouped = self._grouped(database)
        for name in grouped:
            if name not in self.tables:
                self.tables[name] = self._missing(name)
        for name, table in self.tables.items():
            self._one(table, grouped.get(name, []))

    def _grouped(self, database: Database) -> dict[str, list[tuple[str, Entry]]]:
        found: dict[str, list[tuple[str, Entry]]] = {}
        for key, entry in database.table("ACL_RULE").items():
            table, bar, rule = key.partition("|")
            if bar and rule:
                found.setdefault(table, []).append((rule, entry))
            else:
                told = "the key of a rule names its table before a bar"
                self.doubts.append(Uncertain(entry.source, told))
        return found

    def _missing(self, name: str) -> AclTable:
        table = missing_table(name, self.around)
        kind = self.state.implied_types.get(name)
        if kind is None or table.inactive:
            return table
        return replace(table, kind=PREDEFINED[kind], type_name=kind)

    def _one(self, table: AclTable, entries: list[tuple[str, Entry]]) -> None:
        reader = RuleReader(table, self.around, self.ports)
        rules = [self._sure(reader.read(name, entry)) for name, entry in entries]
        acl = filter_of(table, rules, self.state.broken)
        self.filters[acl.key] = acl
        self.facts[acl.key] = Facts(
            kind=table.kind,
            type_name=table.type_name,
            priorities={rule.name: rule.priority for rule in rules},
            notes=tuple(_notes(rules)),
            acts=not table.inactive,
            by_port=_has_port_question(acl, self.ports),
            by_vlan=any(VLAN in box for line in acl.lines for box in line.matches),
        )
        self.doubts += [
            Uncertain(rule.entry.source, rule.reason)
            for rule in rules
            if rule.standing is Standing.OPEN and not table.inactive
        ]

    def _sure(self, rule: Rule) -> Rule:
        """Return a rule of which it is asked whether it exists at all."""
        why = self.state.unsure.get(rule.entry.key)
        if why is None:
            return rule
        doubt = Doubt(f"{rule.entry.key} exists", why)
        return replace(rule, boxes=tuple({**box, doubt: single(1)} for box in rule.boxes))

    def without_effect(self, table: str, entry: Entry) -> bool:
        """Whether an entry of filters is for packets that do not pass the switch."""
        if table not in ("ACL_TABLE", "ACL_RULE"):
            return False
        known = self.tables.get(entry.key.partition("|")[0])
        return known is not None and known.type_name == CONTROL_PLANE


def _has_port_question(acl: Filter, ports: PortMatches) -> bool:
    if not ports.asked:
        return False
    return any(each in ports.asked for line in acl.lines for box in line.matches for each in box)


def _notes(rules: list[Rule]) -> Iterator[str]:
    """Yield what a reader must know of rules: left out, or redirecting."""
    told = 0
    for rule in rules:
        if told == _MOST_NOTES:
            return
        where = f"{rule.entry.key} (line {rule.entry.line})"
        if rule.standing is Standing.LEFT_OUT:
            told += 1
            yield f"{where} is inactive: {rule.reason}"
        elif rule.deed.target:
            told += 1
            yield f"{where} redirects packets to {rule.deed.target}"
