"""How sure it is that a text is of IOS-XR, and by which line."""

from __future__ import annotations

from roce_audit.reading.telltale import telltale

_SURE: tuple[tuple[float, str], ...] = (
    (1.0, r"^!! ?IOS XR"),
    (1.0, r"^Cisco IOS XR Software"),
    (1.0, r"^!RANCID-CONTENT-TYPE: cisco-xr"),
    (0.98, r"^(?:RP|0)/(?:0|RS?P\d)[\w/]*:\S+[#>]"),
    (0.98, r"^ethernet-services access-list \S+"),
    (0.97, r"^object-group (?:network ipv[46]|port) \S+"),
    (0.97, r"^ +ipv[46] access-group (?:common )?\S+(?: \S+)? (?:ingress|egress)\b"),
    (0.97, r"^interface \S+ ?(?:.*)ipv[46] access-group \S+ (?:ingress|egress)\b"),
    (0.97, r"^ +ethernet-services access-group \S+ (?:ingress|egress)\b"),
    (0.96, r"^ipv4 access-list \S+"),
    (0.95, r"^interface (?:preconfigure )?(?:Bundle-Ether|MgmtEth)\d"),
    (0.95, r"^interface (?:preconfigure )?\w+(?:GigE|Ethernet)\d+/\w+/\w+/\d+"),
    (0.95, r"^interface \S+ l2transport"),
    (0.9, r"^ +bundle id \d+ mode "),
    (0.9, r"^route-policy \S+|^end-policy|^prefix-set \S+"),
    (0.85, r"^l2vpn *$|^end-group *$"),
    (0.8, r"^ +ipv4 address \d+\.\d+\.\d+\.\d+[ /]"),
    (0.7, r"^ *(?:\d+ )?(?:permit|deny) ipv4 (?:any|host|\d)"),
    (0.65, r"^ *(?:\d+ )?(?:permit|deny) .*\b(?:net-group|port-group) \S+"),
)
"""Confidence and the pattern of the tell-tale line, best first."""

_OTHERS: tuple[tuple[float, str], ...] = (
    (1.0, r"^Cisco Nexus|Cisco NX-OS|^Arista |^! device: \S+ \(|Comware Software|\bRGOS\b"),
    (1.0, r"^Cisco IOS(?:[ -]XE)? Software|^boot system stack-unit"),
    (0.9, r"^feature [a-z]|^vdc \S+ id \d|^!Command: show|^ *sysname \S"),
    (0.9, r"^ip access-list |^mac access-list |^ +switchport "),
    (0.9, r"^ *ip access-group |^ip name-server|^aaa authentication-server"),
)
"""What speaks against it: how much confidence it takes away."""


def detect(text: str) -> tuple[float, str]:
    """Return confidence from 0.0 to 1.0 and a phrase naming the tell-tale line."""
    return telltale(text, _SURE, _OTHERS, "IOS-XR")
