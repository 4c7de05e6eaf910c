"""Cisco IOS-XR; NOTES.md says what is known of it."""

from roce_audit.platforms.cisco_xr.commands import SESSION
from roce_audit.platforms.cisco_xr.crossing import cross
from roce_audit.platforms.cisco_xr.detect import detect
from roce_audit.platforms.cisco_xr.names import interface_name
from roce_audit.platforms.cisco_xr.reader import read
from roce_audit.platforms.cisco_xr.remedy import define_filter, permit_packets, set_mtu
from roce_audit.platforms.cisco_xr.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="cisco_xr",
    title="Cisco IOS-XR",
    aliases=("cisco_iosxr", "iosxr", "ios_xr", "xr", "cisco_xr_ssh", "cisco_xr_telnet"),
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
        "filters": "IPv4, IPv6 and ethernet-services access lists, object groups, policers",
        "where": "routed interfaces, subinterfaces, bundles, BVIs, attachment circuits",
        "repairs": "permit packets, define a filter, MTU",
        "not repaired": "packets of a policer or a guard (uRPF, MACsec, source guard)",
    },
    undecided=(
        "Object groups that are missing or empty (switch undefined_group).",
        "Outward ethernet-services lists: some platforms have none (switch l2_egress).",
        "IP lists on attachment circuits: whether they act depends on the platform.",
        "Bound ethernet-services lists that are missing or empty; lists of remarks alone.",
        "Inner tags, DEI, UDF and DF conditions; packet-length in IPv6 lists.",
        "Circuits of one bridge-domain whose tags differ inside it, or in split horizon.",
        "Inherited statements whose pattern matches a part of an interface name only.",
        "Ports with uRPF, MACsec, 802.1X, PBR or policers: a permit there is undecided.",
    ),
)
