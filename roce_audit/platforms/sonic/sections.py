"""Tables of CONFIG_DB that the audit owns, and which of their fields matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_L3_READ = frozenset({"vrf_name", "ipv6_use_link_local_only"})
_L3_HARMLESS = frozenset(
    {
        "nat_zone",
        "mpls",
        "mac_addr",
        "proxy_arp",
        "grat_arp",
        "scope",
        "family",
        "secondary",
        "loopback_action",
        "vnet_name",
    }
)
_PORT_HARMLESS = frozenset(
    {
        "adv_interface_types",
        "adv_speeds",
        "asic_port_name",
        "autoneg",
        "cable_length",
        "core_id",
        "core_port_id",
        "description",
        "dhcp_rate_limit",
        "dom_polling",
        "fec",
        "index",
        "interface_type",
        "laser_freq",
        "lanes",
        "link_training",
        "macsec",
        "media_type",
        "mode",
        "num_voq",
        "override_unreliable_los",
        "parent_port",
        "pfc_asym",
        "preemphasis",
        "pt_intf_id",
        "pt_timestamp_template",
        "role",
        "speed",
        "subport",
        "tpid",
        "tx_power",
        "valid_speeds",
    }
)
_LAG_HARMLESS = frozenset(
    {
        "description",
        "fallback",
        "fast_rate",
        "graceful_shutdown_mode",
        "lacp_key",
        "min_links",
        "mode",
        "static",
        "tpid",
    }
)
_VLAN_HARMLESS = frozenset(
    {
        "autostate",
        "description",
        "dhcp_servers",
        "dhcpv6_servers",
        "host_ifname",
        "mac",
        "members",
    }
)
READ: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "PORT": (frozenset({"admin_status", "alias", "mtu"}), _PORT_HARMLESS),
    "PORTCHANNEL": (frozenset({"admin_status", "members", "mtu"}), _LAG_HARMLESS),
    "PORTCHANNEL_MEMBER": (frozenset(), frozenset()),
    "VLAN": (frozenset({"admin_status", "mtu", "vlanid"}), _VLAN_HARMLESS),
    "VLAN_MEMBER": (frozenset({"tagging_mode"}), frozenset()),
    "INTERFACE": (_L3_READ, _L3_HARMLESS),
    "PORTCHANNEL_INTERFACE": (_L3_READ, _L3_HARMLESS),
    "VLAN_INTERFACE": (_L3_READ, _L3_HARMLESS),
    "VLAN_SUB_INTERFACE": (_L3_READ | {"admin_status", "vlan", "mtu"}, _L3_HARMLESS),
}
"""Fields that are read and fields without effect, by table."""
NO_EFFECT = frozenset(
    {
        "LOOPBACK_INTERFACE",
        "MGMT_INTERFACE",
        "MGMT_PORT",
        "MIRROR_SESSION",
        "POLICER",
        "PFC_WD",
        "PORT_STORM_CONTROL",
        "PORT_QOS_MAP",
        "QUEUE",
        "SCHEDULER",
        "WRED_PROFILE",
        "BUFFER_PG",
        "BUFFER_POOL",
        "BUFFER_PROFILE",
        "BUFFER_QUEUE",
        "BUFFER_PORT_INGRESS_PROFILE_LIST",
        "BUFFER_PORT_EGRESS_PROFILE_LIST",
        "CABLE_LENGTH",
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
        "LOSSLESS_TRAFFIC_PATTERN",
        "DSCP_TO_TC_MAP",
        "DOT1P_TO_TC_MAP",
        "MPLS_TC_TO_TC_MAP",
        "TC_TO_QUEUE_MAP",
        "TC_TO_DSCP_MAP",
        "TC_TO_PRIORITY_GROUP_MAP",
        "MAP_PFC_PRIORITY_TO_QUEUE",
        "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
        "PFC_PRIORITY_TO_QUEUE_MAP",
    }
)
"""Tables of ports and QoS that drop nothing that a filter verdict speaks of."""
VLAN_KEYED = frozenset({"VLAN", "VLAN_MEMBER", "VLAN_INTERFACE"})
PAIRS = frozenset({"VLAN_MEMBER", "PORTCHANNEL_MEMBER"})
FILTERS = ("ACL_TABLE", "ACL_RULE", "ACL_TABLE_TYPE")
HAZARDS = ("MUX_CABLE", "MCLAG_DOMAIN", "MCLAG_INTERFACE", "POLICY_BINDING_TABLE")
