"""``vlan access-map``: entries that match by lists and carry one action each.

Source: Nexus 9000 security guide, "Configuring VLAN ACLs"; NOTES.md, "where filters act".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Family
from roce_audit.platforms.cisco_nxos.groups import STEP
from roce_audit.platforms.cisco_nxos.port import Claim

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.reading.statement import Statement

_FAMILIES = {
    "ip": Family.IPV4,
    "ipv6": Family.IPV6,
    "mac": Family.MAC,
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One list that an entry matches by.

    Attributes:
        family: Of the list.
        name: Of the list.
        source: The match statement.
    """

    family: Family
    name: str
    source: SourceRef


@dataclass(slots=True)
class MapEntry:
    """One entry of a map.

    Attributes:
        number: Its sequence number.
        source: Its header.
        clauses: Lists; a packet that any of them permits is the entry's.
        action: As written; "" if not said.
        action_source: Where it is written.
        odd: Why the entry is not fully understood; "" if it is.
    """

    number: int
    source: SourceRef
    clauses: list[Clause] = field(default_factory=list[Clause])
    action: str = ""
    action_source: SourceRef | None = None
    odd: str = ""

    def enter(self, statement: Statement) -> Claim | None:
        """Do what a statement below the header says; None if it is no such statement.

        Raises:
            ParseError: It is not understood.
        """
        words = [word.rstrip(":") for word in statement.words]
        negated = words[0] == "no"
        match words[1:] if negated else words:
            case ["match", family, *rest] if family in _FAMILIES:
                self._match(_FAMILIES[family], rest, statement, negated=negated)
            case ["action", "forward" | "drop" | "redirect" as what, *rest]:
                if rest and (what, rest) != ("drop", ["log"]) and what != "redirect":
                    self.odd = "its action is not understood"
                    raise ParseError(f"unknown word {rest[0]!r}")
                self.action = "" if negated else what
                self.action_source = statement.source
            case ["statistics", *_]:
                return Claim.NO_EFFECT
            case ["match" | "action", *_]:
                self.odd = f"line {statement.line} of it is not understood"
                raise ParseError("unknown words")
            case _:
                return None
        return Claim.READ

    def spoil(self, statement: Statement) -> None:
        """Note a statement that means nothing known."""
        self.odd = f"line {statement.line} of it is not understood"

    def _match(
        self, family: Family, rest: list[str], statement: Statement, *, negated: bool
    ) -> None:
        # Show output leaves out the word ``address``.
        names = rest[1:] if rest[:1] == ["address"] else rest
        if not names and not negated:
            self.odd = f"line {statement.line} of it names no list"
            raise ParseError("no list is named")
        if negated:
            self.clauses = [
                each
                for each in self.clauses
                if each.family is not family or (names and each.name not in names)
            ]
            return
        for name in names:
            if (family, name) not in {(each.family, each.name) for each in self.clauses}:
                self.clauses.append(Clause(family, name, statement.source))


def next_number(entries: Mapping[int, MapEntry]) -> int:
    """Return the number that the device gives to an entry without one."""
    return max(entries, default=0) + STEP
