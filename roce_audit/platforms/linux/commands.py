"""How a Linux machine is asked, and what its answers look like."""

from __future__ import annotations

from roce_audit.reading.platform import Command, Session

_SETTINGS = (
    "net.bridge.bridge-nf-call-iptables",
    "net.bridge.bridge-nf-call-ip6tables",
    "net.bridge.bridge-nf-filter-vlan-tagged",
    "net.ipv4.ip_forward",
    "net.ipv6.conf.all.forwarding",
)


def _filters(text: str, feeds: str) -> Command:
    """Return a command that is refused or right: a tool that is not there has set no filter."""
    return Command(text, feeds, may_be_empty=True, may_be_missing=True)


SESSION = Session(
    netmiko_type="linux",
    commands=(
        Command(
            "nft --debug=netlink list ruleset",
            "which EtherType rules of nftables look at, which their listing leaves out",
            role="state",
            required=False,
        ),
        _filters("nft -a list ruleset", "tables of nftables"),
        _filters("iptables-save", "IPv4 tables of iptables"),
        _filters("ip6tables-save", "IPv6 tables of iptables"),
        _filters("iptables-legacy-save", "IPv4 tables of the old back end"),
        _filters("ip6tables-legacy-save", "IPv6 tables of the old back end"),
        _filters("ebtables-save", "tables of ebtables"),
        _filters("ipset save", "sets that iptables uses"),
        Command(
            "ip -j -d addr show",
            "bridges, ports, VLAN interfaces, addresses, MTU",
            role="state",
            required=False,
        ),
        Command("bridge -j vlan show", "VLANs of bridge ports", role="state", required=False),
        Command("bridge -j -d link show", "state of bridge ports", role="state", required=False),
        Command(
            f"sysctl {' '.join(_SETTINGS)}",
            "whether bridged packets meet IP filters, whether packets are routed",
            role="state",
            required=False,
        ),
    ),
    allowed=(
        r"nft (?:-[ajnst]+ |--debug=netlink )*list (?:ruleset|tables|chains|table [\w.-]+ [\w.-]+)",
        r"(?:ip6?tables|ebtables)(?:-legacy|-nft)?-save(?: -c)?",
        r"ipset save",
        r"ip (?:-[jd] )*(?:addr|link|route|rule|neigh) show",
        r"bridge (?:-[jd] )*(?:vlan|link|fdb) show",
        r"sysctl(?: net\.[\w.-]+)+",
        r"tc (?:-j )?(?:qdisc|filter) show(?: dev [\w.@:-]+)?(?: ingress| egress)?",
    ),
    refusals=(
        r"(?i)operation not permitted",
        r"(?i)permission denied",
        r"(?i)you must be root",
        r"(?i)a password is required",
    ),
    unknown=(r"(?i)command not found", r"(?i): not found", r"(?i)no such file or directory"),
    interfaces="",
)
