"""SONiC: community images; Enterprise images as far as they are alike.

What is known, what is only remembered and what stays open is in ``NOTES.md``.
"""

from roce_audit.platforms.sonic.commands import SESSION
from roce_audit.platforms.sonic.detect import detect
from roce_audit.platforms.sonic.names import full_name
from roce_audit.platforms.sonic.reader import read
from roce_audit.platforms.sonic.remedy import define_filter, permit_packets
from roce_audit.platforms.sonic.remedy_mtu import set_mtu
from roce_audit.platforms.sonic.route import route
from roce_audit.platforms.sonic.surroundings import SWITCHES
from roce_audit.reading.platform import Platform

PLATFORM = Platform(
    name="sonic",
    title="SONiC",
    aliases=(
        "sonic_ssh",
        "edgecore_sonic",
        "edgecore_sonic_ssh",
        "dell_sonic",
        "dell_sonic_ssh",
        "asterfusion_asternos",
        "asterfusion_asternos_ssh",
        "sonic_linux",
    ),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=full_name,
    route=route,
    remedies={
        "permit_packets": permit_packets,
        "define_filter": define_filter,
        "set_mtu": set_mtu,
    },
    switches=SWITCHES,
    capabilities={
        "formats": "CONFIG_DB JSON, dumps, show acl output, STATE_DB status, JSON patches",
        "tables": "L3, L3V6, L3V4V6, mirrors, own types; priorities, ranges, IP types, actions",
        "tables that do nothing": "unknown types, LAG members, L3V4V6 on most ASICs, wrong fields",
        "ports": "PORT, PortChannel, VLAN members, routed interfaces, subinterfaces",
        "acl-loader": "OpenConfig JSON, with the rules that it drops and its defaults",
        "repairs": "permit packets, rules for empty tables, MTU; as JSON patch with its inverse",
        "not repaired": "RoCE v1 and IPv4 in L3V6 tables, types that cannot say the packets",
    },
    undecided=(
        "Rules with neither ETHER_TYPE nor IP_TYPE nor an address, beyond the table's IP version.",
        "Equal priorities with different actions where the rules overlap.",
        "L3V4V6 tables where neither STATE_DB nor a name tells the ASIC (switch l3v4v6).",
        "Policers, traffic classes, BTH opcodes, AETH syndromes, metadata, tunnel fields.",
        "Own types without ACTIONS, or with small letters in their name; VLANs among the ports.",
        "Dual-ToR ports, MCLAG peer links: what they drop depends on their state.",
        "Enterprise images: ends of tables, type L2, flow-based policies (switch image).",
        "Texts that are broken, and the syntax of sonic-cli.",
    ),
)
