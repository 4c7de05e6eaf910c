"""The filters under which RDMA is tried, on the bridge (ports p1 to guest a, p2 to b) or a guest.

What comes of each is not written here: the product foretells it, and RDMA shows it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    """Filters in force.

    Attributes:
        name: For the table.
        switch: Shell script for the bridge.
        a: Shell script for guest a.
        b: Shell script for guest b.
        repair: Whether the product's own snippet is then applied, and taken back.
        one_way: Whether each direction is measured on its own too.
    """

    name: str
    switch: str = ""
    a: str = ""
    b: str = ""
    repair: bool = False
    one_way: bool = False


def _nft(family, hook, *rules, policy="accept"):
    lines = "\n    ".join(rules)
    return f"""nft -f - <<'END'
table {family} f {{
  chain c {{
    type filter hook {hook} priority 0; policy {policy};
    {lines}
  }}
}}
END
"""


def _bridge(*rules, policy="accept"):
    return _nft("bridge", "forward", *rules, policy=policy)


def _call(value):
    keys = ("net.bridge.bridge-nf-call-iptables", "net.bridge.bridge-nf-call-ip6tables")
    return "".join(f"sysctl -qw {key}={value}\n" for key in keys)


_DROP = "udp dport 4791 drop"
_NEIGHBOURS = ("meta protocol arp accept", "ip6 nexthdr icmpv6 accept")

STATES = (
    State("none"),
    State("nft bridge: udp dport 4791 drop", _bridge(_DROP), repair=True),
    State("nft bridge: ether type 0x8915 drop", _bridge("ether type 0x8915 drop")),
    State("nft bridge: meta protocol ip udp dport 4791 drop", _bridge(f"meta protocol ip {_DROP}")),
    State("nft bridge: ip protocol udp, udp dport 4791 drop", _bridge(f"ip protocol udp {_DROP}")),
    State("nft bridge: ip6 nexthdr udp, udp dport 4791 drop", _bridge(f"ip6 nexthdr udp {_DROP}")),
    State("nft bridge: ether type ip, udp dport 4791 drop", _bridge(f"ether type ip {_DROP}")),
    State("nft bridge: vlan id 100, udp dport 4791 drop", _bridge(f"vlan id 100 {_DROP}")),
    State(
        "nft bridge: policy drop, neighbours and 4791 permitted",
        _bridge(*_NEIGHBOURS, "udp dport 4791 accept", policy="drop"),
    ),
    State(
        "nft bridge: policy drop, neighbours permitted",
        _bridge(*_NEIGHBOURS, policy="drop"),
        repair=True,
    ),
    State(
        "nft bridge: policy drop, only the two hosts' pairs permitted",
        _bridge(
            *_NEIGHBOURS,
            *(
                f"{ip} saddr {net}{one} {ip} daddr {net}{other} udp dport 4791 accept"
                for ip, net in (
                    ("ip", "10.88.0."),
                    ("ip6", "fd88::"),
                    ("ip", "10.88.100."),
                    ("ip6", "fd88:100::"),
                )
                for one, other in ((1, 2), (2, 1))
            ),
            policy="drop",
        ),
    ),
    State("nft bridge: arp dropped", _bridge("meta protocol arp drop")),
    State(
        "nft bridge: neighbour discovery dropped",
        _bridge("icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } drop"),
    ),
    State(
        "nft bridge: ip6 neighbour discovery dropped",
        _bridge("ip6 nexthdr icmpv6 icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } drop"),
    ),
    State("nft bridge: udp sport 4791 drop", _bridge("udp sport 4791 drop")),
    State(
        "nft bridge: udp sport 49152-65535, dport 4791 drop",
        _bridge(f"udp sport 49152-65535 {_DROP}"),
    ),
    State("nft bridge: udp sport 0-49151, dport 4791 drop", _bridge(f"udp sport 0-49151 {_DROP}")),
    State("nft bridge: iifname p1, 4791 drop", _bridge(f'iifname "p1" {_DROP}'), one_way=True),
    State("nft bridge: oifname p1, 4791 drop", _bridge(f'oifname "p1" {_DROP}'), one_way=True),
    State("nft bridge: ip saddr of a, 4791 drop", _bridge(f"ip saddr 10.88.0.1 {_DROP}")),
    State(
        "nft bridge: two chains, the second drops",
        _bridge("udp dport 4791 accept")
        + _nft("bridge", "postrouting", _DROP).replace(" f ", " g "),
    ),
    State(
        "nft bridge: a set of addresses and ports",
        _bridge("ip saddr . udp dport { 10.88.0.2 . 4791, 10.88.100.2 . 4791 } drop"),
    ),
    State(
        "nft netdev ingress p1: 4791 drop",
        _nft("netdev", 'ingress device "p1"', _DROP),
        one_way=True,
    ),
    State(
        "nft inet forward: 4791 drop, bridge-nf-call 1", _call(1) + _nft("inet", "forward", _DROP)
    ),
    State(
        "nft inet forward: 4791 drop, bridge-nf-call 0", _call(0) + _nft("inet", "forward", _DROP)
    ),
    State(
        "nft inet forward: 4791 drop, bridge-nf-call 1, also tagged",
        _call(1)
        + "sysctl -qw net.bridge.bridge-nf-filter-vlan-tagged=1\n"
        + _nft("inet", "forward", _DROP),
    ),
    State("nft inet input on the bridge: 4791 drop", _nft("inet", "input", _DROP)),
    State(
        "iptables FORWARD: 4791 DROP",
        _call(1) + "iptables -A FORWARD -p udp --dport 4791 -j DROP\n",
        repair=True,
    ),
    State(
        "ip6tables FORWARD: only tcp and icmpv6",
        _call(1)
        + "ip6tables -A FORWARD -p tcp -j ACCEPT\nip6tables -A FORWARD -p ipv6-icmp -j ACCEPT\n"
        + "ip6tables -P FORWARD DROP\n",
    ),
    State(
        "ebtables: IPv4 udp 4791 DROP",
        "ebtables -A FORWARD -p IPv4 --ip-proto udp --ip-dport 4791 -j DROP\n",
        repair=True,
    ),
    State("ebtables: 0x8915 DROP", "ebtables -A FORWARD -p 0x8915 -j DROP\n"),
    State(
        "ebtables: all of VLAN 100 DROP", "ebtables -A FORWARD -p 802_1Q --vlan-id 100 -j DROP\n"
    ),
    State("host b: nft inet input 4791 drop", b=_nft("inet", "input", _DROP), one_way=True),
    State(
        "host b: nft ip6 input policy drop, icmpv6 permitted",
        b=_nft("ip6", "input", "meta l4proto ipv6-icmp accept", policy="drop"),
    ),
    State(
        "host a: iptables OUTPUT 4791 DROP", a="iptables -A OUTPUT -p udp --dport 4791 -j DROP\n"
    ),
    State("host a: nft inet output 4791 drop", a=_nft("inet", "output", _DROP)),
)
