"""The ``l2vpn`` section: which attachment circuits are bridged together, and what guards them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_xr.names import interface_name
from roce_audit.platforms.cisco_xr.settings import ARP_BOX, IPV4_BOX
from roce_audit.platforms.cisco_xr.state import Domain
from roce_audit.reading.guard import Guard
from roce_audit.reading.interface_words import name_in
from roce_audit.reading.said import IGNORED, READ

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xr.state import Xr
    from roce_audit.reading.said import Said

_NO_EFFECT = frozenset(
    {
        "description", "mtu", "igmp", "mld", "dhcp", "neighbor", "vfi", "evi", "member", "nv",
        "pbb", "coupled-mode", "transport-mode", "access-vfi", "static-mac-address", "logging",
        "flooding", "storm-control", "learning", "exit", "multicast-source", "vni", "interworking",
        "split-horizon", "mac", "control-word", "aging", "backup", "pw-class",
    }
)  # fmt: skip
"""What touches no unicast between known stations."""
_GUARDS: tuple[tuple[tuple[str, ...], str, tuple[Box, ...]], ...] = (
    (("mac", "secure"), "stations must keep to their ports", (EVERYTHING,)),
    (("ip-source-guard",), "source guard drops what has no binding", (IPV4_BOX,)),
    (("dynamic-arp-inspection",), "ARP is inspected", (ARP_BOX,)),
    (("etree",), "leaves cannot reach each other", (EVERYTHING,)),
)


def bridge(xr: Xr, said: Said) -> str:
    """Apply a statement of the ``l2vpn`` section, given with its whole path."""
    xr.bridging = True
    match said.words[1:]:
        case ("bridge", "group", group, "bridge-domain", name, *rest):
            return _in_domain(xr, said, ("bridge-domain", group, name), tuple(rest))
        case ("xconnect", "group", group, "p2p", name, *rest):
            return _in_domain(xr, said, ("p2p", group, name), tuple(rest))
        case ("bridge" | "xconnect", "group", group):
            if said.negated:
                for key in [key for key in xr.domains if key[1] == group]:
                    del xr.domains[key]
            return READ
        case ():
            return READ
        case ("bridge", *_):
            return "a form of bridge that is not known"
        case _:
            return IGNORED


def _in_domain(xr: Xr, said: Said, key: tuple[str, ...], rest: tuple[str, ...]) -> str:
    if said.negated and not rest:
        xr.domains.pop(key, None)
        return READ
    domain = xr.domains.get(key)
    if domain is None or xr.replaces(domain.dump):
        domain = xr.domains[key] = Domain(f"{key[0]} {key[2]}", said.statement, xr.dump)
    if not rest:
        return READ
    if rest[0] == "interface":
        return _circuit(domain, said, rest[1:])
    if rest[:2] == ("routed", "interface"):
        name, more = name_in(rest[2:], interface_name)
        if not more:
            domain.bvi = "" if said.negated else name
        return READ if not more else _told(domain, said, "", more)
    if rest == ("shutdown",):
        domain.shutdown = not said.negated
        return READ
    return _told(domain, said, "", rest)


def _circuit(domain: Domain, said: Said, words: tuple[str, ...]) -> str:
    name, rest = name_in(words, interface_name)
    if not name:
        return "no interface is named"
    if said.negated and not rest:
        domain.circuits.pop(name, None)
        return READ
    domain.circuits.setdefault(name, False)
    if rest == ("split-horizon", "group"):
        domain.circuits[name] = not said.negated
        return READ
    return _told(domain, said, name, rest) if rest else READ


def _told(domain: Domain, said: Said, name: str, words: tuple[str, ...]) -> str:
    """Set up or remove a guard, or step over what has no effect."""
    for beginning, why, sees in _GUARDS:
        if words[: len(beginning)] != beginning:
            continue
        if said.negated or words[-1] == "disable":
            domain.guards.pop((name, beginning[0]), None)
            return READ
        reason = f"line {said.statement.line}: {why}"
        domain.guards[name, beginning[0]] = Guard(reason, said.statement, sees)
        return reason
    if words[0] in _NO_EFFECT or said.negated:
        return IGNORED
    return f"unknown statement {words[0]!r} of a bridge-domain"
