"""Cisco NX-OS; NOTES.md says what is known of it."""

from roce_audit.platforms.cisco_nxos.commands import SESSION
from roce_audit.platforms.cisco_nxos.detection import detect
from roce_audit.platforms.cisco_nxos.names import interface_name
from roce_audit.platforms.cisco_nxos.reader import read
from roce_audit.platforms.cisco_nxos.remedy import define_filter, permit_packets
from roce_audit.platforms.cisco_nxos.remedy_mtu import set_mtu
from roce_audit.platforms.cisco_nxos.undecided import UNDECIDED
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="cisco_nxos",
    title="Cisco NX-OS",
    aliases=("nxos", "nexus", "cisco_nexus", "nxos_ssh"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=interface_name,
    remedies={
        "permit_packets": permit_packets,
        "define_filter": define_filter,
        "set_mtu": set_mtu,
    },
    switches={
        "default_port_mode": ("switched", "routed"),
        "vlan_map_other": ("dropped", "forwarded"),
        "undefined_group": ("nothing", "everything"),
        "undefined_mac": ("permit", "deny"),
        "egress_port_filter": ("acts", "ignored"),
        "implicit_nd": ("permitted", "dropped"),
    },
    capabilities={
        "filters": "IPv4, IPv6 and MAC access lists, object groups, VLAN maps, policers",
        "where": "layer-2 ports, routed ports, subinterfaces, SVIs, VLANs",
        "repairs": "permit packets, define a filter, MTU",
        "not repaired": "IP packets in MAC lists; RoCE v1 in VLAN maps without a MAC clause",
    },
    undecided=UNDECIDED,
)
