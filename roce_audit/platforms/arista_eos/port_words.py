"""Interface statements that touch no verdict.

They describe, watch, signal, or shape what is sent; none decides whether a frame passes. Taken
from AVD's interface templates (S63 of the fact sheet) and the samples S58.
"""

from __future__ import annotations

QUIET = frozenset(
    [
        "arp",
        "autostate",
        "bandwidth",
        "bfd",
        "bgp",
        "cfm",
        "comment",
        "dcbx",
        "delay",
        "description",
        "dhcp",
        "error-correction",
        "evpn",
        "exit",
        "flow",
        "flowcontrol",
        "forwarding",
        "hardware",
        "isis",
        "l2-protocol",
        "lacp",
        "link",
        "lldp",
        "load-interval",
        "logging",
        "metric-profile",
        "mlag",
        "monitor",
        "mpls",
        "msrp",
        "multicast",
        "mvrp",
        "negotiation",
        "ntp",
        "ospf",
        "ospfv3",
        "phy",
        "pim",
        "poe",
        "port-channel",
        "priority-flow-control",
        "ptp",
        "pvst",
        "qos",
        "queue-monitor",
        "service-profile",
        "sflow",
        "shape",
        "show",
        "snmp",
        "spanning-tree",
        "speed",
        "sync-e",
        "tcp",
        "traffic-engineering",
        "traffic-loopback",
        "transceiver",
        "tunnel",
        "tx-queue",
        "uc-tx-queue",
        "mc-tx-queue",
        "vmtracer",
        "vrrp",
        "vxlan",
    ]
)
"""First words."""

QUIET_IP = frozenset(
    [
        "attached-host",
        "dhcp",
        "directed-broadcast",
        "flow",
        "helper-address",
        "icmp",
        "igmp",
        "ip-address",
        "load-sharing",
        "local-proxy-arp",
        "multicast",
        "ospf",
        "pim",
        "proxy-arp",
        "rip",
        "virtual-router",
    ]
)
"""Second words behind ``ip``."""

QUIET_IPV6 = frozenset(
    [
        "attached-host",
        "dhcp",
        "flow",
        "helper-address",
        "icmp",
        "mld",
        "multicast",
        "nd",
        "ospf",
        "pim",
        "virtual-router",
    ]
)
"""Second words behind ``ipv6``."""

QUIET_SWITCHPORT = frozenset(
    ["backup", "backup-link", "phone", "source-interface", "default-interface", "mac"]
)
"""Second words behind ``switchport``; topology and signalling, not filtering."""
