"""Random rule sets that reach what the reader of Linux filters claims, several tables mixed.

A rule set is a list of (restore command, text): nftables scripts, iptables and ebtables dumps.
"""

from dataclasses import dataclass, field

NFT = ("nft", "-f", "-")
IPTABLES = ("iptables-restore",)
IP6TABLES = ("ip6tables-restore",)
EBTABLES = ("ebtables-restore",)
FLUSH = "flush ruleset\n"


@dataclass
class Case:
    """One rule set for one kind of network.

    Attributes:
        kind: ``bridged`` or ``routed``.
        loads: What is loaded, in order.
        sysctls: bridge-nf-call settings of the case.
    """

    kind: str
    loads: list = field(default_factory=list)
    sysctls: dict = field(default_factory=dict)

    def text(self):
        """Return the case for a report."""
        return "\n".join(f"# {' '.join(command)}\n{text}" for command, text in self.loads)


NETS4 = ("10.77.0.0/16", "10.77.1.0/24", "10.77.0.1", "10.77.1.1", "10.0.0.0/8", "10.77.0.0/30")
NETS6 = ("fd77::/16", "fd77:1::/64", "fd77::1", "fd77:1::1", "fd00::/8")
PORTS = ("4791", "4000-5000", "4790-4791", "53", "0-4790", "4792-65535", "1-65535")
SPORTS = ("49152-65535", "0-1023", "4791", "1024-65535", "50000")


def random_case(rng, kind):
    """Return a case for a kind of network."""
    case = Case(kind)
    makers = (_nft_case, _nft_case, _iptables_case, _mixed_case)
    if kind == "bridged":
        makers = (*makers, _ebtables_case)
    rng.choice(makers)(rng, case)
    if kind == "bridged":
        on = rng.choice("01")
        case.sysctls = {
            "net/bridge/bridge-nf-call-iptables": on,
            "net/bridge/bridge-nf-call-ip6tables": rng.choice("01"),
            "net/bridge/bridge-nf-filter-vlan-tagged": rng.choice("001"),
        }
    return case


def _mixed_case(rng, case):
    _nft_case(rng, case)
    _iptables_case(rng, case)
    if case.kind == "bridged" and rng.random() < 0.5:
        _ebtables_case(rng, case)


# nftables


def _nft_case(rng, case):
    families = ["inet", "ip", "ip6", "netdev"]
    if case.kind == "bridged":
        families += ["bridge", "bridge", "bridge"]
    tables = [_nft_table(rng, rng.choice(families), n) for n in range(rng.choice((1, 1, 2, 3)))]
    case.loads.append((NFT, "\n".join(tables)))


def _nft_table(rng, family, number):
    chains, sets = [], []
    users = [f"u{n}" for n in range(rng.randrange(3))]
    sets.append(_nft_sets(rng, family))
    for at, name in enumerate(users):
        later = users[at + 1 :]
        chains.append(_nft_chain(rng, family, name, "", later))
    for base in range(rng.choice((1, 1, 2))):
        head = _nft_hook(rng, family)
        chains.append(_nft_chain(rng, family, f"c{base}", head, users))
    body = "\n".join((*sets, *chains))
    return f"table {family} t{number} {{\n{body}\n}}"


def _nft_hook(rng, family):
    policy = rng.choice(("accept", "accept", "drop"))
    if family == "netdev":
        return f'type filter hook ingress device "p1" priority {rng.randrange(5)}; policy {policy};'
    hook = rng.choice(("forward", "forward", "forward", "prerouting", "postrouting"))
    priority = rng.choice((-300, -150, -10, 0, 0, 10, 100))
    return f"type filter hook {hook} priority {priority}; policy {policy};"


def _nft_sets(rng, family):
    ports = ", ".join(rng.sample(("4791", "53", "80", "4000-4100", "5000"), 3))
    lines = [
        f"set ports {{ type inet_service; flags interval; elements = {{ {ports} }} }}",
        "set hosts { type ipv4_addr; flags interval; elements = { 10.77.0.1, 10.77.1.0/25 } }",
        (
            "map verdicts { type inet_service : verdict; "
            f"elements = {{ 4791 : {rng.choice(('accept', 'drop'))}, 53 : drop }} }}"
        ),
    ]
    return "\n".join(lines)


def _nft_chain(rng, family, name, head, users):
    rules = [_nft_rule(rng, family, users) for _ in range(rng.randrange(1, 7))]
    return f"chain {name} {{\n{head}\n" + "\n".join(rules) + "\n}"


def _nft_rule(rng, family, users):
    count = rng.choice((0, 1, 1, 2, 2, 3))
    matches = _compatible(rng, family, count)
    extra = "counter " if rng.random() < 0.2 else ""
    return f"{' '.join(matches)} {extra}{_nft_verdict(rng, family, users)}".strip()


def _compatible(rng, family, count):
    """Return matches that nft accepts together: one family of addresses in one rule."""
    picks = []
    version = rng.choice(("4", "6", ""))
    for _ in range(count):
        pick = _nft_match(rng, family, version)
        if pick and pick not in picks:
            picks.append(pick)
    # nft 1.0.6 lists a concatenation without the "meta protocol" before it, so a rule in which the
    # two contradict each other cannot be told from its listing.
    if any(" . " in pick for pick in picks):
        picks = [pick for pick in picks if not pick.startswith(("meta protocol", "ether type"))]
    # Nor does it list the "ether type ip" before a field of the header: see the reader's NOTES.md.
    if any(pick.startswith(("ip ", "ip6 ")) for pick in picks):
        picks = [pick for pick in picks if pick != "ether type ip"]
    return picks


def _nft_match(rng, family, version):
    choices = [_match_port, _match_port, _match_proto, _match_interface]
    if version == "4" and family != "ip6":
        choices += [_match_ip4, _match_ip4, _match_ip4_field]
    if version == "6" and family != "ip":
        choices += [_match_ip6, _match_ip6_field]
    if family in ("bridge", "netdev"):
        choices += [_match_ether, _match_ether, _match_vlan]
    return rng.choice(choices)(rng)


def _match_port(rng):
    negated = "!= " if rng.random() < 0.15 else ""
    return rng.choice(
        (
            f"udp dport {negated}{rng.choice(PORTS)}",
            f"udp dport {{ {', '.join(rng.sample(PORTS[:4], 2))} }}",
            f"udp sport {negated}{rng.choice(SPORTS)}",
            f"th dport {rng.choice(PORTS)}",
            "udp dport @ports",
            f"udp sport {rng.choice(SPORTS)} udp dport {rng.choice(PORTS)}",
            f"udp length {rng.choice(('0-60', '> 40', '< 100'))}",
        )
    )


def _match_proto(rng):
    return rng.choice(
        (
            "meta l4proto udp",
            "meta l4proto { tcp, udp }",
            "meta l4proto != udp",
            "meta protocol ip",
            "meta protocol 0x8915",
            "meta protocol { ip, ip6 }",
            "ct state established,related",
            "ct state new",
        )
    )


def _match_interface(rng):
    return rng.choice(
        ('iifname "p1"', 'iifname "p2"', 'oifname "p2"', 'iifname "p*"', 'iifname != "p1"')
    )


def _match_ip4(rng):
    negated = "!= " if rng.random() < 0.2 else ""
    side = rng.choice(("saddr", "daddr"))
    return rng.choice(
        (
            f"ip {side} {negated}{rng.choice(NETS4)}",
            f"ip {side} @hosts",
            f"ip {side} 10.77.0.1-10.77.1.1",
            f"ip {side} {{ 10.77.0.1, 10.77.1.0/24 }}",
            "ip saddr . udp dport { 10.77.0.1 . 4791, 10.77.1.1 . 4791 }",
        )
    )


def _match_ip4_field(rng):
    return rng.choice(
        (
            f"ip dscp {rng.choice(('26', '48', 'cs0', '!= 26', '{ 26, 48 }'))}",
            f"ip ecn {rng.choice(('ect0', 'not-ect', '!= ce'))}",
            f"ip ttl {rng.choice(('64', '> 10', '< 64', '1-63'))}",
            f"ip protocol {rng.choice(('udp', '!= udp', '17', 'tcp'))}",
            f"ip length {rng.choice(('> 60', '0-100', '< 80'))}",
            "ip frag-off & 0x1fff != 0",
            "ip frag-off & 0x3fff == 0",
        )
    )


def _match_ip6(rng):
    negated = "!= " if rng.random() < 0.2 else ""
    return f"ip6 {rng.choice(('saddr', 'daddr'))} {negated}{rng.choice(NETS6)}"


def _match_ip6_field(rng):
    return rng.choice(
        (
            f"ip6 dscp {rng.choice(('26', '!= 26'))}",
            f"ip6 hoplimit {rng.choice(('64', '> 10', '1-63'))}",
            f"ip6 nexthdr {rng.choice(('udp', '!= udp'))}",
        )
    )


def _match_ether(rng):
    return rng.choice(
        (
            "ether type 0x8915",
            "ether type != 0x8915",
            "ether type { 0x8915, arp }",
            "ether type ip",
            "ether saddr 02:00:00:00:00:99",
            "ether saddr != 02:00:00:00:00:99",
        )
    )


def _match_vlan(rng):
    return rng.choice(
        ("vlan id 100", "vlan id != 100", "vlan type 0x8915", "vlan id 100 vlan type 0x8915")
    )


def _nft_verdict(rng, family, users):
    verdicts = ["accept", "accept", "drop", "drop", "return", "counter", "continue"]
    if family != "netdev":
        verdicts.append("udp dport vmap @verdicts")
        verdicts.append("udp dport vmap { 4791 : drop, 53 : accept }")
    if users:
        verdicts += [f"jump {rng.choice(users)}", f"goto {rng.choice(users)}"] * 2
    if family in ("ip", "ip6", "inet"):
        verdicts.append("reject")
    return rng.choice(verdicts)


# iptables


def _iptables_case(rng, case):
    for command, six in ((IPTABLES, False), (IP6TABLES, True)):
        if rng.random() < 0.7:
            case.loads.append((command, _iptables(rng, six=six)))


def _iptables(rng, *, six):
    tables = [("filter", ("INPUT", "FORWARD", "OUTPUT"))]
    if rng.random() < 0.3:
        tables.append(("mangle", ("PREROUTING", "INPUT", "FORWARD", "OUTPUT", "POSTROUTING")))
    if rng.random() < 0.2:
        tables.append(("raw", ("PREROUTING", "OUTPUT")))
    return "".join(_iptables_table(rng, name, chains, six=six) for name, chains in tables)


def _iptables_table(rng, name, chains, *, six):
    users = [f"user{n}" for n in range(rng.randrange(3))]
    chain = "PREROUTING" if name == "raw" else "FORWARD"
    policy = rng.choice(("ACCEPT", "ACCEPT", "DROP"))
    lines = [f"*{name}"]
    lines += [f":{each} {policy if each == chain else 'ACCEPT'} [0:0]" for each in chains]
    lines += [f":{each} - [0:0]" for each in users]
    for at, each in enumerate(users):
        lines += _iptables_rules(rng, each, users[at + 1 :], six=six)
    lines += _iptables_rules(rng, chain, users, six=six)
    return "\n".join((*lines, "COMMIT", ""))


def _iptables_rules(rng, chain, users, *, six):
    rules = []
    for _ in range(rng.randrange(1, 6)):
        target = _iptables_target(rng, chain, users)
        matches = _iptables_matches(rng, six=six)
        rules.append(f"-A {chain} {matches} {target}".replace("  ", " ").strip())
    return rules


def _iptables_target(rng, chain, users):
    targets = ["-j ACCEPT", "-j ACCEPT", "-j DROP", "-j DROP", "-j RETURN", ""]
    if users:
        targets += [f"-j {rng.choice(users)}", f"-g {rng.choice(users)}"]
    return rng.choice(targets)


_IPTABLES_ANY = (
    "-i p1",
    "-i p2",
    "-o p2",
    "! -i p1",
    "-i p+",
    "-m dscp --dscp 26",
    "-m dscp ! --dscp 0x1a",
    "-m conntrack --ctstate NEW",
    "-m conntrack --ctstate ESTABLISHED,RELATED",
    '-m comment --comment "some \\"words\\" here"',
    "-m length --length 0:60",
    "-m length --length 61:1500",
)
_IPTABLES_IPV4 = (
    "-m ttl --ttl-gt 10",
    "-m ttl --ttl-lt 64",
    "-m ttl --ttl-eq 64",
    "-m iprange --src-range 10.77.0.1-10.77.1.1",
    "-f",
)


def _iptables_matches(rng, *, six):
    parts = []
    negated = "! " if rng.random() < 0.2 else ""
    if rng.random() < 0.4:
        side = rng.choice(("-s", "-d"))
        parts.append(f"{negated}{side} {rng.choice(NETS6 if six else NETS4)}")
    if rng.random() < 0.7:
        parts.append(_iptables_protocol(rng, negated))
    if rng.random() < 0.4:
        parts.append(rng.choice(_IPTABLES_ANY if six else _IPTABLES_ANY + _IPTABLES_IPV4))
    return " ".join(parts)


def _iptables_protocol(rng, negated):
    return rng.choice(
        (
            "-p udp",
            f"-p udp -m udp {negated}--dport 4791",
            f"-p udp -m udp {negated}--dport 4000:5000",
            f"-p udp -m udp --sport 49152:65535 {negated}--dport 4791",
            f"-p udp -m multiport {negated}--dports 53,4791,5000:6000",
            f"-p udp -m multiport {negated}--ports 4791",
            f"-p udp -m multiport {negated}--sports 1024:65535",
            "! -p udp",
            "-p tcp",
            f"-p udp -m udp {negated}--sport 4791",
        )
    )


# ebtables


def _ebtables_case(rng, case):
    users = [f"user{n}" for n in range(rng.randrange(2))]
    policy = rng.choice(("ACCEPT", "ACCEPT", "DROP"))
    lines = ["*filter", ":INPUT ACCEPT", f":FORWARD {policy}", ":OUTPUT ACCEPT"]
    lines += [f":{each} {rng.choice(('ACCEPT', 'DROP', 'RETURN'))}" for each in users]
    for each in users:
        lines += _ebtables_rules(rng, each, [])
    lines += _ebtables_rules(rng, "FORWARD", users)
    case.loads.append((EBTABLES, "\n".join((*lines, ""))))


def _ebtables_rules(rng, chain, users):
    targets = ["ACCEPT", "ACCEPT", "DROP", "DROP", "CONTINUE"]
    if chain != "FORWARD":
        targets.append("RETURN")
    targets += users * 2
    return [
        f"-A {chain} {_ebtables_match(rng)} -j {rng.choice(targets)}"
        for _ in range(rng.randrange(1, 6))
    ]


def _ebtables_match(rng):
    port = "-i p1 " if rng.random() < 0.2 else ""
    negated = "! " if rng.random() < 0.15 else ""
    return port + rng.choice(
        (
            f"-p {negated}0x8915",
            "-p 802_1Q --vlan-encap 0x8915",
            "-p 802_1Q --vlan-id 100",
            "-p IPv4",
            f"-p IPv4 --ip-proto udp --ip-dport {negated}4791",
            "-p IPv4 --ip-proto udp --ip-dport 4000:5000",
            f"-p IPv4 --ip-src {negated}10.77.0.0/24",
            "-p IPv4 --ip-proto udp --ip-sport 49152:65535",
            "-p IPv6 --ip6-proto udp --ip6-dport 4791",
            "-p IPv6",
            f"-s {negated}02:00:00:00:00:99",
            "",
        )
    )
