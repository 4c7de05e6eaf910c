"""What connection tracking knows of packets where a chain is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.linux.chains import Hook
from roce_audit.platforms.linux.context import (
    NEVER_TRACKED,
    NOT_IP,
    OPEN,
    Tracking,
    not_yet,
    tracked,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.device import Hooked
    from roce_audit.platforms.linux.hooks import Visit
    from roce_audit.platforms.linux.unions import Union

_CONNTRACK = -200


def beside_notrack(entry: Hooked, entries: Sequence[Hooked]) -> bool:
    """Whether a chain of the same priority takes packets out of tracking.

    Which of the two is met first hangs on which was made first (run).
    """
    return any(
        other is not entry and other.untracks and other.base.priority == entry.base.priority
        for other in entries
    )


def tracking_at(visit: Visit, entry: Hooked, taken_out: Union, *, unsure: bool) -> Tracking:
    """Return what connection tracking has made of packets when a chain is met.

    Args:
        visit: The hook.
        entry: The chain.
        taken_out: Packets taken out of tracking before.
        unsure: Whether that may have been behind it.
    """
    known = visit.context.tracking
    if known is not OPEN:
        return known
    first = visit.hook in {Hook.PREROUTING, Hook.OUTPUT}
    if visit.hook is Hook.EGRESS or (first and entry.base.priority == _CONNTRACK):
        return OPEN
    if first and entry.base.priority < _CONNTRACK and entry.family != "arp":
        early = visit.hook is Hook.PREROUTING or entry.family != "bridge"
        return not_yet(taken_out) if early and not unsure else OPEN
    untracked = (*NEVER_TRACKED, *taken_out)
    return tracked((*untracked, *NOT_IP) if entry.family == "bridge" else untracked)
