"""Random dumps of ebtables."""


def ebtables_dump(rng, case):
    """Return a dump of the filter table, now and then with one of the nat table before it."""
    tables = []
    if rng.random() < 0.2:
        chain = {"INPUT": "PREROUTING", "OUTPUT": "OUTPUT"}.get(case.chain)
        chain = chain or rng.choice(("PREROUTING", "POSTROUTING"))
        tables.append(_table(rng, "nat", ("PREROUTING", "OUTPUT", "POSTROUTING"), chain))
    tables.append(_table(rng, "filter", ("INPUT", "FORWARD", "OUTPUT"), case.chain))
    return "\n".join((*tables, ""))


def _table(rng, name, chains, main):
    users = [f"user{n}" for n in range(rng.randrange(2))]
    policy = rng.choice(("ACCEPT", "ACCEPT", "DROP"))
    lines = [f"*{name}"]
    lines += [f":{each} {policy if each == main else 'ACCEPT'}" for each in chains]
    lines += [f":{each} {rng.choice(('ACCEPT', 'DROP', 'RETURN'))}" for each in users]
    for each in users:
        lines += _rules(rng, each, main, [])
    lines += _rules(rng, main, main, users)
    return "\n".join(lines)


def _rules(rng, chain, hook, users):
    targets = ["ACCEPT", "ACCEPT", "DROP", "DROP", "CONTINUE"]
    targets.append("mark --mark-set 0x7 --mark-target CONTINUE")
    if chain != hook:
        targets.append("RETURN")
    targets += users * 3
    return [
        f"-A {chain} {_match(rng, hook)} -j {rng.choice(targets)}"
        for _ in range(rng.randrange(1, 6))
    ]


def _match(rng, hook):
    port = rng.choice(_ports(hook)) if rng.random() < 0.2 else ""
    negated = "! " if rng.random() < 0.15 else ""
    return port + rng.choice(
        (
            f"-p {negated}0x8915",
            "-p 802_1Q --vlan-encap 0x8915",
            "-p 802_1Q --vlan-id 100",
            f"-p 802_1Q --vlan-id {negated}100",
            "-p 802_1Q",
            "-p IPv4",
            f"-p IPv4 --ip-proto udp --ip-dport {negated}4791",
            "-p IPv4 --ip-proto udp --ip-dport 4000:5000",
            f"-p IPv4 --ip-src {negated}10.77.0.0/24",
            f"-p IPv4 --ip-dst {negated}10.77.0.2",
            "-p IPv4 --ip-proto udp --ip-sport 49152:65535",
            f"-p IPv4 --ip-proto {negated}udp",
            "-p IPv4 --ip-tos 0x00",
            "-p IPv6 --ip6-proto udp --ip6-dport 4791",
            f"-p IPv6 --ip6-src {negated}fd77::/64",
            "-p IPv6 --ip6-proto udp --ip6-sport 1024:65535",
            "-p IPv6",
            f"-s {negated}02:00:00:00:00:99",
            f"-d {negated}02:00:00:00:00:99",
            "-d Multicast",
            "--pkttype-type otherhost",
            "--pkttype-type host",
            "",
        )
    )


def _ports(hook):
    entrance = ("-i p1 ", "-i ! p1 ", "-i p2 ", "--logical-in br0 ")
    exit_ = ("-o p2 ", "-o ! p2 ", "-o p1 ", "--logical-out br0 ")
    if hook in {"OUTPUT", "POSTROUTING"}:
        return exit_
    return entrance if hook in {"INPUT", "PREROUTING"} else entrance + exit_
