"""How sure it is that a text is of NX-OS, from tell-tale lines."""

from __future__ import annotations

import re

_SIGNS: tuple[tuple[str, float, str], ...] = (
    (r"^!RANCID-CONTENT-TYPE: cisco-nx", 0.97, "the RANCID header cisco-nx"),
    (r"Cisco Nexus Operating System", 0.97, "Cisco Nexus Operating System"),
    (r"^version \d+\.\d+\(\S+\)\S* *[Bb]ios:", 0.97, "version with Bios"),
    (r"^version \d+\.\d+\(\d+[a-z]*\)(?:[A-Z]\w*(?:\(\w+\))?)?\s*$", 0.85, "the form of version"),
    (r"^boot (?:nxos|kickstart) ", 0.95, "boot nxos"),
    (r"^[ \t]*(?:ip|mac) port access-group ", 0.95, "port access-group"),
    (r"^[ \t]*ipv6 port traffic-filter ", 0.95, "ipv6 port traffic-filter"),
    (r"^[ \t]*mac packet-classify", 0.95, "mac packet-classify"),
    (r"^object-group (?:ip|ipv6) (?:address|port) ", 0.4, "object-group ip address"),
    (r"^[ \t]*\d+ (?:permit|deny) .*\b(?:addrgroup|portgroup) ", 0.6, "addrgroup or portgroup"),
    (r"^vrf context ", 0.85, "vrf context"),
    (r"^vdc \S+ id \d", 0.95, "vdc"),
    (r"^(?:no )?feature (?:\S+)\s*$", 0.8, "feature"),
    (r"^!Command: show ", 0.7, "!Command: show"),
    (r"^[ \t]*(?:IP|MAC) access list ", 0.65, "IP access list"),
    (r"^[ \t]*(?:IPV4|IPV6|MAC) ACL \S+\s*$", 0.7, "IPV4 ACL"),
    (r"^Vlan access-map \S+ \d+", 0.7, "Vlan access-map"),
    (r"^interface port-channel\d", 0.25, "interface port-channel in lower case"),
    (r"^(?:no )?system default switchport", 0.8, "system default switchport"),
    (r"^policy-map type (?:qos|network-qos|queuing) ", 0.25, "policy-map type"),
    (r"^[ \t]*priority-flow-control mode ", 0.25, "priority-flow-control mode"),
    (r"^[ \t]*vrf member ", 0.6, "vrf member"),
    (r"^resequence (?:ip|ipv6|mac) access-list ", 0.7, "resequence"),
    (r"^[ \t]*(?:ip|ipv6|mac) access-list [A-Za-z]\S*\s*$", 0.2, "access-list without a kind"),
    (r"^[ \t]*\d+ (?:permit|deny) \S+ \S+/\d", 0.1, "numbered entries with prefixes"),
)
_AGAINST: tuple[str, ...] = (
    r"^! Command: ",
    r"^! device: .*EOS-",
    r"\bArista\b",
    r"^ip access-list (?:extended|standard) \S",
    r"^service timestamps ",
    r"^Building configuration",
    r"^!! IOS XR",
    r"^interface (?:Gigabit|TenGig|FortyGig|HundredGig|TwentyFiveGig)",
    r"^[ \t]*(?:sysname|return)\b",
    r"^(?:set|delete) \S+ ",
    r"^interface Port-[Cc]hannel",
    r"^interface (?:ethernet|port-channel)\s?\d+/\d+/\d+:\d",
    r"^! ?Version 10\.",
    r"^interface breakout \d+/\d+/\d+ map",
    r"^ipv4 access-list ",
)
_LARGEST = 0.99
_ENOUGH = 100_000
"""Characters looked at: the sections that tell come first in a configuration."""


def detect(text: str) -> tuple[float, str]:
    """Return how sure it is that ``text`` is of NX-OS, and which line tells."""
    text = text[:_ENOUGH]
    doubt = 1.0
    best = (0.0, "nothing that only NX-OS prints")
    for pattern, weight, told in _SIGNS:
        if re.search(pattern, text, re.MULTILINE | re.ASCII):
            doubt *= 1 - weight
            best = max(best, (weight, told))
    against = sum(bool(re.search(each, text, re.MULTILINE | re.ASCII)) for each in _AGAINST)
    return min(_LARGEST, round((1 - doubt) / 3**against, 2)), best[1]
