"""What a capture says it could not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.platforms.linux.hints import REMARK, Hint

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.state import State

_FILTER_PROGRAMS = frozenset({"nft", ""})


def refused(state: State, hint: Hint, source: SourceRef) -> None:
    """Note that a program was not allowed to show its filters."""
    state.seen = True
    if hint.family:
        state.hidden.setdefault(hint.family, source)
        return
    if hint.program not in _FILTER_PROGRAMS:
        return
    text = f"filters were not shown for lack of rights (line {source.line}): {source.text}"
    state.gaps.append(Gap(text, source))


def unreadable(state: State, hint: Hint, source: SourceRef) -> None:
    """Note a form of output that hides too much to be judged by."""
    state.seen = True
    program = hint.program or "iptables"
    reason = f"the columns of {program} -L hide parts of the rules: capture {program}-save"
    if not any(gap.reason == reason for gap in state.gaps):
        state.ledger.doubt(source, reason)
        state.gaps.append(Gap(reason, source))


def remark(state: State, source: SourceRef) -> bool:
    """Note a remark that tables of the old back end exist; return whether it was one."""
    found = REMARK.search(source.text)
    if found is not None:
        family = "ip6" if found[1].lower() == "ip6tables" else "ip"
        state.legacy_remarks[family] = source
    return found is not None
