"""NVIDIA Cumulus Linux; NOTES.md says what is known of it."""

from roce_audit.platforms.cumulus_linux.commands import SESSION
from roce_audit.platforms.cumulus_linux.detect import detect
from roce_audit.platforms.cumulus_linux.names import interface_name
from roce_audit.platforms.cumulus_linux.reader import read
from roce_audit.platforms.cumulus_linux.remedy import define_filter, permit_packets, set_mtu
from roce_audit.platforms.cumulus_linux.route import route
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="cumulus_linux",
    title="NVIDIA Cumulus Linux",
    aliases=(
        "cumulus",
        "cumulus_nvue",
        "cumulus_nclu",
        "cumulus_concatenated",
        "cumulus_vx",
        "nvidia_cumulus",
        "nvue",
        "nclu",
        "cumulus_linux_ssh",
    ),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=interface_name,
    route=route,
    remedies={
        "permit_packets": permit_packets,
        "define_filter": define_filter,
        "set_mtu": set_mtu,
    },
    switches={
        "mac_after_ip": ("skipped", "met"),
        "undefined_acl": ("permit", "deny"),
    },
    capabilities={
        "filters": "NVUE lists (JSON, YAML, commands), policy.d: iptables, ip6tables, ebtables",
        "where": "ports, bonds, SVIs, in the order of the hardware's lookup",
        "repairs": "permit packets by NVUE or by a file of policy.d, define an empty list, MTU",
        "not repaired": "lists without room below the dropping rule; lists that do not exist",
    },
    undecided=(
        "Rates (police), mirrors (span, erspan), connections, flags: the hardware's part is open.",
        "Rules that hardware does not take: inverted matches, RETURN, jumps, a bare DROP, -P DROP.",
        "Several lists on one port and direction, where their order matters.",
        "IP packets that mangle permits and ebtables drops (switch mac_after_ip).",
        "Lists that are bound and not in the capture (switch undefined_acl).",
        "Rules for members of a bond; lists bound outwards with ranges of ports.",
        "Access lists of NCLU, and the columns of cl-acltool -L.",
        "Ports with port security, 802.1X or storm control.",
    ),
)
