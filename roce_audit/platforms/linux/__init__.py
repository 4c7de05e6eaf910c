"""Linux: netfilter on bridges, routers and hosts; NOTES.md says what is known of it."""

from roce_audit.platforms.linux.commands import SESSION
from roce_audit.platforms.linux.detect import detect
from roce_audit.platforms.linux.reader import read
from roce_audit.platforms.linux.remedy import permit_packets, set_mtu
from roce_audit.platforms.linux.route import route
from roce_audit.reading.platform import Platform


def _as_written(name: str) -> str:
    """Return an interface name as it is: Linux knows no short forms."""
    return name.strip()


PLATFORM = Platform(
    name="linux",
    title="Linux (netfilter)",
    aliases=("linux_ssh", "nftables", "iptables", "ebtables", "debian", "ubuntu"),
    session=SESSION,
    read=read,
    detect=detect,
    interface_name=_as_written,
    route=route,
    whole_passages=True,
    remedies={"permit_packets": permit_packets, "set_mtu": set_mtu},
    switches={
        "forwarding": ("bridged", "routed"),
        "bridge_nf_call_iptables": ("0", "1"),
        "bridge_nf_call_ip6tables": ("0", "1"),
        "bridge_nf_filter_vlan_tagged": ("0", "1"),
    },
    capabilities={
        "filters": "nftables (text, JSON, scripts), iptables, ip6tables, ebtables, ipset",
        "where": "for the host, from the host, bridged, routed, in the order of the hooks",
        "repairs": "permit packets in nftables, iptables, ip6tables and ebtables; MTU",
    },
    undecided=(
        "Marks, limits, quotas, fib, rt, socket, times, users: the capture does not tell them.",
        "NAT: the check value of RoCE v2 covers addresses and ports.",
        "Bridged packets in ip and inet tables, unless the bridge-nf-call settings are captured.",
        "Filters of tc, XDP and hardware.",
    ),
)
