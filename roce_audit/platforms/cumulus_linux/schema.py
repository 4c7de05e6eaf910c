"""Which statements of a configuration are ours, which touch a verdict, which hold one value."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Claim(Enum):
    """How a statement is taken."""

    READ = auto()
    IGNORED = auto()
    UNKNOWN = auto()
    FOREIGN = auto()


_FOREIGN = frozenset({
    "vrf", "router", "service", "mlag", "evpn", "nve", "platform", "cluster", "maintenance",
    "sdn", "header", "action",
})  # fmt: skip
_PORT_READ = frozenset({
    "acl", "type", "vlan", "base-interface", "bond/member", "link/state", "link/mtu",
    "ip/address", "ip/vrf", "bridge/domain", "port-security", "dot1x", "storm-control",
})  # fmt: skip
_PORT_IGNORED = frozenset({
    "description", "link", "bond", "ip", "router", "evpn", "lldp", "pluggable", "sflow", "ptp",
    "qos", "tunnel", "synce", "telemetry", "counters", "neighbor", "legacy", "parent", "ipv6",
    "sub-interface", "alias", "clag", "loopback", "hw-address",
})  # fmt: skip
_DOMAIN_PORT_READ = frozenset({"access", "untagged", "vlan", "tagged"})
_DOMAIN_PORT_IGNORED = frozenset({"stp", "learning", "vlan-vni", "isolated"})
_RULE_SINGLES = frozenset({
    "type", "protocol", "source-ip", "dest-ip", "remark", "source-mac", "dest-mac",
    "source-mac-mask", "dest-mac-mask", "dscp",
})  # fmt: skip
_PORT_SINGLES = frozenset({
    "type", "description", "state", "mtu", "vrf", "access", "untagged", "base-interface", "speed",
    "mode", "id", "duplex", "alias",
})  # fmt: skip
_BRIDGE_SINGLES = frozenset({"untagged", "type", "encap", "mac-address", "ageing"})


def claim_of(path: Sequence[str]) -> Claim:
    """Return how the statement at ``path`` is taken."""
    top = path[0]
    if top == "acl":
        return Claim.READ
    if top == "interface":
        return _of_port(path[2:])
    if top == "bridge":
        return Claim.READ if len(path) > 3 and path[3] in {"vlan", "untagged"} else Claim.IGNORED  # noqa: PLR2004 - bridge domain NAME WORD
    if top == "system":
        own = len(path) > 1 and path[1] in {"control-plane", "acl", "port"}
        return Claim.IGNORED if own else Claim.FOREIGN
    if top == "qos":
        return Claim.IGNORED
    return Claim.FOREIGN if top in _FOREIGN else Claim.UNKNOWN


def _of_port(words: Sequence[str]) -> Claim:
    if not words:
        return Claim.READ
    pair = "/".join(words[:2])
    if pair == "bridge/domain":
        return _of_domain(words[3:])
    if words[0] in _PORT_READ or pair in _PORT_READ:
        return Claim.READ
    return Claim.IGNORED if words[0] in _PORT_IGNORED else Claim.UNKNOWN


def _of_domain(words: Sequence[str]) -> Claim:
    # ``isolated`` is refused by no release known, yet its effect is not described either.
    if not words or words[0] in _DOMAIN_PORT_READ:
        return Claim.READ
    return Claim.IGNORED if words[0] in _DOMAIN_PORT_IGNORED - {"isolated"} else Claim.UNKNOWN


def is_single(path: Sequence[str]) -> bool:
    """Whether what follows ``path`` is one value, so that a new one replaces it."""
    last = path[-1]
    match path[0]:
        case "acl":
            return last in _RULE_SINGLES
        case "interface":
            return last in _PORT_SINGLES
        case "bridge":
            return last in _BRIDGE_SINGLES
        case _:
            return False
