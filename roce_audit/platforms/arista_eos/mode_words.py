"""Which commands belong to which mode: for text that lost its indentation."""

LIST_WORDS = frozenset(
    {"permit", "deny", "remark", "counters", "statistics", "fragment-rules", "resequence", "abort"}
)
PORT_WORDS = frozenset(
    [
        "channel-group",
        "description",
        "dot1x",
        "encapsulation",
        "l2",
        "load-interval",
        "mtu",
        "service-policy",
        "service-profile",
        "shutdown",
        "speed",
        "storm-control",
        "switchport",
    ]
)
"""Commands that exist in interface mode alone."""
PORT_PAIRS = frozenset(
    {
        ("address", "locking"),
        ("ip", "access-group"),
        ("ip", "address"),
        ("ip", "verify"),
        ("ipv6", "access-group"),
        ("ipv6", "address"),
        ("ipv6", "enable"),
        ("ipv6", "verify"),
        ("mac", "access-group"),
        ("traffic-policy", "input"),
        ("traffic-policy", "output"),
        ("vlan", "id"),
    }
)
MATCH_WORDS = frozenset({"source", "destination", "protocol", "ttl", "dscp", "fragment", "actions"})
ACTION_WORDS = frozenset({"drop", "count", "set", "police", "log", "redirect"})
VLAN_WORDS = frozenset({"name", "state", "trunk", "private-vlan"})
TRANSPARENT = frozenset(
    [
        "arp",
        "bfd",
        "ip",
        "ipv6",
        "lacp",
        "lldp",
        "logging",
        "mac",
        "mlag",
        "no",
        "default",
        "priority-flow-control",
        "ptp",
        "qos",
        "sflow",
        "snmp",
        "spanning-tree",
        "tx-queue",
        "vrf",
    ]
)
"""Commands of interface mode that exist outside too: they do not end a block of it."""
