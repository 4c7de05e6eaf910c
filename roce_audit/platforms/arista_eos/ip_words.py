"""Words of IP lines: protocols, DSCPs, ICMP messages.

Source: IANA protocol numbers and ICMP parameters; RFC 2474, 2597, 3246 (DSCP). The words are
those of the samples S35, S57, S58 of the fact sheet.
"""

from __future__ import annotations

PROTOCOLS: dict[str, int] = {
    "ahp": 51,
    "eigrp": 88,
    "esp": 50,
    "gre": 47,
    "icmp": 1,
    "icmpv6": 58,
    "igmp": 2,
    "ospf": 89,
    "pim": 103,
    "rsvp": 46,
    "sctp": 132,
    "tcp": 6,
    "udp": 17,
    "vrrp": 112,
}
"""Protocol words; ``ip`` and ``ipv6`` mean any."""

TCP = 6
WITH_PORTS = frozenset({"tcp", "udp", "sctp"})
"""Protocols after whose addresses ports may follow."""
WITH_MESSAGES = frozenset({"icmp", "icmpv6"})

DSCP_NAMES: dict[str, int] = {
    "default": 0,
    "ef": 46,
    **{f"cs{number}": 8 * number for number in range(8)},
    **{f"af{c}{drop}": 8 * c + 2 * drop for c in range(1, 5) for drop in range(1, 4)},
}

TCP_FLAGS = frozenset({"established", "syn", "ack", "fin", "rst", "psh", "urg", "ece", "cwr"})

ICMP_NAMES: dict[str, dict[str, tuple[int, int | None]]] = {
    "icmp": {
        "administratively-prohibited": (3, 13),
        "alternate-address": (6, None),
        "echo": (8, None),
        "echo-reply": (0, None),
        "host-redirect": (5, 1),
        "host-unreachable": (3, 1),
        "information-reply": (16, None),
        "information-request": (15, None),
        "mask-reply": (18, None),
        "mask-request": (17, None),
        "net-redirect": (5, 0),
        "net-unreachable": (3, 0),
        "packet-too-big": (3, 4),
        "parameter-problem": (12, None),
        "port-unreachable": (3, 3),
        "protocol-unreachable": (3, 2),
        "redirect": (5, None),
        "router-advertisement": (9, None),
        "router-solicitation": (10, None),
        "source-quench": (4, None),
        "time-exceeded": (11, None),
        "timestamp-reply": (14, None),
        "timestamp-request": (13, None),
        "ttl-exceeded": (11, 0),
        "unreachable": (3, None),
    },
    "icmpv6": {
        "echo-reply": (129, None),
        "echo-request": (128, None),
        "destination-unreachable": (1, None),
        "nd-na": (136, None),
        "nd-ns": (135, None),
        "neighbor-advertisement": (136, None),
        "neighbor-solicitation": (135, None),
        "packet-too-big": (2, None),
        "parameter-problem": (4, None),
        "router-advertisement": (134, None),
        "router-solicitation": (133, None),
        "time-exceeded": (3, None),
        "unreachable": (1, None),
    },
}
"""ICMP words by protocol: type, and code if the word names one."""

ETHERTYPE_NAMES: dict[str, int] = {
    "aarp": 0x80F3,
    "appletalk": 0x809B,
    "arp": 0x0806,
    "ip": 0x0800,
    "ipx": 0x8137,
    "lldp": 0x88CC,
    "novell": 0x8138,
    "rarp": 0x8035,
}
"""EtherType words of MAC lists (IANA IEEE 802 numbers)."""
