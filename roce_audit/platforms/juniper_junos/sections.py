"""The sections of a configuration, and which of them the audit answers for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOP_WORDS = (
    "access access-profile accounting-options applications apply-groups apply-groups-except "
    "apply-macro bridge-domains chassis class-of-service diameter dynamic-profiles "
    "ethernet-switching-options event-options fabric firewall forwarding-options groups "
    "interfaces jsrc logical-systems multi-chassis multicast-snooping-options openconfig-system "
    "poe policy-options protocols redundant-power-system routing-instances routing-options "
    "security services session-limit-group snmp switch-options system tenants unified-edge "
    "version virtual-chassis vlans vmhost wlan"
)
TOP = frozenset(_TOP_WORDS.split())
"""Words that a statement at the top of the hierarchy begins with."""

_OWNED_WORDS = (
    "bridge-domains class-of-service ethernet-switching-options firewall interfaces "
    "logical-systems switch-options vlans"
)
WHOLLY_OWNED = frozenset(_OWNED_WORDS.split())
"""Sections of which every statement is accounted for."""
_PARTLY = {
    "forwarding-options": frozenset({"family", "filter", "storm-control-profiles"}),
    "policy-options": frozenset({"prefix-list"}),
}
_IN_INSTANCE = frozenset({"bridge-domains", "interface", "switch-options", "vlans"})
_INSTANCE_DEPTH = 3


def is_owned(path: Sequence[str]) -> bool:
    """Return whether the statement at ``path`` is one that the ledger accounts for.

    Filters, bindings, interfaces, VLANs, prefix lists and QoS are; statements that apply groups
    count where they stand. Inside a group a path counts as if it stood outside.
    """
    if path[:1] == ["groups"]:
        path = path[2:]
    if not path:
        return False
    first = path[0]
    if first in WHOLLY_OWNED or first in ("apply-groups", "apply-groups-except"):
        return True
    if first in _PARTLY:
        return len(path) > 1 and path[1] in _PARTLY[first]
    if first == "routing-instances" and len(path) >= _INSTANCE_DEPTH:
        inner = path[2]
        return inner in _IN_INSTANCE or (inner == "forwarding-options" and is_owned(path[2:]))
    return False
