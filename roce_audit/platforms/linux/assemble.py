"""Tables of rules made into filters: rules compiled, called chains put where they are called."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Call, Family, Filter, Line
from roce_audit.packets.fields import ETHERTYPE
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_ARP
from roce_audit.platforms.linux.chain_ends import default_of, ends, open_call, open_lines
from roce_audit.platforms.linux.chains import Branch, Chain, Compiled, Front, Rule, Table, Verdict
from roce_audit.platforms.linux.unions import (
    ALWAYS,
    IP_BOTH,
    NEVER,
    V4,
    V6,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from roce_audit.platforms.linux.state import Loss
    from roce_audit.reading.ledger import LedgerBook

MOST_LINES = 200_000
"""Lines of a chain with every called chain written out, before calls are given up."""

DEEPEST = 32
"""Calls inside calls; nft allows 16, iptables as many as fit."""

SEEN: Mapping[str, Union] = {
    "ip": (V4,),
    "ip6": (V6,),
    "inet": (IP_BOTH,),
    "arp": ({ETHERTYPE: single(ETHERTYPE_ARP)},),
    "bridge": ALWAYS,
    "netdev": ALWAYS,
}
"""Packets that tables of a family are offered."""

_KINDS = {
    Front.NFT: "nftables chain",
    Front.IPTABLES: "iptables chain",
    Front.IP6TABLES: "ip6tables chain",
    Front.EBTABLES: "ebtables chain",
}
_ACTIONS = {
    Verdict.ACCEPT: Action.PERMIT,
    Verdict.DROP: Action.DENY,
    Verdict.RETURN: Action.RETURN,
}
NOTHING = Call(())
"""What a rule does that only counts or logs: it calls an empty list."""


@dataclass(slots=True)
class Assembler:
    """Makes the filters of one table.

    Attributes:
        table: The table.
        compile_rule: What a rule of it does.
        book: Where rules are accounted for.
        lines: Chains done so far.
        losses: What may have changed the table, nobody can say how.
        sizes: How many lines each of them is with all calls written out.
        untracks: Packets taken out of connection tracking, by chain.
    """

    table: Table
    compile_rule: Callable[[Chain, Rule], Compiled]
    book: LedgerBook
    losses: Sequence[Loss] = ()
    lines: dict[str, tuple[Line, ...]] = field(default_factory=dict[str, tuple[Line, ...]])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    untracks: dict[str, list[tuple[Rule, Union]]] = field(
        default_factory=dict[str, list[tuple[Rule, Union]]]
    )

    def filters(self) -> Iterator[tuple[Chain, Filter]]:
        """Yield every chain with its filter."""
        compiled = {
            name: [self._counted(chain, rule) for rule in chain.rules]
            for name, chain in self.table.chains.items()
        }
        for name in self.table.chains:
            self._settle(name, compiled, ())
        opened = tuple(open_lines(self.table, self.losses))
        for name, chain in self.table.chains.items():
            yield chain, self._filter(chain, (*opened, *self.lines[name]))

    def _counted(self, chain: Chain, rule: Rule) -> Compiled:
        done = self.compile_rule(chain, rule)
        if done.uncertain:
            self.book.doubt(rule.source, done.uncertain)
        elif done.effective:
            self.book.read += 1
        else:
            self.book.no_effect += 1
        return done

    def _settle(
        self, name: str, compiled: dict[str, list[Compiled]], callers: tuple[str, ...]
    ) -> None:
        """Make the lines of a chain, after those of the chains that it calls."""
        if name in self.lines:
            return
        chain = self.table.chains[name]
        made: list[Line] = []
        size = 0
        inside = (*callers, name)
        for at, (rule, done) in enumerate(zip(chain.rules, compiled[name], strict=True), 1):
            if done.untracks:
                self.untracks.setdefault(name, []).append((rule, done.untracks))
            label = f"handle {rule.handle}" if rule.handle else f"rule {at}"
            for branch in done.branches:
                for line, weight in self._lines(branch, rule, label, compiled, inside):
                    made.append(line)
                    size += weight
            if not done.branches:
                made.append(Line(NOTHING, NEVER, rule.source, label))
        made += ends(self.table, chain)
        self.lines[name] = tuple(made)
        self.sizes[name] = size + len(made)

    def _lines(
        self,
        branch: Branch,
        rule: Rule,
        label: str,
        compiled: dict[str, list[Compiled]],
        inside: tuple[str, ...],
    ) -> Iterator[tuple[Line, int]]:
        if branch.verdict not in {Verdict.JUMP, Verdict.GOTO}:
            action = _ACTIONS.get(branch.verdict, NOTHING)
            yield Line(action, branch.matches, rule.source, label), 1
            return
        target = branch.target
        why = ""
        if target not in self.table.chains:
            why = f"chain {target}, which is not in the capture"
        elif target in inside or len(inside) > DEEPEST:
            why = f"chain {target}, which calls itself or too many others"
        else:
            self._settle(target, compiled, inside)
            if self.sizes.get(target, MOST_LINES) >= MOST_LINES:
                why = f"chain {target}, which calls more than can be held"
        if not why:
            call = Call(self.lines[target], resume=branch.verdict is Verdict.JUMP)
            yield Line(call, branch.matches, rule.source, label), self.sizes[target]
            return
        yield from open_call(branch, rule, label, why)

    def _filter(self, chain: Chain, lines: tuple[Line, ...]) -> Filter:
        default, doubt = default_of(self.table, chain)
        return Filter(
            family=Family.MIXED,
            name=f"{self.table.title} {chain.name}",
            lines=lines,
            default=default,
            source=chain.source,
            default_doubt=doubt,
            kind=_KINDS[self.table.front],
            tag=self.table.front.value,
            sees=SEEN[self.table.family],
        )
