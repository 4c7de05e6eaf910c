"""How sure it is that a text is of IOS or IOS-XE, and by which line."""

from __future__ import annotations

from roce_audit.reading.telltale import telltale

_SURE: tuple[tuple[float, str], ...] = (
    (1.0, r"^!? ?Cisco IOS(?:[ -]XE)? Software"),
    (1.0, r"^! (?:Image: Software|Chassis type): \S*(?:IOSXE|C9|CAT)"),
    (0.95, r"^(?:Extended|Standard) IP access list \S+"),
    (0.95, r"^Extended MAC access list \S+"),
    (0.95, r"^switch \d+ provision \S+"),
    (0.9, r"^(?:boot-start-marker|service timestamps (?:debug|log) (?:datetime|uptime))"),
    (0.9, r"^Current configuration : \d+ bytes"),
    (0.9, r"^ip access-list resequence \S+ \d+ \d+"),
    (0.85, r"^interface (?:range )?(?:Twe|Ten|Two|Five|Forty)?(?:GigabitEthernet|GigE)\d+/\d+/\d+"),
    (0.85, r"^mac access-list extended \S+"),
    (0.85, r"^ +permit any any 0x[0-9A-Fa-f]+ 0x[0-9A-Fa-f]+ *$"),
    (0.8, r"^object-group (?:v6-)?(?:network|service) \S+ *$"),
    (0.8, r"^ip access-list (?:extended|standard) \S+"),
    (0.8, r"^interface (?:range )?\w*(?:GigabitEthernet|FastEthernet|GigE) ?\d"),
    (0.75, r"^access-list (?:1\d\d|[1-9]\d?|1[3-9]\d\d|2[0-6]\d\d) (?:permit|deny|remark) "),
    (0.75, r"^version 1[0-9]\.\d"),
    (0.7, r"^IPv6 access list \S+"),
    (0.7, r"^ +(?:sequence \d+ )?(?:permit|deny) .* sequence \d+ *$"),
    (0.7, r"^ +sequence \d+ (?:permit|deny|remark) "),
    (0.7, r"^ +ipv6 traffic-filter \S+ (?:in|out) *$"),
    (0.65, r"^ +(?:\d+ )?(?:permit|deny) .*\bobject-group \S+"),
    (0.6, r"^ +ip address \d+\.\d+\.\d+\.\d+ \d+\.\d+\.\d+\.\d+"),
)
"""Confidence and the pattern of the tell-tale line, best first."""

_OTHERS: tuple[tuple[float, str], ...] = (
    (1.0, r"^!! IOS XR|^Cisco IOS XR Software|^Cisco Nexus|Cisco NX-OS"),
    (1.0, r"^! device: \S+ \(|^!RANCID-CONTENT-TYPE: (?!cisco)|RGOS|^version .*Bios:"),
    (1.0, r"^boot system stack-unit|^stack-unit \d|Comware Software|^ *sysname \S"),
    (0.9, r"^feature [a-z]|^vdc \S+ id \d|^!Command: show"),
    (0.9, r"^ipv4 access-list |^ +ipv4 (?:address|access-group) |^interface Bundle-Ether"),
    (0.9, r"^interface \w*(?:GigE|GigabitEthernet)\d+/\d+/\d+/\d"),
    (0.9, r"^ *(?:undo |packet-filter |port (?:link-type|default|trunk|access|hybrid) )"),
    (0.9, r"^ *traffic-filter (?:inbound|outbound) "),
    (0.9, r"^ +(?:ip|mac|ipv6) port (?:access-group|traffic-filter) "),
    (0.8, r"^ *acl (?:number|basic|advanced|name) "),
    (0.7, r"^ip access-list (?!extended|standard|resequence|log|role-based|persistent)\S+ *$"),
    (0.6, r"^interface (?:Ethernet[1-9]|ethernet\d|mgmt\d|port-channel\d|Port-Channel\d)"),
)
"""What speaks against it: how much confidence it takes away."""


def detect(text: str) -> tuple[float, str]:
    """Return confidence from 0.0 to 1.0 and a phrase naming the tell-tale line."""
    return telltale(text, _SURE, _OTHERS, "IOS")
