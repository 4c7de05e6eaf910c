"""Arista EOS: switches and routers of the 7000 series, vEOS, cEOS.

What is known, what is only remembered and what stays open is in ``NOTES.md``.
"""

from roce_audit.platforms.arista_eos.commands import SESSION
from roce_audit.platforms.arista_eos.detect import detect
from roce_audit.platforms.arista_eos.names import full_name
from roce_audit.platforms.arista_eos.reader import read
from roce_audit.platforms.arista_eos.remedy import define_filter, permit_packets, set_mtu
from roce_audit.platforms.arista_eos.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="arista_eos",
    title="Arista EOS",
    aliases=("arista", "eos", "arista_eos_ssh", "arista_eos_telnet"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=full_name,
    remedies={
        "permit_packets": permit_packets,
        "define_filter": define_filter,
        "set_mtu": set_mtu,
    },
    switches=SWITCHES,
    capabilities={
        "IPv4 and IPv6 access lists": "all forms, standard lists too",
        "MAC access lists": "EtherTypes, masks; they see IP and non-IP packets",
        "traffic policies": "matches, field sets, drop; policers are undecided",
        "bindings": "Ethernet, Port-Channel, subinterface, Vlan; in and out",
        "repairs": "permit packets, define a missing list, MTU",
        "not repaired": "ND and RoCE v1 in traffic policies, MTU of ports without l2 mtu",
    },
    undecided=(
        "A list without a line: no document says what it does (switch empty_acl).",
        "VLAN masks: documents contradict each other on their polarity (switch vlan_mask).",
        "MAC lists bound outwards: they need a TCAM profile (switch egress_mac_acl).",
        (
            "An access list and a traffic policy on one port: whether both act depends on the TCAM "
            "profile (switch acl_with_traffic_policy)."
        ),
        "IPv6 neighbour discovery at the end of a list (switch ipv6_nd).",
        "Lines with tracked, nexthop-group, vlan inner, and NAT responses.",
        (
            "Ports with storm-control all, port-security, 802.1X, uRPF, address locking, private "
            "VLANs, VLAN translation or policers: a permit there is undecided."
        ),
    ),
)
