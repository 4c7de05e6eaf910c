"""Juniper Junos: QFX and EX switches first; see NOTES.md."""

from __future__ import annotations

from roce_audit.platforms.juniper_junos.commands import SESSION
from roce_audit.platforms.juniper_junos.detect import detect
from roce_audit.platforms.juniper_junos.other_remedies import define_filter, set_mtu
from roce_audit.platforms.juniper_junos.port_names import interface_name
from roce_audit.platforms.juniper_junos.reader import NAME, read
from roce_audit.platforms.juniper_junos.remedy import permit_packets
from roce_audit.platforms.juniper_junos.routes import route
from roce_audit.platforms.juniper_junos.settings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name=NAME,
    title="Juniper Junos",
    aliases=("juniper", "junos", "juniper_screenos_junos"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=interface_name,
    route=route,
    remedies={
        "permit_packets": permit_packets,
        "set_mtu": set_mtu,
        "define_filter": define_filter,
    },
    switches=SWITCHES,
    capabilities={
        "formats": "braces and set commands, groups, sessions with prompts, changes as commands",
        "filters": "inet, inet6, layer 2 and any; lists of filters; prefix lists with apply-path",
        "where": "ports, VLANs, IRBs, routed ports and units, aggregates, forwarding tables",
        "repairs": "permit packets (in a group if the filter stands there), define a filter, MTU",
        "not repaired": "family inet mtu, MTUs above 9216, terms of included filters",
    },
    undecided=(
        "A policer that discards: packets above its rate are dropped.",
        "A filter without terms, and a binding to a filter that is not there.",
        "prefix-list P except without any other address in the term.",
        "Output filters of bridged ports, for packets that the switch routes.",
        "IPv6 at IP conditions of layer-2 filters on switches of the older layer-2 software.",
        "user-vlan-id and user-vlan-1p-priority, for frames with one tag.",
        "Source guards, MAC limits, private VLANs, rpf-check, security zones: they may drop.",
    ),
)
