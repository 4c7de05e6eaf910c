"""Statements of interfaces that change no verdict, and those by which packets may be dropped.

Source: the interface command references of Catalyst 9000 and IOS routers; from memory where
NOTES.md does not name one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ETHERTYPE, ICMP_TYPE, PROTOCOL
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV6, ICMPV6
from roce_audit.platforms.cisco_xe.settings import IPV4_BOX, IPV6_BOX
from roce_audit.reading.guard import BOTH, INWARD, OUTWARD, Guard

if TYPE_CHECKING:
    from roce_audit.model.acl import Direction
    from roce_audit.packets.boxes import Box
    from roce_audit.reading.statement import Statement

NO_EFFECT = frozenset(
    {
        "description", "speed", "duplex", "negotiation", "media-type", "spanning-tree", "cdp",
        "lldp", "udld", "load-interval", "logging", "snmp", "power", "bandwidth", "delay",
        "keepalive", "carrier-delay", "dampening", "flowcontrol", "priority-queue", "srr-queue",
        "queue-set", "wrr-queue", "mls", "trust", "auto", "macro", "lacp", "pagp", "mop",
        "channel-protocol", "hold-queue", "nmsp", "ntp", "standby", "vrrp", "glbp", "bfd", "isis",
        "ospfv3", "mpls", "arp", "tcp", "platform", "l2protocol-tunnel", "ethernet", "peer",
        "beacon", "mdix", "rmon", "lldp-med", "medium", "cdp-med", "medium-type", "port-channel",
        "fair-queue", "random-detect", "tx-ring-limit", "clock", "framing", "cablelength", "tunnel",
        "transmit-interface", "hw-module", "location", "energywise", "network-policy", "fec",
        "autostate", "exit", "end", "mac-address", "traffic-shape", "transceiver",
        "stackwise-virtual",
        "history", "aggregate-port", "tx-queue", "cos", "qos", "max-reserved-bandwidth", "monitor",
        "dual-active", "bpdu-tunnel", "eigrp", "netflow", "flow", "avc", "plim", "lisp",
    }
)  # fmt: skip
"""First words of statements that let every packet pass as before."""

IP_NO_EFFECT = frozenset(
    {
        "helper-address", "proxy-arp", "local-proxy-arp", "redirects", "unreachables", "mask-reply",
        "directed-broadcast", "route-cache", "tcp", "nbar", "flow", "cef", "accounting", "igmp",
        "pim", "ospf", "eigrp", "rip", "router", "dhcp", "summary-address", "hello-interval",
        "hold-time", "split-horizon", "virtual-reassembly", "nhrp", "authentication", "bgp",
        "mroute-cache", "multicast", "policy", "load-sharing", "bandwidth-percent", "rsvp", "mfib",
        "dampening-change", "irdp", "probe", "ips", "rtp", "sticky-arp", "next-hop-self", "sap",
        "gratuitous-arps", "mobile", "cgmp", "vrf", "broadcast-address", "wccp", "lisp", "rgmp",
    }
)  # fmt: skip
IPV6_NO_EFFECT = frozenset(
    {
        "enable", "mtu", "ospf", "router", "eigrp", "dhcp", "redirects", "unreachables", "flow",
        "pim", "mld", "tcp", "cef", "multicast", "policy", "rip", "mfib", "destination-guard",
        "bandwidth-percent", "hello-interval", "summary-address", "load-sharing", "nhrp",
        "virtual-reassembly",
    }
)  # fmt: skip
SWITCHPORT_NO_EFFECT = frozenset({"nonegotiate", "voice", "priority", "host", "autostate"})

ND_BOX: Box = {
    ETHERTYPE: single(ETHERTYPE_IPV6),
    PROTOCOL: single(ICMPV6),
    ICMP_TYPE: ((133, 137),),
}
_LOGIN = "the host must authenticate, and may get a list of its own"
_ALL = (EVERYTHING,)

_GUARDS: tuple[tuple[tuple[str, ...], str, tuple[Box, ...], bool, tuple[Direction, ...]], ...] = (
    (("switchport", "protected"), "protected ports cannot reach each other", _ALL, False, INWARD),
    (
        ("switchport", "block", "unicast"),
        "frames to unknown stations are not sent",
        _ALL,
        False,
        OUTWARD,
    ),
    (("switchport", "private-vlan"), "a private VLAN keeps hosts apart", _ALL, False, INWARD),
    (("switchport", "vlan", "mapping"), "VLAN numbers are translated", _ALL, False, BOTH),
    (
        ("switchport", "backup"),
        "a backup link forwards only when the other fails",
        _ALL,
        False,
        BOTH,
    ),
    (
        ("ip", "verify", "source"),
        "source guard drops what has no binding",
        (IPV4_BOX,),
        False,
        INWARD,
    ),
    (("ip", "verify", "unicast"), "the reverse path is checked", (IPV4_BOX,), True, INWARD),
    (("ip", "inspect"), "sessions are inspected", (IPV4_BOX,), True, BOTH),
    (("ip", "nat"), "addresses may be translated", (IPV4_BOX,), True, BOTH),
    (("ip", "admission"), "hosts must be admitted", (IPV4_BOX,), False, INWARD),
    (("ip", "auth-proxy"), "users must log in", (IPV4_BOX,), False, INWARD),
    (
        ("ip", "access-group"),
        "this form of the binding is not known",
        (IPV4_BOX,),
        False,
        BOTH,
    ),
    (
        ("ipv6", "traffic-filter"),
        "this form of the binding is not known",
        (IPV6_BOX,),
        False,
        BOTH,
    ),
    (("mac", "access-group"), "this form of the binding is not known", _ALL, False, BOTH),
    (
        ("ipv6", "source-guard"),
        "source guard drops what has no binding",
        (IPV6_BOX,),
        False,
        INWARD,
    ),
    (("ipv6", "verify"), "the reverse path is checked", (IPV6_BOX,), True, INWARD),
    (("ipv6", "inspect"), "sessions are inspected", (IPV6_BOX,), True, BOTH),
    (("ipv6", "nat"), "addresses may be translated", (IPV6_BOX,), True, BOTH),
    (("ipv6", "nd"), "neighbour discovery is inspected", (ND_BOX,), False, INWARD),
    (("ipv6", "snooping"), "neighbour discovery is inspected", (ND_BOX,), False, INWARD),
    (("device-tracking",), "neighbour discovery may be inspected", (ND_BOX,), False, INWARD),
    (("macsec",), "frames must be encrypted", _ALL, False, BOTH),
    (("mka",), "frames must be encrypted", _ALL, False, BOTH),
    (("cts", "manual"), "security group tags decide", _ALL, False, BOTH),
    (("cts", "dot1x"), "security group tags decide", _ALL, False, BOTH),
    (("cts", "role-based", "enforcement"), "security group tags decide", _ALL, False, BOTH),
    (("dot1x", "port-control"), _LOGIN, _ALL, False, INWARD),
    (("authentication", "port-control"), _LOGIN, _ALL, False, INWARD),
    (("access-session", "port-control"), _LOGIN, _ALL, False, INWARD),
    (
        ("zone-member",),
        "a zone lets packets pass by its own rules",
        (IPV4_BOX, IPV6_BOX),
        True,
        BOTH,
    ),
    (("rate-limit",), "the rate is limited", _ALL, False, BOTH),
    (("service",), "frames are bridged by service instances", _ALL, False, BOTH),
    (("xconnect",), "frames are tunnelled", _ALL, False, BOTH),
    (("bridge-group",), "a bridge group has filters of its own", _ALL, False, BOTH),
    (("bridge-domain",), "frames are bridged by bridge domains", _ALL, False, BOTH),
    (("crypto", "map"), "packets must be encrypted", (IPV4_BOX, IPV6_BOX), True, BOTH),
)
"""Beginning of a statement; why packets may not pass; which; only routed ones; directions."""

_HARMLESS: tuple[tuple[str, ...], ...] = (
    ("authentication", "port-control", "force-authorized"),
    ("access-session", "port-control", "force-authorized"),
    ("dot1x", "port-control", "force-authorized"),
    ("ipv6", "nd", "ra"),
    ("ipv6", "nd", "suppress-ra"),
    ("ipv6", "nd", "prefix"),
    ("ipv6", "nd", "other-config-flag"),
    ("ipv6", "nd", "managed-config-flag"),
    ("ipv6", "nd", "router-preference"),
    ("ipv6", "nd", "dad"),
    ("ipv6", "nd", "ns-interval"),
    ("ipv6", "nd", "raguard"),
    ("ipv6", "nd", "reachable-time"),
    ("ipv6", "nd", "cache"),
    ("ip", "nat", "enable"),
)
"""Beginnings of statements that look like guards and let every RoCE packet pass."""

BESIDE_GUARDS = frozenset({"dot1x", "mab", "authentication", "access-session", "cts", "crypto"})
"""First words of statements that are no guard by themselves: settings of one."""


FILTERING_WORDS = frozenset(
    {
        "access-group", "traffic-filter", "switchport", "access", "trunk", "vlan", "filter", "acl",
        "police", "rate-limit", "unicast", "shutdown", "service-policy", "encapsulation",
        "channel-group", "forwarding", "in", "out", "input", "output",
    }
)  # fmt: skip
"""Words by which a statement that is not understood may filter, or move the port elsewhere."""


def is_harmless(words: tuple[str, ...]) -> bool:
    """Whether a statement that begins like a guard drops nothing."""
    return any(words[: len(each)] == each for each in _HARMLESS)


def guard_of(words: tuple[str, ...], statement: Statement) -> tuple[str, Guard] | None:
    """Return the guard that a statement sets up, and its name; None if it is none."""
    for beginning, reason, sees, routed, directions in _GUARDS:
        if words[: len(beginning)] == beginning:
            text = f"line {statement.line} ({' '.join(words[:4])}): {reason}"
            return " ".join(beginning), Guard(text, statement, sees, routed, directions)
    return None
