"""Names of protocols, ports, messages and marks, and the numbers behind them.

Source: the keyword lists of the IOS command references (``permit (IP)``, ``permit (IPv6)``,
``permit (MAC ACL)``); numbers by IANA and RFC 792, 2474, 4443, 1349.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PROTOCOLS: Mapping[str, int] = {
    "ahp": 51, "eigrp": 88, "esp": 50, "gre": 47, "icmp": 1, "igmp": 2, "ipinip": 4, "nos": 94,
    "ospf": 89, "pcp": 108, "pim": 103, "sctp": 132, "tcp": 6, "udp": 17,
}  # fmt: skip
PROTOCOLS_V6: Mapping[str, int] = {
    "ahp": 51, "esp": 50, "hbh": 0, "icmp": 58, "pcp": 108, "sctp": 132, "tcp": 6, "udp": 17,
}  # fmt: skip

UDP_PORTS: Mapping[str, int] = {
    "biff": 512, "bootpc": 68, "bootps": 67, "discard": 9, "dnsix": 195, "domain": 53, "echo": 7,
    "isakmp": 500, "mobile-ip": 434, "nameserver": 42, "netbios-dgm": 138, "netbios-ns": 137,
    "netbios-ss": 139, "non500-isakmp": 4500, "ntp": 123, "pim-auto-rp": 496, "rip": 520,
    "ripv6": 521, "snmp": 161, "snmptrap": 162, "sunrpc": 111, "syslog": 514, "tacacs": 49,
    "talk": 517, "tftp": 69, "time": 37, "who": 513, "xdmcp": 177,
}  # fmt: skip
TCP_PORTS: Mapping[str, int] = {
    "bgp": 179, "chargen": 19, "cmd": 514, "daytime": 13, "discard": 9, "domain": 53, "drip": 3949,
    "echo": 7, "exec": 512, "finger": 79, "ftp": 21, "ftp-data": 20, "gopher": 70, "hostname": 101,
    "http": 80, "https": 443, "ident": 113, "irc": 194, "klogin": 543, "kshell": 544, "login": 513,
    "lpd": 515, "msrpc": 135, "nntp": 119, "pim-auto-rp": 496, "pop2": 109, "pop3": 110,
    "smtp": 25, "ssh": 22, "sunrpc": 111, "syslog": 514, "tacacs": 49, "talk": 517, "telnet": 23,
    "time": 37, "uucp": 540, "whois": 43, "www": 80,
}  # fmt: skip

PORTS: Mapping[str, Mapping[str, int]] = {
    "udp": {**TCP_PORTS, **UDP_PORTS},
    "tcp": {**UDP_PORTS, **TCP_PORTS},
    "sctp": {**UDP_PORTS, **TCP_PORTS},
}
"""By protocol word. A name of the other protocol is taken for its number: show output has them."""

TOS: Mapping[str, int] = {
    "normal": 0, "min-monetary-cost": 1, "max-reliability": 2, "max-throughput": 4, "min-delay": 8,
}  # fmt: skip

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
    "beyond-scope": (1, 2), "destination-unreachable": (1, None), "dhaad-reply": (145, None),
    "dhaad-request": (144, None), "echo-reply": (129, None), "echo-request": (128, None),
    "header": (4, 0), "hop-limit": (3, 0), "mld-query": (130, None), "mld-reduction": (132, None),
    "mld-report": (131, None), "mldv2-report": (143, None), "mpd-advertisement": (147, None),
    "mpd-solicitation": (146, None), "nd-na": (136, None), "nd-ns": (135, None),
    "next-header": (4, 1), "no-admin": (1, 1), "no-route": (1, 0), "packet-too-big": (2, None),
    "parameter-option": (4, 2), "parameter-problem": (4, None), "port-unreachable": (1, 4),
    "reassembly-timeout": (3, 1), "redirect": (137, None), "renum-command": (138, 0),
    "renum-result": (138, 1), "renum-seq-number": (138, 255), "router-advertisement": (134, None),
    "router-renumbering": (138, None), "router-solicitation": (133, None),
    "time-exceeded": (3, None), "unreachable": (1, None),
}  # fmt: skip
IGMP = frozenset(
    {"dvmrp", "host-query", "host-report", "pim", "trace", "mtrace-resp", "mtrace-route",
     "v2leave", "v2report", "v3report"}
)  # fmt: skip

ETHERTYPES: Mapping[str, int] = {
    "aarp": 0x80F3, "amber": 0x6008, "appletalk": 0x809B, "dec-spanning": 0x8038,
    "decnet-iv": 0x6003, "diagnostic": 0x6005, "dsm": 0x8039, "etype-6000": 0x6000,
    "etype-8042": 0x8042, "lat": 0x6004, "lavc-sca": 0x6007, "mop-console": 0x6002,
    "mop-dump": 0x6001, "msdos": 0x8041, "mumps": 0x6009, "netbios": 0x8040, "vines-echo": 0x0BAF,
    "vines-ip": 0x0BAD, "xns-idp": 0x0600,
}  # fmt: skip
