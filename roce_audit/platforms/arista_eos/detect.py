"""How sure it is that a text is EOS, and by which line."""

from __future__ import annotations

import re

MOST_CHARACTERS = 400_000
"""Beginning of the text that is looked at."""

_SURE: tuple[tuple[float, str], ...] = (
    (1.0, r"^! device: \S+ \([^)\n]*EOS-\d"),
    (1.0, r"^!RANCID-CONTENT-TYPE: arista"),
    (1.0, r"^! boot system flash:/+EOS"),
    (0.95, r"^ *Arista (?:DCS|vEOS|cEOS|CCS)"),
    (0.95, r"^daemon TerminAttr"),
    (0.9, r"^service routing protocols model "),
    (0.9, r"^transceiver qsfp default-mode "),
    (0.9, r"^management api (?:http-commands|gnmi)"),
    (0.9, r"^[Tt]raffic-policies *$"),
    (0.9, r"^(?:IP|IPv6|MAC) Access List \S+"),
    (0.85, r"^ +permit response traffic nat *$"),
    (0.85, r"^interface Port-Channel\d"),
    (0.8, r"^ +traffic-policy (?:input|output) \S+"),
    (0.75, r"^! Command: show "),
    (0.75, r"^ +counters per-entry *$"),
    (0.45, r"^mac access-list (?!extended)\S+ *$"),
    (0.7, r"^interface Management\d"),
    (0.6, r"^ {3}(?:(?:no )?switchport|\d+ (?:permit|deny|remark) )"),
    (0.6, r"^ {3}(?:description |ip address \d+\.\d+\.\d+\.\d+/)"),
    (0.6, r"^ +(?:\d+ )?(?:permit|deny) (?:tcp|udp) .*\bn?eq \d+ \d+\b(?!\.)"),
    (0.5, r"^ +(?:ip|ipv6|mac) access-group \S+ (?:in|out) *$"),
    (0.4, r"^(?:ip|ipv6) access-list (?:standard )?(?!extended)\S+ *$"),
    (0.3, r"^interface (?:Ethernet|Vlan)\d"),
)
"""Confidence and the pattern of the tell-tale line, best first. EOS indents by three blanks."""

_OTHERS: tuple[tuple[float, str], ...] = (
    (0.9, r"^feature [a-z]"),
    (0.9, r"^vdc \S+ id \d"),
    (0.9, r"^!Command: show"),
    (0.8, r"^ +(?:ip|mac|ipv6) port (?:access-group|traffic-filter) "),
    (0.8, r"^interface (?:(?:Ten)?GigabitEthernet|TwentyFiveGigE|HundredGigE|Bundle-Ether)"),
    (0.8, r"^(?:ip|mac) access-list extended \S+|^ *access-list \d+ "),
    (0.5, r"^(?:IP access list|IPV4 ACL|Extended IP access list|Standard IP access list) "),
    (0.8, r"^(?:Current|Building) configuration"),
    (0.7, r"^version \d+\.\d"),
    (0.7, r"^interface (?:port-channel|mgmt|ethernet)\d"),
    (0.7, r"^!! IOS XR"),
    (0.7, r"^object-group |\b(?:addrgroup|portgroup|object-group) \S"),
    (0.6, r"^ipv4 access-list |^ +switchport trunk encapsulation dot1q"),
    (0.5, r"^ +ipv6 traffic-filter \S+ (?:in|out)"),
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
