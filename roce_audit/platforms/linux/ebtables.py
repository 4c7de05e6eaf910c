"""Reads ebtables-save, ``ebtables -L`` and lists of ebtables commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Action
from roce_audit.platforms.linux.chains import Base, Chain, Front, Hook, Table, Verdict
from roce_audit.platforms.linux.iptables import POLICIES
from roce_audit.platforms.linux.iptables_edit import Edit, edit_of
from roce_audit.platforms.linux.iptables_words import place_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.state import State

_FIRST, _DNAT, _BRIDGED, _OTHER, _DNAT_OUT, _SNAT = -(2**31), -300, -200, 200, 100, 300
_DIVERTED = "it is not known what becomes of frames that the broute table diverts to the router"

BUILT_IN: Mapping[str, Mapping[str, Base]] = {
    "filter": {
        "INPUT": Base(Hook.INPUT, _BRIDGED),
        "FORWARD": Base(Hook.FORWARD, _BRIDGED),
        "OUTPUT": Base(Hook.OUTPUT, _OTHER),
    },
    "nat": {
        "PREROUTING": Base(Hook.PREROUTING, _DNAT),
        "OUTPUT": Base(Hook.OUTPUT, _DNAT_OUT),
        "POSTROUTING": Base(Hook.POSTROUTING, _SNAT),
    },
    "broute": {"BROUTING": Base(Hook.PREROUTING, _FIRST)},
}
"""Chains that the kernel calls, by table."""

_ENDS = {"ACCEPT": Verdict.ACCEPT, "DROP": Verdict.DROP, "RETURN": Verdict.RETURN}


@dataclass(slots=True)
class Ebtables:
    """The tables of ebtables.

    Attributes:
        state: Where they are kept.
    """

    state: State

    def table(self, name: str, source: SourceRef) -> Table:
        """Return a table, made if it is new."""
        return self.state.table(Front.EBTABLES, "bridge", name, source)

    def fresh(self, name: str, source: SourceRef) -> Table:
        """Return a table without rules: a dump shows all of it."""
        self.state.forget(self.table(name, source))
        return self.table(name, source)

    def chain(self, table: Table, name: str, source: SourceRef) -> Chain:
        """Return a chain, made if it is new; chains of users accept at their end."""
        known = table.chains.get(name)
        if known is not None:
            return known
        chain = self.state.chain(table, name, source)
        chain.base = BUILT_IN.get(table.name, {}).get(name)
        chain.end = Verdict.ACCEPT
        return chain

    def set_policy(
        self, chain: Chain, policy: str, source: SourceRef, *, listed: bool = False
    ) -> None:
        """Set what happens at the end of a chain.

        Args:
            chain: The chain.
            policy: As written.
            source: Where.
            listed: Whether it is from ``ebtables -L``, which prints RETURN for every chain of
                a user on the nf_tables back end.
        """
        self.state.ledger.read += 1
        if chain.base is not None and policy in POLICIES:
            chain.base = replace(chain.base, policy=POLICIES[policy])
        elif chain.base is None and policy in _ENDS:
            chain.end = _ENDS[policy]
            if listed and policy == "RETURN":
                chain.end_doubt = (
                    f"line {source.line}: ebtables -L prints RETURN whatever happens at the end of "
                    f"chain {chain.name}; ebtables-save tells it"
                )
        elif policy != "-":
            self.state.lost(source, f"has an unknown policy {policy!r}")

    def declare(self, table: Table, words: Sequence[str], source: SourceRef) -> None:
        """Read ``:CHAIN POLICY``."""
        chain = self.chain(table, words[0][1:], source)
        self.set_policy(chain, words[1] if len(words) > 1 else "-", source)

    def append(self, chain: Chain, words: Sequence[str], source: SourceRef) -> None:
        """Put a rule at the end of a chain."""
        chain.rules.append(self.state.rule(tuple(words), source))

    def command(self, default_table: str, words: Sequence[str], source: SourceRef) -> None:
        """Carry out one command."""
        try:
            self._carry_out(edit_of(words, default_table), source)
        except ParseError as problem:
            self.state.lost(source, problem.reason)

    def _carry_out(self, edit: Edit, source: SourceRef) -> None:
        table = self.table(edit.table, source)
        match edit.verb:
            case "-N":
                chain = self.chain(table, edit.chain, source)
                policy = edit.words[1] if edit.words[:1] == ("-P",) else "ACCEPT"
                self.set_policy(chain, policy, source)
            case "-P":
                chain = self.chain(table, edit.chain, source)
                self.set_policy(chain, "".join(edit.words), source)
            case "-F" | "-X":
                self._empty(table, edit)
            case "-A" | "-I" | "-D":
                known = edit.chain in BUILT_IN.get(table.name, {})
                self.state.calls(table, edit.chain, source, built_in=known)
                self._change(self.chain(table, edit.chain, source), edit, source)
            case "-L" | "-Z":
                self.state.ledger.no_effect += 1
            case _:
                raise ParseError(f"has command {edit.verb}, which is not known here")

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
        if edit.verb == "-D":
            self.state.ledger.read += 1
            at = edit.number - 1 if edit.number else place_of(chain, edit.words)
            if at is not None and at < len(chain.rules):
                del chain.rules[at]
            return
        rule = self.state.rule(edit.words, source)
        at = max(edit.number - 1, 0) if edit.verb == "-I" else len(chain.rules)
        if at > len(chain.rules):
            raise ParseError(f"names rule {at + 1} of {len(chain.rules)}")
        chain.rules.insert(at, rule)


def divert(table: Table) -> None:
    """Make the policy of the broute table open where it does not accept."""
    for chain in table.chains.values():
        if table.name == "broute" and chain.base and chain.base.policy is Action.DENY:
            chain.base = replace(chain.base, policy_doubt=_DIVERTED)
