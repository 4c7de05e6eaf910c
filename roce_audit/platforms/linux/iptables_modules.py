"""Modules and targets of iptables: which can be judged, and what the others hang on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.linux.chains import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

CLEAR = frozenset(
    [
        "tcp",
        "udp",
        "icmp",
        "icmp6",
        "icmpv6",
        "sctp",
        "dccp",
        "udplite",
        "multiport",
        "iprange",
        "set",
        "conntrack",
        "state",
        "comment",
        "dscp",
        "tos",
        "ttl",
        "hl",
        "length",
        "mac",
        "addrtype",
        "pkttype",
        "physdev",
        "ecn",
    ]
)
"""Modules whose options are read one by one."""

OPEN: Mapping[str, str] = {
    "limit": "a limited rate",
    "hashlimit": "a limited rate",
    "connlimit": "the number of connections",
    "connbytes": "what a connection has carried",
    "quota": "a used-up amount of data",
    "recent": "what was seen recently",
    "statistic": "chance (statistic)",
    "u32": "bytes of the packet (u32)",
    "string": "the payload of the packet (string)",
    "bpf": "a program (bpf)",
    "time": "the time of day",
    "owner": "who sends the packet (owner)",
    "mark": "the packet's mark",
    "connmark": "the connection's mark",
    "connlabel": "the connection's label",
    "helper": "a helper of connection tracking",
    "realm": "the routing table (realm)",
    "rpfilter": "the routing table (rpfilter)",
    "policy": "IPsec (policy)",
    "socket": "the socket of the packet",
    "cgroup": "the control group of the sender",
    "cpu": "the processor at work",
    "cluster": "other machines (cluster)",
    "devgroup": "the group of an interface",
    "rateest": "an estimated rate",
    "ipvs": "the load balancer (ipvs)",
    "osf": "the sender's system (osf)",
    "nfacct": "",
    "ipv6header": "extension headers",
    "frag": "extension headers",
    "hbh": "extension headers",
    "dst": "extension headers",
    "rt": "extension headers",
    "mh": "extension headers",
    "ah": "",
    "esp": "",
    "ipcomp": "",
    "eui64": "the sender's MAC address (eui64)",
    "l2tp": "the payload of the packet (l2tp)",
}
"""Modules that ask what the capture does not tell, and what that is."""

PLAIN = {"ACCEPT": Verdict.ACCEPT, "DROP": Verdict.DROP, "RETURN": Verdict.RETURN} | {
    "REJECT": Verdict.DROP
}
_CHANGED = "a rule that rewrites addresses: the check value of RoCE v2 no longer fits"
OPEN_ENDS: Mapping[str, str] = {
    **dict.fromkeys(("DNAT", "SNAT", "MASQUERADE", "REDIRECT", "NETMAP", "FULLCONENAT"), _CHANGED),
    "NFQUEUE": "a program that judges the packets (NFQUEUE)",
    "QUEUE": "a program that judges the packets (QUEUE)",
    "TPROXY": "a local proxy that takes the packets (TPROXY)",
    "SYNPROXY": "a proxy for connections (SYNPROXY)",
    "CLUSTERIP": "other machines (CLUSTERIP)",
    "TARPIT": "a trap for connections (TARPIT)",
}
HARMLESS = frozenset(
    [
        "LOG",
        "NFLOG",
        "ULOG",
        "MARK",
        "CONNMARK",
        "DSCP",
        "TOS",
        "TTL",
        "HL",
        "ECN",
        "TCPMSS",
        "TCPOPTSTRIP",
        "CHECKSUM",
        "CLASSIFY",
        "TRACE",
        "AUDIT",
        "SET",
        "SECMARK",
        "CONNSECMARK",
        "IDLETIMER",
        "LED",
        "RATEEST",
        "TEE",
        "HMARK",
        "DNPT",
        "SNPT",
    ]
)
"""Targets behind which the next rule is tried."""

TCP_ONLY = frozenset(
    {"--tcp-option", "--ecn-tcp-cwr", "--ecn-tcp-ece", "--dccp-types"} | {"--dccp-option", "--syn"}
)
TWO_WORDS = frozenset({"--tcp-flags", "--chunk-types"})
UNKNOWN_HERE = ("--ct", "--src-type", "--limit-iface", "--packets-", "--bytes-")
STATES = frozenset({"NEW", "ESTABLISHED", "RELATED", "INVALID", "UNTRACKED", "SNAT", "DNAT"})
