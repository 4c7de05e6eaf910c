"""Lines that no rule stands for: ends of chains, policies, and what a loss leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Line
from roce_audit.packets.fields import Doubt
from roce_audit.platforms.linux.chains import Branch, Chain, Rule, Table, Verdict
from roce_audit.platforms.linux.unions import ALWAYS, doubted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roce_audit.platforms.linux.state import Loss


def open_lines(table: Table, losses: Sequence[Loss]) -> Iterator[Line]:
    """Yield lines that leave everything open where a statement of the table was not understood."""
    for loss in losses[:1]:
        for action in (Action.DENY, Action.PERMIT):
            doubt = Doubt(f"{table.title}: {loss.reason} {action}", loss.reason)
            yield Line(action, doubted(ALWAYS, doubt), loss.source, "not understood")


def open_call(branch: Branch, rule: Rule, label: str, why: str) -> Iterator[tuple[Line, int]]:
    """Yield lines, with their sizes, for a call whose chain cannot be followed."""
    reason = f"line {rule.source.line} goes to {why}"
    for action in (Action.DENY, Action.PERMIT):
        doubt = Doubt(f"{rule.key} {label} {branch.target} {action}", reason)
        yield Line(action, doubted(branch.matches, doubt), rule.source, label), 1


def ends(table: Table, chain: Chain) -> Iterator[Line]:
    """Yield what stands behind the last rule of a chain that only rules call."""
    if chain.base is not None:
        return
    if chain.end_doubt:
        for action in (Action.DENY, Action.PERMIT):
            doubt = Doubt(f"end of {table.title} {chain.name} {action}", chain.end_doubt)
            yield Line(action, doubted(ALWAYS, doubt), chain.source, "end")
    elif chain.end in {Verdict.ACCEPT, Verdict.DROP}:
        action = Action.PERMIT if chain.end is Verdict.ACCEPT else Action.DENY
        yield Line(action, ALWAYS, chain.source, "end")


def default_of(table: Table, chain: Chain) -> tuple[Action, Doubt | None]:
    """Return what happens to packets that no rule of a chain ends, and what is open about it."""
    if chain.base is None:
        reason = f"chain {chain.name} leaves packets at its end to the chain that calls it"
        return Action.PERMIT, Doubt(f"caller of {table.title} {chain.name}", reason)
    if chain.base.policy_doubt:
        key = f"policy of {table.title} {chain.name}"
        return chain.base.policy, Doubt(key, chain.base.policy_doubt)
    return chain.base.policy, None
