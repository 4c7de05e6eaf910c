"""Compiles the rules of one table, each in the words of the program that wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.packets.fields import DSCP, ECN, TTL, Field
from roce_audit.platforms.linux.chains import Branch, Chain, Compiled, Front, Rule, Table, Verdict
from roce_audit.platforms.linux.ebtables_rule import compile_ebtables
from roce_audit.platforms.linux.iptables_options import compile_iptables
from roce_audit.platforms.linux.iptables_rule import OptionReader
from roce_audit.platforms.linux.nft_bytecode import code_of
from roce_audit.platforms.linux.nft_fields import FIELDS
from roce_audit.platforms.linux.nft_kinds import Numbers
from roce_audit.platforms.linux.nft_rule import compile_rule
from roce_audit.platforms.linux.surroundings import Surroundings
from roce_audit.platforms.linux.unions import doubted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.linux.state import NamedSet, State

Position = tuple[int, int]
"""Hook and priority: when on its way a packet meets a chain."""

_LAST: Position = (9, 0)
_TARGETS: Mapping[str, frozenset[Field]] = {
    "DSCP": frozenset({DSCP}),
    "TOS": frozenset({DSCP, ECN}),
    "ECN": frozenset({ECN}),
    "TTL": frozenset({TTL}),
    "HL": frozenset({TTL}),
}
_TRANSLATING = frozenset(
    {"snat", "dnat", "masquerade", "redirect", "SNAT", "DNAT", "MASQUERADE"}
    | {"REDIRECT", "NETMAP"}
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What every rule of a machine must know of the others.

    Attributes:
        rewrites: When some rule changes a field.
        translates: Whether some rule rewrites addresses.
        links: Interface names by number.
    """

    rewrites: tuple[tuple[Position, Field], ...]
    translates: bool
    links: Mapping[str, str]

    @classmethod
    def of(cls, state: State) -> Facts:
        """Gather the facts of everything read."""
        rules = (
            (table.front, rule.words)
            for table in state.tables.values()
            for chain in table.chains.values()
            for rule in chain.rules
        )
        links = state.world.links.items()
        return cls(
            tuple(rewrites_in(state)),
            any(_translates(front, words) for front, words in rules),
            {str(link.index): name for name, link in links if link.index},
        )


@dataclass(slots=True)
class Compiler:
    """Compiles rules of one table.

    Attributes:
        table: The table.
        state: What else was read.
        facts: What the other rules do.
        sets: Named sets of the table.
        fields: Fields rewritten before each chain, found so far.
    """

    table: Table
    state: State
    facts: Facts
    sets: Mapping[str, NamedSet]
    fields: dict[str, frozenset[Field]] = field(default_factory=dict[str, "frozenset[Field]"])

    @classmethod
    def of(cls, state: State, table: Table, facts: Facts) -> Compiler:
        """Return the compiler of ``table``."""
        place = (table.family, table.name)
        sets = {key[2]: found for key, found in state.sets.items() if key[:2] == place}
        return cls(table, state, facts, sets)

    def compile_rule(self, chain: Chain, rule: Rule) -> Compiled:
        """Return what a rule does."""
        if self.table.front is Front.NFT:
            return compile_rule(self._surroundings(chain, rule))
        family = self.table.family
        reader = OptionReader(
            rule,
            family,
            self.table.chains,
            self.state.ipsets,
            self._rewritten(chain),
            self.facts.translates,
        )
        if self.table.front is not Front.EBTABLES:
            return compile_iptables(reader)
        done = compile_ebtables(reader)
        return _diverted(done, reader) if self.table.name == "broute" else done

    def _surroundings(self, chain: Chain, rule: Rule) -> Surroundings:
        return Surroundings(
            self.table.family,
            self.table.name,
            self.sets,
            self.facts.links,
            self._rewritten(chain),
            self.facts.translates,
            rule,
            code_of(self.state.bytecode, self.table, chain, rule),
        )

    def _rewritten(self, chain: Chain) -> frozenset[Field]:
        if not self.facts.rewrites:
            return frozenset()
        known = self.fields.get(chain.name)
        if known is None:
            here = max(_positions(self.table, chain), default=_LAST)
            known = frozenset(what for when, what in self.facts.rewrites if when <= here)
            self.fields[chain.name] = known
        return known


def _positions(table: Table, chain: Chain) -> Iterator[Position]:
    """Yield when a chain may be met; one that rules call may be met from any of its table."""
    for each in table.chains.values():
        if each.base is not None and (chain.base is None or each is chain):
            yield (each.base.hook.value, each.base.priority)


def _translates(front: Front, words: tuple[str, ...]) -> bool:
    """Whether a rule rewrites addresses; a condition on rewritten ones does not."""
    if _TRANSLATING.isdisjoint(words):
        return False
    if front is Front.NFT:
        found = (at for at, word in enumerate(words) if word in _TRANSLATING)
        return any(words[at - 1] not in {"status", "!=", ","} for at in found)
    return any(
        flag in {"-j", "--jump"} and target in _TRANSLATING for flag, target in pairwise(words)
    )


def rewrites_in(state: State) -> Iterator[tuple[Position, Field]]:
    """Yield every field that some rule changes, and when."""
    for table in state.tables.values():
        for chain in table.chains.values():
            for rule in chain.rules:
                for changed in _changed(table.front, rule.words):
                    yield min(_positions(table, chain), default=(0, 0)), changed


def _changed(front: Front, words: tuple[str, ...]) -> Iterator[Field]:
    if front is not Front.NFT:
        if "-j" in words[:-1]:
            yield from _TARGETS.get(words[words.index("-j") + 1], ())
        return
    if "set" not in words:
        return
    for at in range(2, len(words)):
        if words[at] == "set":
            known = FIELDS.get(f"{words[at - 2]} {words[at - 1]}")
            if isinstance(known, Numbers) and known.field is not None:
                yield known.field


def _diverted(done: Compiled, reader: OptionReader) -> Compiled:
    """Open what the broute table drops: those frames go to the router instead."""
    why = "what becomes of frames that the broute table diverts to the router"
    branches: list[Branch] = []
    for branch in done.branches:
        if branch.verdict is Verdict.DROP:
            branches.append(Branch(doubted(branch.matches, reader.open(why)), Verdict.DROP))
            branches.append(Branch(branch.matches, Verdict.ACCEPT))
        else:
            branches.append(branch)
    return Compiled(tuple(branches), done.uncertain, done.effective)
