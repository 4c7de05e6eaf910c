"""Statements of interfaces that change no verdict, and those by which packets may be dropped.

Source: the interface command references of IOS-XR; from memory where NOTES.md does not name one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_xr.settings import IPV4_BOX, IPV6_BOX
from roce_audit.reading.guard import BOTH, INWARD, Guard

if TYPE_CHECKING:
    from roce_audit.model.acl import Direction
    from roce_audit.packets.boxes import Box
    from roce_audit.reading.statement import Statement

NO_EFFECT = frozenset(
    {
        "description", "speed", "duplex", "negotiation", "cdp", "lldp", "load-interval",
        "logging", "snmp", "bandwidth", "carrier-delay", "dampening", "flow-control", "flow",
        "lacp", "mpls", "arp", "mac-accounting", "mac-address", "monitor-session", "bfd",
        "priority-flow-control", "ethernet", "transceiver", "fec", "loopback", "keepalive",
        "tx", "rx", "sflow", "performance-mgmt", "global", "ntp", "tcp", "hw-module", "clock",
        "frequency", "ptp", "telemetry", "link-delay", "damping", "host-routing", "l2protocol",
        "propagate", "controller", "phy-interface", "transmit-delay", "egress", "synce",
        "cem", "mac", "local-proxy-arp", "proxy-arp", "lldp-med", "isis", "ospf", "vrrp", "hsrp",
        "load-balancing", "reverse-path", "exit", "point-to-point", "profile", "cfm", "ipsla",
    }
)  # fmt: skip
"""First words of statements that let every packet pass as before."""

IP_NO_EFFECT = frozenset(
    {
        "helper-address", "unreachables", "redirects", "mask-reply", "directed-broadcast",
        "flowspec", "bgp", "tcp", "nd", "enable", "point-to-point", "source-route", "forwarding",
        "dhcp", "rip", "mtu-discovery", "ttl-propagate", "tunnel", "conflict-policy",
    }
)  # fmt: skip

_IP: tuple[Box, ...] = (IPV4_BOX, IPV6_BOX)
_ALL: tuple[Box, ...] = (EVERYTHING,)
_UNKNOWN_FORM = "this form of the binding is not known"
_GUARDS: tuple[tuple[tuple[str, ...], str, tuple[Box, ...], bool, tuple[Direction, ...]], ...] = (
    (("ipv4", "verify"), "the reverse path is checked", (IPV4_BOX,), True, INWARD),
    (("ipv6", "verify"), "the reverse path is checked", (IPV6_BOX,), True, INWARD),
    (("ipv4", "access-group"), _UNKNOWN_FORM, (IPV4_BOX,), False, BOTH),
    (("ipv6", "access-group"), _UNKNOWN_FORM, (IPV6_BOX,), False, BOTH),
    (("ethernet-services", "access-group"), _UNKNOWN_FORM, _ALL, False, BOTH),
    (("macsec",), "frames must be encrypted", _ALL, False, BOTH),
    (("dot1x",), "the host must authenticate", _ALL, False, INWARD),
    (("service-policy", "type"), "a policy may redirect or drop", _IP, False, BOTH),
    (("nv",), "the port belongs to a satellite", _ALL, False, BOTH),
    (("xconnect",), "frames are tunnelled", _ALL, False, BOTH),
    (("storm-control",), "the rate of floods is limited", _ALL, False, INWARD),
    (("rate-limit",), "the rate is limited", _ALL, False, BOTH),
    (("access-group",), _UNKNOWN_FORM, _IP, False, BOTH),
)
"""Beginning of a statement; why packets may not pass; which; only routed ones; directions."""


def guard_of(words: tuple[str, ...], statement: Statement) -> tuple[str, Guard] | None:
    """Return the guard that a statement sets up, by name; None if it is none."""
    for beginning, why, sees, routed, directions in _GUARDS:
        if words[: len(beginning)] == beginning:
            reason = f"line {statement.line}: {why}"
            return " ".join(beginning), Guard(reason, statement, sees, routed, directions)
    return None
