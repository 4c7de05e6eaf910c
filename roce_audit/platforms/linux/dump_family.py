"""Tells IPv4, IPv6 and bridge dumps apart by what stands in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from roce_audit.platforms.linux.hints import family_in
from roce_audit.platforms.linux.patterns import SAVE_TABLE

Numbered = list[tuple[int, str]]
_BARE_CHAIN = len((":INPUT", "ACCEPT"))


@dataclass(slots=True)
class Guess:
    """Tells the family of tables that no header tells.

    Attributes:
        lines: All lines of the text.
        group: Tables of the dump at hand.
        told: What the contents of that dump say; "" if nothing.
    """

    lines: Numbered
    group: set[str] = field(default_factory=set[str])
    told: str = ""

    def family(self, name: str, start: int, rules: list[str]) -> str:
        """Return the family that this dump speaks of; tables with unlike names are one dump."""
        if name == "broute" or is_bridge_dump(rules):
            return "bridge"
        if name in self.group or not self.group:
            self.group = set()
            self.told = family_in(self._group_lines(start))
        self.group.add(name)
        return self.told

    def _group_lines(self, start: int) -> list[str]:
        """Return this table's lines and those of the tables behind it until a name comes again."""
        names: set[str] = set()
        found: list[str] = []
        for _, line in self.lines[start:]:
            table = SAVE_TABLE.match(line)
            if table is not None and table[1] in names:
                break
            names |= {table[1]} if table is not None else set()
            found.append(line)
        return found


def is_bridge_dump(rules: list[str]) -> bool:
    """Whether a table is of ebtables: it has no counters and no COMMIT."""
    chains = [line.split() for line in rules if line[:1] == ":"]
    plain = bool(chains) and all(len(words) == _BARE_CHAIN for words in chains)
    ended = any(line.startswith("COMMIT") for line in rules)
    return (plain and not ended) or family_in(rules) == "bridge"
