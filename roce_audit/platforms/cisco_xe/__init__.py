"""Cisco IOS-XE and IOS; NOTES.md says what is known of them."""

from roce_audit.platforms.cisco_xe.commands import SESSION
from roce_audit.platforms.cisco_xe.crossing import cross
from roce_audit.platforms.cisco_xe.detect import detect
from roce_audit.platforms.cisco_xe.names import interface_name
from roce_audit.platforms.cisco_xe.reader import read
from roce_audit.platforms.cisco_xe.remedy import define_filter, permit_packets, set_mtu
from roce_audit.platforms.cisco_xe.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="cisco_xe",
    title="Cisco IOS-XE and IOS",
    aliases=(
        "cisco_ios",
        "cisco_catalyst",
        "cisco_iosxe",
        "catalyst",
        "ios",
        "iosxe",
        "ios_xe",
        "cisco_xe_ssh",
        "cisco_ios_ssh",
        "cisco_ios_telnet",
        "cisco_ios_serial",
    ),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=interface_name,
    route=cross,
    remedies={
        "permit_packets": permit_packets,
        "define_filter": define_filter,
        "set_mtu": set_mtu,
    },
    switches=SWITCHES,
    capabilities={
        "filters": "IPv4, IPv6 and MAC access lists, object groups, VLAN maps, policers",
        "where": "bridged ports, routed ports, subinterfaces, SVIs, VLANs, templates",
        "repairs": "permit packets, define a filter, MTU",
        "not repaired": "packets of a policer or a guard (802.1X, source guard, zones)",
    },
    undecided=(
        "A port list and the VLAN's filters at once: does it replace them? (switch acl_precedence)",
        "MAC lists that drop IPv6 frames: are they seen? (switch mac_acl_ipv6)",
        "Lists bound outwards on bridged ports (switch egress_port_filter).",
        "Object groups that are missing or empty (switch undefined_group).",
        "Time ranges (switch time_ranges), reflexive and dynamic entries, FQDN groups.",
        "Ports that say neither bridged nor routed (switch default_port_mode).",
        "IPv6 packets and ARP at VLAN maps without a match for them.",
        (
            "Ports with unicast storm control, port security, 802.1X or MAB, source guard, uRPF, "
            "MACsec, zones, private VLANs, NAT or policers: a permit there is undecided."
        ),
    ),
)
