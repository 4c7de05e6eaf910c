"""How sure it is that a text is EOS, and by which line."""

from __future__ import annotations

import re

MOST_CHARACTERS = 400_000
"""Beginning of the text that is looked at."""

_SURE: tuple[tuple[float, str], ...] = (
    (1.0, r"^! device: \S+ \([^)]*EOS-\d"),
    (1.0, r"^!RANCID-CONTENT-TYPE: arista"),
    (1.0, r"^! boot system flash:/+EOS"),
    (0.95, r"^\s*Arista (?:DCS|vEOS|cEOS|CCS)\S*"),
    (0.95, r"^daemon TerminAttr"),
    (0.9, r"^service routing protocols model "),
    (0.9, r"^transceiver qsfp default-mode "),
    (0.9, r"^management api (?:http-commands|gnmi)"),
    (0.9, r"^[Tt]raffic-policies\s*$"),
    (0.9, r"^(?:IP|IPv6|MAC) Access List \S+"),
    (0.85, r"^\s+permit response traffic nat\s*$"),
    (0.85, r"^interface Port-Channel\d"),
    (0.8, r"^\s+traffic-policy (?:input|output) \S+"),
    (0.75, r"^! Command: show "),
    (0.75, r"^\s+(?:counters|statistics) per-entry\s*$"),
    (
        0.7,
        r"^\s+(?:\d+ )?(?:permit|deny) (?:tcp|udp) .*\b(?:eq|neq) \S+ (?!any|host|log|\d+\.)[\w-]+",
    ),
    (
        0.7,
        r"^interface Ethernet\d+(?:/\d+)*(?:\.\d+)?\s*\n(?:\s+.*\n)*?\s+(?:switchport|no switchport)",
    ),
    (0.65, r"^mac access-list (?!extended)\S+\s*$"),
    (0.5, r"^\s+(?:ip|ipv6|mac) access-group \S+ (?:in|out)\s*$"),
    (0.4, r"^(?:ip|ipv6) access-list (?:standard )?(?!extended)\S+\s*$"),
    (0.3, r"^interface (?:Ethernet|Vlan|Management)\d"),
)
"""Confidence and the pattern of the tell-tale line, best first."""

_OTHERS: tuple[tuple[float, str], ...] = (
    (0.9, r"^feature (?:nxapi|interface-vlan|lacp|bgp|ospf|vpc|lldp|telnet|dhcp|udld)"),
    (0.9, r"^vdc \S+ id \d"),
    (0.9, r"^!Command: show"),
    (0.8, r"^\s+(?:ip|mac|ipv6) port (?:access-group|traffic-filter) "),
    (
        0.8,
        r"^interface (?:GigabitEthernet|TenGigabitEthernet|TwentyFiveGigE|HundredGigE|Bundle-Ether)",
    ),
    (0.8, r"^ip access-list extended \S+"),
    (0.8, r"^(?:Current|Building) configuration"),
    (0.7, r"^version \d+\.\d"),
    (0.7, r"^interface port-channel\d"),
    (0.7, r"^!! IOS XR"),
    (0.7, r"^\s+(?:addrgroup|portgroup) |^object-group ip (?:address|port) "),
    (0.7, r"\baddrgroup \S+|\bportgroup \S+"),
    (0.6, r"^ipv4 access-list |^\s+switchport trunk encapsulation dot1q"),
    (0.5, r"^\s+ipv6 traffic-filter \S+ (?:in|out)"),
)
"""What speaks against EOS: how much confidence it takes away."""


def detect(text: str) -> tuple[float, str]:
    """Return confidence from 0.0 to 1.0 and a phrase naming the tell-tale line."""
    beginning = text[:MOST_CHARACTERS]
    for confidence, pattern in _SURE:
        found = re.search(pattern, beginning, re.MULTILINE)
        if found is None:
            continue
        line = found[0].strip().splitlines()[0]
        if confidence < 1.0:
            confidence = max(0.0, confidence - _against(beginning))  # noqa: PLW2901 - the same quantity
        if confidence > 0.0:
            return round(confidence, 2), f"the line {line!r} is of EOS"
        return 0.0, ""
    return 0.0, ""


def _against(text: str) -> float:
    return max(
        (weight for weight, pattern in _OTHERS if re.search(pattern, text, re.MULTILINE)),
        default=0.0,
    )
