"""What nft's commands do to tables, chains, rules and sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Chain, Front, Table
from roce_audit.platforms.linux.state import NamedSet, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Rule

FAMILIES = frozenset({"ip", "ip6", "inet", "arp", "bridge", "netdev"})

Place = tuple[str, str]
"""Family and table name."""


@dataclass(slots=True)
class Nft:
    """The tables of nftables, as one text after the other changes them.

    Attributes:
        state: Where they are kept.
        terse: Whether the text at hand leaves out elements of sets.
        listing: Whether it is a listing, which shows whole tables, and no script.
        printed: Whether the text at hand is nft's own and none that a person wrote.
        lists_tables: Whether tables are listed before what is in them.
    """

    state: State
    terse: bool = False
    listing: bool = False
    printed: bool = False
    lists_tables: bool = False

    def table(self, place: Place, source: SourceRef) -> Table:
        """Return a table, made if it is new."""
        return self.state.table(Front.NFT, place[0], place[1], source)

    def listed(self, place: Place, source: SourceRef) -> Table:
        """Return the table that a block begins; a later listing replaces what it lists."""
        known = self.find_table(place)
        if known is not None and self.listing and known.dump != self.state.dump:
            self.state.forget(known)
        code = self.state.bytecode.get(place)
        if code is not None and self.listing:
            if code.listed:
                del self.state.bytecode[place]
            code.listed = True
        return self.table(place, source)

    def find_table(self, place: Place) -> Table | None:
        """Return a table written in nft's words, None if there is none."""
        return self.state.tables.get((Front.NFT.value, False, *place))

    def own(self, place: Place) -> Table:
        """Return a table that a command may change.

        Raises:
            ParseError: It is not there, or it was read in the words of another program.
        """
        found = self.find_table(place)
        if found is None:
            raise ParseError(f"names table {' '.join(place)}, which is not there")
        return found

    def shown(self, rule: Rule) -> Rule:
        """Return a rule of a block or object, marked if nft printed it."""
        return replace(rule, printed=True) if self.printed else rule

    def chain(self, place: Place, name: str, source: SourceRef) -> Chain:
        """Return a chain, made if it is new."""
        return self.state.chain(self.table(place, source), name, source)

    def named_set(self, place: Place, name: str, kind: str, source: SourceRef) -> NamedSet:
        """Return a set or map, made if it is new."""
        key = (*place, name)
        found = self.state.sets.get(key)
        if found is None:
            found = self.state.sets[key] = NamedSet(kind, source, known=not self.terse)
        return found

    def find(self, chain: Chain, handle: str) -> int:
        """Return the place of the rule with a handle.

        Raises:
            ParseError: The chain has no such rule.
        """
        for at, rule in enumerate(chain.rules):
            if rule.handle == handle:
                return at
        raise ParseError(f"names handle {handle}, which chain {chain.name} does not have")

    def remove(self, chain: Chain, at: int) -> None:
        """Take a rule out of a chain."""
        if not 0 <= at < len(chain.rules):
            raise ParseError(f"names rule {at}, which chain {chain.name} does not have")
        self.state.ledger.read += 1
        del chain.rules[at]

    def clear(self, chains: Sequence[Chain]) -> None:
        """Take all rules out of chains."""
        for chain in chains:
            self.state.ledger.read += len(chain.rules)
            chain.rules.clear()

    def flush(self) -> None:
        """Remove every table of nftables, those of iptables-nft included."""
        for table in list(self.state.tables.values()):
            if not table.legacy:
                self.state.forget(table)
