"""Reads iptables-save and ip6tables-save, and lists of iptables commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.platforms.linux.chains import Base, Chain, Front, Hook, Table
from roce_audit.platforms.linux.iptables_edit import Edit, edit_of
from roce_audit.platforms.linux.iptables_words import comment_of, place_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.state import State

_RAW, _MANGLE, _DSTNAT, _FILTER, _SECURITY, _SRCNAT = -300, -150, -100, 0, 50, 100

BUILT_IN: Mapping[str, Mapping[str, Base]] = {
    "raw": {"PREROUTING": Base(Hook.PREROUTING, _RAW), "OUTPUT": Base(Hook.OUTPUT, _RAW)},
    "mangle": {hook.name: Base(hook, _MANGLE) for hook in list(Hook)[1:6]},
    "nat": {
        "PREROUTING": Base(Hook.PREROUTING, _DSTNAT),
        "INPUT": Base(Hook.INPUT, _SRCNAT),
        "OUTPUT": Base(Hook.OUTPUT, _DSTNAT),
        "POSTROUTING": Base(Hook.POSTROUTING, _SRCNAT),
    },
    "filter": {hook.name: Base(hook, _FILTER) for hook in (Hook.INPUT, Hook.FORWARD, Hook.OUTPUT)},
    "security": {
        hook.name: Base(hook, _SECURITY) for hook in (Hook.INPUT, Hook.FORWARD, Hook.OUTPUT)
    },
}
"""Chains that the kernel calls, by table."""

POLICIES = {"ACCEPT": Action.PERMIT, "DROP": Action.DENY}
_FRONTS = {"ip": Front.IPTABLES, "ip6": Front.IP6TABLES}


@dataclass(slots=True)
class Iptables:
    """The tables of one IP version and back end.

    Attributes:
        state: Where they are kept.
        family: ``ip`` or ``ip6``.
        legacy: Whether they are of the legacy back end.
    """

    state: State
    family: str
    legacy: bool = False

    def table(self, name: str, source: SourceRef) -> Table:
        """Return a table, made if it is new."""
        front = _FRONTS[self.family]
        return self.state.table(front, self.family, name, source, legacy=self.legacy)

    def fresh(self, name: str, source: SourceRef) -> Table:
        """Return a table without rules: a dump shows all of it."""
        self.state.forget(self.table(name, source))
        return self.table(name, source)

    def chain(self, table: Table, name: str, source: SourceRef) -> Chain:
        """Return a chain, made if it is new; built-in ones are called by the kernel."""
        chain = self.state.chain(table, name, source)
        if chain.base is None:
            chain.base = BUILT_IN.get(table.name, {}).get(name)
        return chain

    def declare(self, table: Table, words: Sequence[str], source: SourceRef) -> None:
        """Read ``:CHAIN POLICY [packets:bytes]``."""
        chain = self.chain(table, words[0][1:], source)
        policy = words[1] if len(words) > 1 else "-"
        self.state.ledger.read += 1
        if chain.base is not None and policy in POLICIES:
            chain.base = replace(chain.base, policy=POLICIES[policy])
        elif policy != "-":
            self.state.lost(source, f"has an unknown policy {policy!r}", table)

    def command(self, default_table: str, words: Sequence[str], source: SourceRef) -> None:
        """Carry out one command: ``-A FORWARD -p udp ... -j DROP``."""
        try:
            edit = edit_of(words, default_table)
            self._carry_out(edit, source)
        except ParseError as problem:
            self.state.lost(source, problem.reason)

    def _carry_out(self, edit: Edit, source: SourceRef) -> None:
        table = self.table(edit.table, source)
        book = self.state.ledger
        match edit.verb:
            case "-N":
                self.chain(table, edit.chain, source)
                book.read += 1
            case "-P":
                self.declare(table, [f":{edit.chain}", *edit.words], source)
            case "-F" | "-X":
                self._empty(table, edit)
            case "-A" | "-I" | "-R" | "-D":
                known = edit.chain in BUILT_IN.get(table.name, {})
                self.state.calls(table, edit.chain, source, built_in=known)
                self._change(self.chain(table, edit.chain, source), edit, source)
            case _:
                book.no_effect += 1

    def _empty(self, table: Table, edit: Edit) -> None:
        self.state.ledger.read += 1
        for name, chain in list(table.chains.items()):
            if edit.chain not in {"", name}:
                continue
            if edit.verb == "-F":
                chain.rules.clear()
            elif chain.base is None:
                del table.chains[name]

    def _change(self, chain: Chain, edit: Edit, source: SourceRef) -> None:
        rule = self.state.rule(edit.words, source, comment=comment_of(edit.words))
        at = edit.number - 1 if edit.number else None
        if at is not None and at > len(chain.rules):
            raise ParseError(f"names rule {at + 1} of {len(chain.rules)}")
        match edit.verb:
            case "-A":
                chain.rules.append(rule)
            case "-I":
                chain.rules.insert(at or 0, rule)
            case "-R":
                chain.rules[at or 0 : (at or 0) + 1] = [rule]
            case _:
                self._remove(chain, edit, at)

    def _remove(self, chain: Chain, edit: Edit, at: int | None) -> None:
        self.state.ledger.read += 1
        if at is None:
            at = place_of(chain, edit.words)
        if at is not None and at < len(chain.rules):
            del chain.rules[at]

    def has(self, default_table: str, words: Sequence[str], source: SourceRef) -> bool:
        """Return whether ``-C`` finds its rule.

        Raises:
            ParseError: The command is not understood.
        """
        edit = edit_of(words, default_table)
        table = self.table(edit.table, source)
        return place_of(self.chain(table, edit.chain, source), edit.words) is not None
