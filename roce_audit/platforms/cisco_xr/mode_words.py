"""Which modes there are, and the words that each knows where indentation does not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KNOWN: Mapping[str, frozenset[str]] = {
    "list": frozenset({"permit", "deny", "remark"}),
    "members": frozenset(
        {"host", "range", "object-group", "description", "eq", "neq", "lt", "gt"}
    ),
    "interface": frozenset(
        {
            "description", "mtu", "shutdown", "encapsulation", "bundle", "vrf", "l2transport",
            "service-policy", "rewrite", "load-interval", "bandwidth", "speed", "duplex",
            "negotiation", "priority-flow-control", "lldp", "cdp", "lacp", "flow", "macsec",
            "dot1x", "carrier-delay", "dampening", "apply-group", "ethernet-services access-group",
            "ipv4 access-group", "ipv4 address", "ipv4 mtu", "ipv4 verify", "ipv4 unnumbered",
            "ipv4 unreachables", "ipv4 point-to-point", "ipv4 flowspec", "ipv4 bgp",
            "ipv6 access-group", "ipv6 address", "ipv6 mtu", "ipv6 verify", "ipv6 enable",
            "ipv6 nd", "ipv6 flowspec", "ipv6 unreachables", "monitor-session",
        }
    ),
    "circuit": frozenset(
        {"encapsulation", "rewrite", "ethernet-services access-group", "service-policy",
         "l2protocol", "propagate", "monitor-session", "ipv4 access-group", "ipv6 access-group"}
    ),
    "l2vpn": frozenset({"bridge", "xconnect", "pw-class", "router-id", "load-balancing"}),
    "bridge group": frozenset({"bridge-domain", "description"}),
    "bridge-domain": frozenset(
        {"interface", "routed", "neighbor", "vfi", "evi", "member", "mac", "mtu", "flooding",
         "shutdown", "storm-control", "dhcp", "igmp", "mld", "multicast-source", "description",
         "split-horizon", "static-mac-address", "ip-source-guard", "dynamic-arp-inspection",
         "nv", "pbb", "coupled-mode", "transport-mode", "etree", "access-vfi", "apply-group"}
    ),
    "attachment": frozenset(
        {"split-horizon", "storm-control", "mac", "static-mac-address", "flooding", "dhcp",
         "igmp", "mld", "ip-source-guard", "dynamic-arp-inspection", "etree"}
    ),
    "xconnect group": frozenset({"p2p", "mp2mp", "description"}),
    "p2p": frozenset({"interface", "neighbor", "description"}),
    "class-map": frozenset({"match", "end-class-map", "description"}),
    "policy-map": frozenset({"class", "end-policy-map", "description"}),
    "class": frozenset(
        {"police", "set", "shape", "bandwidth", "priority", "queue-limit", "random-detect",
         "service-policy", "exceed-action", "violate-action", "conform-action", "pause-detect"}
    ),
    "group": frozenset(
        {"interface", "ipv4", "ipv6", "ethernet-services", "l2vpn", "router", "end-group",
         "policy-map", "class-map", "hostname", "mpls", "multicast-routing", "vrf"}
    ),
}  # fmt: skip
"""First word, or the first two, by mode."""

_HEADERS = frozenset({"preconfigure", "l2transport", "point-to-point", "multipoint"})


def kind_of(path: tuple[str, ...]) -> str:
    """Return which mode a statement with these words opens; "" if none that we know."""
    opener = _OPENERS.get(path[0])
    return opener(path) if opener is not None else ""


def _interface(path: tuple[str, ...]) -> str:
    words = [word for word in path[1:] if word not in _HEADERS]
    apart = words[1:2] != [] and words[1][0].isdigit() and words[0][-1].isalpha()
    if len(words) != (2 if apart else 1):
        return ""
    return "circuit" if path[-1] == "l2transport" else "interface"


def _list(path: tuple[str, ...]) -> str:
    return "list" if path[1:2] == ("access-list",) and len(path) == 3 else ""  # noqa: PLR2004 - with its name


def _members(path: tuple[str, ...]) -> str:
    length = 3 if path[1:2] == ("port",) else 4
    return "members" if len(path) == length else ""


def _l2vpn(path: tuple[str, ...]) -> str:
    match path[1:]:
        case ("bridge", "group", _, "bridge-domain", _, "interface" | "routed", *_):
            return "attachment"
        case words:
            shape = tuple(word for at, word in enumerate(words) if at not in (2, 4))
            return _BRIDGING.get((len(words), shape), "")


_BRIDGING: Mapping[tuple[int, tuple[str, ...]], str] = {
    (0, ()): "l2vpn",
    (3, ("bridge", "group")): "bridge group",
    (5, ("bridge", "group", "bridge-domain")): "bridge-domain",
    (3, ("xconnect", "group")): "xconnect group",
    (5, ("xconnect", "group", "p2p")): "p2p",
}
"""By the number of words behind ``l2vpn``, and those that are no names."""


def _policy(path: tuple[str, ...]) -> str:
    if "class" in path[2:]:
        return "class" if path[-2:-1] == ("class",) or path[-3:-1] == ("class", "type") else ""
    return path[0]


def _group(path: tuple[str, ...]) -> str:
    if not path[2:]:
        return "group"
    # Groups hold no groups.
    kind = kind_of(path[2:]) if path[2] != "group" else ""
    return kind if kind not in ("", "list") else "in group"


def _class_map(path: tuple[str, ...]) -> str:
    return "class-map" if "match" not in path[1:] else ""


_OPENERS: Mapping[str, Callable[[tuple[str, ...]], str]] = {
    "interface": _interface,
    "ipv4": _list,
    "ipv6": _list,
    "ethernet-services": _list,
    "object-group": _members,
    "l2vpn": _l2vpn,
    "class-map": _class_map,
    "policy-map": _policy,
    "group": _group,
}
