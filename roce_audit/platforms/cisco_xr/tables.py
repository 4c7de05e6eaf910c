"""Names of protocols, ports, messages and marks, and the numbers behind them.

Source: the keyword lists of the IOS-XR command references; numbers by IANA and RFC 792, 2474, 4443.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PROTOCOLS: Mapping[str, int] = {
    "ahp": 51, "eigrp": 88, "esp": 50, "gre": 47, "icmp": 1, "igmp": 2, "igrp": 9, "ipinip": 4,
    "nos": 94, "ospf": 89, "pcp": 108, "pim": 103, "sctp": 132, "tcp": 6, "udp": 17, "icmpv6": 58,
    "vrrp": 112,
}  # fmt: skip
"""Of both versions; the word for every protocol is not among them."""

UDP_PORTS: Mapping[str, int] = {
    "biff": 512, "bootpc": 68, "bootps": 67, "discard": 9, "dnsix": 195, "domain": 53, "echo": 7,
    "isakmp": 500, "mobile-ip": 434, "nameserver": 42, "netbios-dgm": 138, "netbios-ns": 137,
    "netbios-ss": 139, "ntp": 123, "pim-auto-rp": 496, "rip": 520, "snmp": 161, "snmptrap": 162,
    "sunrpc": 111, "syslog": 514, "tacacs": 49, "talk": 517, "tftp": 69, "time": 37, "who": 513,
    "xdmcp": 177, "ldp": 646,
}  # fmt: skip
TCP_PORTS: Mapping[str, int] = {
    "bgp": 179, "chargen": 19, "cmd": 514, "daytime": 13, "discard": 9, "domain": 53, "echo": 7,
    "exec": 512, "finger": 79, "ftp": 21, "ftp-data": 20, "gopher": 70, "hostname": 101,
    "https": 443, "ident": 113, "irc": 194, "klogin": 543, "kshell": 544, "ldp": 646,
    "login": 513, "lpd": 515, "nntp": 119, "pim-auto-rp": 496, "pop2": 109, "pop3": 110,
    "smtp": 25, "ssh": 22, "sunrpc": 111, "tacacs": 49, "talk": 517, "telnet": 23, "time": 37,
    "uucp": 540, "whois": 43, "www": 80,
}  # fmt: skip
PORTS: Mapping[str, Mapping[str, int]] = {
    "udp": {**TCP_PORTS, **UDP_PORTS},
    "tcp": {**UDP_PORTS, **TCP_PORTS},
    "sctp": {**UDP_PORTS, **TCP_PORTS},
    "17": {**TCP_PORTS, **UDP_PORTS},
    "6": {**UDP_PORTS, **TCP_PORTS},
    "132": {**UDP_PORTS, **TCP_PORTS},
}
"""By protocol word. A name of the other protocol is taken for its number: show output has them."""

ICMP: Mapping[str, tuple[int, int | None]] = {
    "administratively-prohibited": (3, 13), "alternate-address": (6, None),
    "conversion-error": (31, None), "dod-host-prohibited": (3, 10), "dod-net-prohibited": (3, 9),
    "echo": (8, None), "echo-reply": (0, None), "general-parameter-problem": (12, 0),
    "host-isolated": (3, 8), "host-precedence-unreachable": (3, 14), "host-redirect": (5, 1),
    "host-tos-redirect": (5, 3), "host-tos-unreachable": (3, 12), "host-unknown": (3, 7),
    "host-unreachable": (3, 1), "information-reply": (16, None), "information-request": (15, None),
    "mask-reply": (18, None), "mask-request": (17, None), "mobile-redirect": (32, None),
    "net-redirect": (5, 0), "net-tos-redirect": (5, 2), "net-tos-unreachable": (3, 11),
    "net-unreachable": (3, 0), "network-unknown": (3, 6), "no-room-for-option": (12, 2),
    "option-missing": (12, 1), "packet-too-big": (3, 4), "parameter-problem": (12, None),
    "port-unreachable": (3, 3), "precedence-unreachable": (3, 15), "protocol-unreachable": (3, 2),
    "reassembly-timeout": (11, 1), "redirect": (5, None), "router-advertisement": (9, None),
    "router-solicitation": (10, None), "source-quench": (4, None),
    "source-route-failed": (3, 5), "time-exceeded": (11, None), "timestamp-reply": (14, None),
    "timestamp-request": (13, None), "traceroute": (30, None), "ttl-exceeded": (11, 0),
    "unreachable": (3, None),
}  # fmt: skip
ICMP_V6: Mapping[str, tuple[int, int | None]] = {
    "address-unreachable": (1, 3), "administratively-prohibited": (1, 1), "beyond-scope": (1, 2),
    "beyond-scope-of-source-address": (1, 2), "destination-unreachable": (1, None),
    "echo": (128, None), "echo-reply": (129, None), "echo-request": (128, None),
    "erroneous-header-field": (4, 0), "group-membership-query": (130, None),
    "group-membership-report": (131, None), "group-membership-termination": (132, None),
    "hop-limit-exceeded": (3, 0), "nd-na": (136, None), "nd-ns": (135, None),
    "neighbor-advertisement": (136, None), "neighbor-redirect": (137, None),
    "neighbor-solicitation": (135, None), "no-route-to-destination": (1, 0),
    "packet-too-big": (2, None), "parameter-problem": (4, None), "port-unreachable": (1, 4),
    "reassembly-timeout": (3, 1), "redirect": (137, None), "router-advertisement": (134, None),
    "router-renumbering": (138, None), "router-solicitation": (133, None),
    "time-exceeded": (3, None), "ttl-exceeded": (3, 0), "unreachable": (1, None),
    "unrecognized-next-header": (4, 1), "unrecognized-option": (4, 2),
}  # fmt: skip
IGMP = frozenset(
    {"dvmrp", "host-query", "host-report", "mtrace", "mtrace-response", "pim", "precedence",
     "trace", "v2-leave", "v2-report", "v3-report"}
)  # fmt: skip
