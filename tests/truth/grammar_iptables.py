"""Random dumps of iptables and ip6tables."""

from tests.truth.values import NETS4, NETS6

AROUND = {"FORWARD": ("PREROUTING", "POSTROUTING"), "INPUT": ("PREROUTING",)}
ENTRANCES = frozenset({"PREROUTING", "INPUT", "FORWARD"})
EXITS = frozenset({"FORWARD", "OUTPUT", "POSTROUTING"})


def iptables_dump(rng, case, *, six):
    """Return a dump of one to three tables."""
    main = case.chain
    tables = [("filter", ("INPUT", "FORWARD", "OUTPUT"), main)]
    if rng.random() < 0.3:
        chains = ("PREROUTING", "INPUT", "FORWARD", "OUTPUT", "POSTROUTING")
        around = AROUND.get(main, ("POSTROUTING",))
        tables.append(("mangle", chains, rng.choice((main, *around))))
    if rng.random() < 0.2:
        chain = "OUTPUT" if main == "OUTPUT" else "PREROUTING"
        tables.append(("raw", ("PREROUTING", "OUTPUT"), chain))
    return "".join(_table(rng, case, table, six=six) for table in tables)


def _table(rng, case, table, *, six):
    name, chains, chain = table
    users = [f"user{n}" for n in range(rng.randrange(3))]
    policy = rng.choice(("ACCEPT", "ACCEPT", "DROP"))
    lines = [f"*{name}"]
    lines += [f":{each} {policy if each == chain else 'ACCEPT'} [0:0]" for each in chains]
    lines += [f":{each} - [0:0]" for each in users]
    maker = _Rules(rng, name, chain, case.bridged, six)
    for at, each in enumerate(users):
        lines += maker.rules(each, users[at + 1 :])
    lines += maker.rules(chain, users)
    return "\n".join((*lines, "COMMIT", ""))


class _Rules:
    """Makes rules of one table whose chains are called from one hook."""

    def __init__(self, rng, table, hook, bridged, six):
        self.rng, self.table, self.hook, self.bridged, self.six = rng, table, hook, bridged, six

    def rules(self, chain, users):
        """Return the rules of a chain."""
        made = []
        for _ in range(self.rng.randrange(1, 6)):
            words = f"-A {chain} {self._matches()} {self._target(users)}"
            made.append(" ".join(words.split()))
        return made

    def _target(self, users):
        rng = self.rng
        targets = ["-j ACCEPT", "-j ACCEPT", "-j DROP", "-j DROP", "-j RETURN", ""]
        if users:
            targets += [f"-j {rng.choice(users)}", f"-g {rng.choice(users)}"] * 2
        if self.table == "filter":
            targets.append("-j REJECT")
        if self.table == "mangle":
            targets.append("-j MARK --set-xmark 0x7/0xffffffff")
        if self.table == "raw":
            targets.append("-j CT --notrack")
        return rng.choice(targets)

    def _matches(self):
        rng = self.rng
        parts = []
        negated = "! " if rng.random() < 0.2 else ""
        if rng.random() < 0.4:
            side = rng.choice(("-s", "-d"))
            parts.append(f"{negated}{side} {rng.choice(NETS6 if self.six else NETS4)}")
        if rng.random() < 0.7:
            parts.append(_protocol(rng, negated))
        if rng.random() < 0.3:
            parts.append(rng.choice(ANY + (IPV6 if self.six else IPV4)))
        if rng.random() < 0.2 and self.hook in ENTRANCES:
            parts.append(rng.choice(("-i p1", "-i p2", "! -i p1", "-i p+", "-i br0")))
        if rng.random() < 0.15 and self.hook in EXITS:
            parts.append(rng.choice(("-o p2", "! -o p2", "-o br0", "-o p+")))
        if rng.random() < 0.1 and self.bridged and self.hook in ENTRANCES:
            parts.append(rng.choice(PHYSDEV))
        return " ".join(parts)


PHYSDEV = (
    "-m physdev --physdev-in p1",
    "-m physdev ! --physdev-in p1",
    "-m physdev --physdev-is-in",
    "-m physdev --physdev-in p+",
)
ANY = (
    "-m dscp --dscp 26",
    "-m dscp ! --dscp 0x1a",
    "-m conntrack --ctstate NEW",
    "-m conntrack ! --ctstate NEW",
    "-m conntrack --ctstate ESTABLISHED,RELATED",
    "-m conntrack --ctstate INVALID",
    "-m state --state NEW",
    '-m comment --comment "some \\"words\\" here"',
    "-m length --length 0:60",
    "-m length --length 61:1500",
    "-m length ! --length 61:1500",
    "-m pkttype --pkt-type unicast",
    "-m pkttype --pkt-type multicast",
    "-m set --match-set ports dst",
    "-m set ! --match-set ports dst",
    "-m set --match-set ports src",
)
IPV4 = (
    "-m ttl --ttl-gt 10",
    "-m ttl --ttl-lt 64",
    "-m ttl --ttl-eq 64",
    "-m iprange --src-range 10.77.0.1-10.77.1.1",
    "-m iprange ! --src-range 10.77.0.1-10.77.1.1",
    "-m iprange --dst-range 10.77.0.1-10.77.0.9",
    "-m ecn --ecn-ip-ect 0",
    "-m addrtype --dst-type LOCAL",
    "-m addrtype ! --dst-type LOCAL",
    "-m set --match-set hosts4 src",
    "-m set ! --match-set hosts4 src",
    "-m set --match-set hosts4 dst",
    "-m set --match-set pairs4 src,dst",
    "-m set --match-set both4 src",
    "-f",
    "! -f",
)
IPV6 = (
    "-m hl --hl-gt 10",
    "-m hl --hl-lt 64",
    "-m hl --hl-eq 64",
    "-m iprange --src-range fd77::1-fd77:1::5",
    "-m set --match-set hosts6 src",
    "-m set --match-set pairs6 src,dst",
)


def _protocol(rng, negated):
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
            "-p tcp -m tcp --dport 4791",
            "-p all",
            f"-p udp -m udp {negated}--sport 4791",
        )
    )
