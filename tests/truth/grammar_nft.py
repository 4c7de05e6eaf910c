"""Random scripts of nft."""

from tests.truth.values import NETS4, NETS6, PORTS, SPORTS

HOOKS = {
    "forward": ("forward", "forward", "forward", "prerouting", "postrouting", "input"),
    "input": ("input", "input", "input", "prerouting", "forward"),
    "output": ("output", "output", "output", "postrouting", "forward"),
}


def nft_script(rng, case):
    """Return a script of one to three tables."""
    families = ["inet", "ip", "ip6", "netdev"]
    if case.bridged:
        families += ["bridge", "bridge", "bridge"]
    count = rng.choice((1, 1, 2, 3))
    script = "\n".join(_table(rng, case, rng.choice(families), n) for n in range(count))
    return script if case.form == "commands" else rng.choice(LAYOUTS)(script)


def _indented(script):
    """Return a script as people indent it, with remarks."""
    depth, lines = 0, ["# rules of the day"]
    for line in script.split("\n"):
        depth -= line.startswith("}")
        lines.append("    " * depth + line)
        depth += line.endswith("{")
    return "\n".join(lines)


def _one_line_chains(script):
    """Return a script whose chains stand in one line each."""
    lines, chain = [], []
    for line in script.split("\n"):
        if line.startswith("chain "):
            chain = [line]
        elif chain and line == "}":
            lines.append(f"{chain[0]} {'; '.join(filter(None, chain[1:]))}; }}")
            chain = []
        elif chain:
            chain.append(line.rstrip("; "))
        else:
            lines.append(line)
    return "\n".join(lines)


LAYOUTS = (str, str, _indented, _one_line_chains)


def _table(rng, case, family, number):
    users = [f"u{n}" for n in range(rng.randrange(3))]
    parts = [_sets(rng)]
    if rng.random() < 0.03:
        parts.insert(0, "flags dormant")
    for at, name in enumerate(users):
        parts.append(_chain(rng, (case, family), name, "", users[at + 1 :]))
    parts += [
        _chain(rng, (case, family), f"c{base}", _hook(rng, case, family), users)
        for base in range(rng.choice((1, 1, 2)))
    ]
    body = "\n".join(parts)
    return f"table {family} t{number} {{\n{body}\n}}"


def _hook(rng, case, family):
    policy = rng.choice(("accept", "accept", "drop"))
    if family == "netdev":
        devices, hook = _devices(rng, case)
        priority = rng.randrange(5)
        return f"type filter hook {hook} {devices} priority {priority}; policy {policy};"
    hook = rng.choice(HOOKS[case.way.at])
    priority = rng.choice((-300, -150, -10, 0, 0, 10, 100, "filter", "filter - 5"))
    return f"type filter hook {hook} priority {priority}; policy {policy};"


def _devices(rng, case):
    places = [("p1", "ingress")] if case.way.at != "output" else []
    places += [("p2", "egress")] if case.way.at != "input" else []
    if case.bridged and case.way.at != "forward":
        places.append(("br0", "ingress" if case.way.at == "input" else "egress"))
    device, hook = rng.choice(places)
    if rng.random() < 0.2:
        return f'devices = {{ "{device}", "lo" }}', hook
    return f'device "{device}"', hook


def _sets(rng):
    ports = ", ".join(rng.sample(("4791", "53", "80", "4000-4100", "5000"), 3))
    words = ("accept", "drop", "return", "continue")
    nets = f"10.77.0.0/24 : {rng.choice(words)}, 10.77.1.1 : {rng.choice(words)}"
    lines = [
        f"set ports {{ type inet_service; flags interval; elements = {{ {ports} }} }}",
        "set hosts { type ipv4_addr; flags interval; elements = { 10.77.0.1, 10.77.1.0/25 } }",
        "set hosts6 { type ipv6_addr; flags interval; elements = { fd77::1, fd77:1::/64 } }",
        (
            "set pairs { type ipv4_addr . inet_service; "
            "elements = { 10.77.0.1 . 4791, 10.77.1.1 . 4791 } }"
        ),
        (
            "set ranges { type ipv4_addr . inet_service; flags interval; "
            "elements = { 10.77.0.0/16 . 4000-4791, 10.0.0.0/8 . 53 } }"
        ),
        (
            "map verdicts { type inet_service : verdict; "
            f"elements = {{ 4791 : {rng.choice(words)}, 53 : drop }} }}"
        ),
        f"map addresses {{ type ipv4_addr : verdict; flags interval; elements = {{ {nets} }} }}",
    ]
    return "\n".join(lines)


def _chain(rng, around, name, head, users):
    rules = [_rule(rng, *around, users) for _ in range(rng.randrange(1, 7))]
    return f"chain {name} {{\n{head}\n" + "\n".join(rules) + "\n}"


def _rule(rng, case, family, users):
    count = rng.choice((0, 1, 1, 2, 2, 3))
    matches = _compatible(rng, case, family, count)
    extra = rng.choice(STATEMENTS) if rng.random() < 0.2 else ""
    comment = ' comment "a # word; { of it"' if rng.random() < 0.05 else ""
    verdict = _verdict(rng, family, users)
    if verdict.startswith("ip "):
        matches = [each for each in matches if not each.startswith(("meta protocol", "ether type"))]
    return f"{' '.join(matches)} {extra} {verdict}{comment}".strip()


STATEMENTS = ("counter", "counter", "counter", "meta mark set 7", "meta priority set 1:3")


def _compatible(rng, case, family, count):
    """Return matches that nft accepts together: one family of addresses in one rule."""
    picks = []
    version = rng.choice(("4", "6", ""))
    for _ in range(count):
        pick = _match(rng, family, version)
        if pick and pick not in picks:
            picks.append(pick)
    # nft lists fields of IP, and "reject" behind "meta nfproto", without the "meta protocol" before
    # them, so a rule in which they contradict each other cannot be told from its listing.
    if any(pick.startswith("meta nfproto") for pick in picks):
        picks = [pick for pick in picks if not pick.startswith("meta protocol")]
    words = {pick.split()[0] for pick in picks if pick.startswith(("ip ", "ip6 ", "exthdr "))}
    ip = {"ip6" if word == "exthdr" else word for word in words}
    if ip:
        meant = {f"meta protocol {word}" for word in ip}
        picks = [p for p in picks if p in meant or not p.startswith("meta protocol")]
    if not case.exact and any(pick.startswith("exthdr") for pick in picks):
        picks = [p for p in picks if not p.startswith("ether type") or p == "ether type ip6"]
    # Nor does it list a type that is asked for on the wire before some conditions: the bytecode
    # tells, without it the reader takes the listing at its word (NOTES.md).
    if not case.exact and any(pick in ON_WIRE for pick in picks):
        picks = [pick for pick in picks if not pick.startswith(("ether", "meta protocol", "@ll"))]
    # And it lists "less" and "greater" behind each other as one comparison.
    if not case.exact and any(" < " in pick for pick in picks):
        picks = [pick for pick in picks if " > " not in pick]
    return picks


ON_WIRE = frozenset({"ether type 8021q", "@ll,96,16 0x8100"})


def _match(rng, family, version):
    choices = [_port, _port, _port, _protocol, _protocol, _interface]
    if version == "4" and family != "ip6":
        choices += [_ip4, _ip4, _ip4, _ip4_field, _ip4_field]
    if version == "6" and family != "ip":
        choices += [_ip6, _ip6, _ip6_field]
    if family in ("bridge", "netdev"):
        choices += [_ether, _ether, _vlan]
    return rng.choice(choices)(rng)


def _port(rng):
    negated = "!= " if rng.random() < 0.15 else ""
    return rng.choice(
        (
            f"udp dport {negated}{rng.choice(PORTS)}",
            f"udp dport {{ {', '.join(rng.sample(PORTS[:4], 2))} }}",
            f"udp dport != {{ {', '.join(rng.sample(PORTS[:4], 2))} }}",
            f"udp sport {negated}{rng.choice(SPORTS)}",
            f"th dport {rng.choice(PORTS)}",
            f"th sport {negated}{rng.choice(SPORTS)}",
            f"tcp dport {rng.choice(PORTS)}",
            "udp dport @ports",
            "udp dport != @ports",
            f"udp sport {rng.choice(SPORTS)} udp dport {rng.choice(PORTS)}",
            f"udp length {rng.choice(('0-60', '> 40', '< 100'))}",
            f"udp dport & {rng.choice(('0xff00', '0x0fff'))} == 0x12b7",
            f"udp dport & 0xff00 == {rng.choice(('0x1200', '0x0000'))}",
            f"@th,16,16 {rng.choice(('4791', '!= 4791', '53'))}",
            "meta l4proto . udp dport { udp . 4791, tcp . 4791 }",
            f"udp dport {rng.choice(('> 4790', '< 4791', '>= 4791', '<= 4791'))}",
        )
    )


def _protocol(rng):
    return rng.choice(
        (
            "meta l4proto udp",
            "meta l4proto { tcp, udp }",
            "meta l4proto != udp",
            "meta l4proto 17",
            "meta protocol ip",
            "meta protocol ip6",
            "meta protocol 0x8915",
            "meta protocol != 0x8915",
            "meta protocol { ip, ip6 }",
            "meta nfproto ipv4",
            "meta nfproto ipv6",
            "meta pkttype host",
            "meta pkttype { broadcast, multicast }",
            "ct state established,related",
            "ct state new",
            "ct state { new, untracked }",
            "ct state invalid",
        )
    )


def _interface(rng):
    return rng.choice(
        (
            'iifname "p1"',
            'iifname "p2"',
            'oifname "p2"',
            'iifname "p*"',
            'iifname != "p1"',
            'iifname "br0"',
            'oifname != "br0"',
            'iifname { "p1", "br0" }',
            'oifname { "p2", "br0" }',
            'iif "p1"',
            'oif "p2"',
        )
    )


def _ip4(rng):
    negated = "!= " if rng.random() < 0.2 else ""
    side = rng.choice(("saddr", "daddr"))
    return rng.choice(
        (
            f"ip {side} {negated}{rng.choice(NETS4)}",
            f"ip {side} {negated}{rng.choice(NETS4)}",
            f"ip {side} @hosts",
            f"ip {side} != @hosts",
            f"ip {side} 10.77.0.1-10.77.1.1",
            f"ip {side} {{ 10.77.0.1, 10.77.1.0/24 }}",
            f"ip {side} & 255.255.0.255 == {rng.choice(('10.77.0.1', '10.77.0.2'))}",
            "ip saddr . udp dport { 10.77.0.1 . 4791, 10.77.1.1 . 4791 }",
            "ip saddr . udp dport @pairs",
            "ip saddr . udp dport @ranges",
            "ip saddr . ip daddr { 10.77.0.1 . 10.77.0.2, 10.77.1.1 . 10.77.2.2 }",
        )
    )


def _ip4_field(rng):
    return rng.choice(
        (
            f"ip dscp {rng.choice(('26', '48', 'cs0', '!= 26', '{ 26, 48 }', 'af31'))}",
            f"ip ecn {rng.choice(('ect0', 'not-ect', '!= ce'))}",
            f"ip ttl {rng.choice(('64', '> 10', '< 64', '1-63', '{ 2, 64 }'))}",
            f"ip protocol {rng.choice(('udp', '!= udp', '17', 'tcp', '{ tcp, udp }'))}",
            f"ip length {rng.choice(('> 60', '0-100', '< 80'))}",
            "ip frag-off & 0x1fff != 0",
            "ip frag-off & 0x3fff == 0",
            "ip version 4",
            "ip hdrlength 5",
        )
    )


def _ip6(rng):
    negated = "!= " if rng.random() < 0.2 else ""
    side = rng.choice(("saddr", "daddr"))
    return rng.choice(
        (
            f"ip6 {side} {negated}{rng.choice(NETS6)}",
            f"ip6 {side} {negated}{rng.choice(NETS6)}",
            f"ip6 {side} @hosts6",
            f"ip6 {side} != @hosts6",
            f"ip6 {side} {{ fd77::1, fd77:1::/64 }}",
            f"ip6 {side} fd77::1-fd77:1::5",
            "ip6 saddr . udp dport { fd77::1 . 4791, fd77:1::1 . 53 }",
        )
    )


def _ip6_field(rng):
    return rng.choice(
        (
            f"ip6 dscp {rng.choice(('26', '!= 26', 'cs0'))}",
            f"ip6 ecn {rng.choice(('ect0', '!= ce'))}",
            f"ip6 hoplimit {rng.choice(('64', '> 10', '1-63'))}",
            f"ip6 nexthdr {rng.choice(('udp', '!= udp', 'tcp'))}",
            f"ip6 length {rng.choice(('> 60', '0-100'))}",
            f"ip6 flowlabel {rng.choice(('0', '!= 0'))}",
            "ip6 version 6",
            f"exthdr frag {rng.choice(('exists', 'missing'))}",
        )
    )


def _ether(rng):
    return rng.choice(
        (
            "ether type 0x8915",
            "ether type != 0x8915",
            "ether type { 0x8915, arp }",
            "ether type ip",
            "ether type ip6",
            "ether type 8021q",
            "ether saddr 02:00:00:00:00:99",
            "ether saddr != 02:00:00:00:00:99",
            "ether daddr 02:00:00:00:00:99",
            "ether daddr & 01:00:00:00:00:00 == 00:00:00:00:00:00",
            "@ll,96,16 0x8915",
            "@ll,96,16 0x8100",
        )
    )


def _vlan(rng):
    return rng.choice(
        (
            "vlan id 100",
            "vlan id != 100",
            "vlan id 1-199",
            "vlan type 0x8915",
            "vlan type ip",
            "vlan pcp 3",
            "vlan id 100 vlan type 0x8915",
        )
    )


def _verdict(rng, family, users):
    verdicts = ["accept", "accept", "accept", "drop", "drop", "drop"]
    verdicts += ["return", "counter", "continue"]
    if family != "netdev":
        verdicts += [
            "udp dport vmap @verdicts",
            "udp dport vmap { 4791 : drop, 53 : accept }",
            'iifname vmap { "p1" : continue, "br0" : drop }',
            "ct state vmap { established : accept, new : continue, invalid : drop }",
        ]
    if family in ("ip", "inet", "bridge"):
        verdicts.append("ip saddr vmap @addresses")
    if users:
        verdicts += [f"jump {rng.choice(users)}", f"goto {rng.choice(users)}"] * 3
    if family in ("ip", "ip6", "inet"):
        verdicts.append("reject")
    return rng.choice(verdicts)
