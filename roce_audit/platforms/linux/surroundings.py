"""What a rule of nft needs to know of the table and machine it is in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.fields import Doubt, Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.platforms.linux.chains import Rule
    from roce_audit.platforms.linux.nft_bytecode import RuleCode
    from roce_audit.platforms.linux.state import NamedSet


@dataclass(slots=True)
class Surroundings:
    """What a rule needs to know of the table and machine it is in.

    Attributes:
        family: Family of the table.
        table: Name of the table.
        sets: Named sets and maps by name.
        links: Interface names by number.
        rewritten: Fields that some earlier rule changes.
        translates: Whether any rule rewrites addresses.
        rule: The rule being read.
        code: What its bytecode says; None if there is none.
        serial: Open questions of the rule so far.
    """

    family: str
    table: str
    sets: Mapping[str, NamedSet]
    links: Mapping[str, str]
    rewritten: frozenset[Field]
    translates: bool
    rule: Rule
    code: RuleCode | None = None
    serial: int = 0

    @property
    def on_wire(self) -> frozenset[int] | None:
        """The EtherTypes on the wire that the rule asks for; None if that is not known."""
        return self.code.on_wire if self.code is not None else None

    def open(self, why: str) -> Doubt:
        """Return a question of this rule's own that the capture does not answer."""
        self.serial += 1
        key = self.rule.key if self.serial == 1 else f"{self.rule.key} ({self.serial})"
        return Doubt(key, f"line {self.rule.source.line} depends on {why}")
