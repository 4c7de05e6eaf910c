"""Random filters, written in the words of each program, do what the plain reading says."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.query import Question, ask
from roce_audit.model.path import Passage
from roce_audit.packets.fields import DSCP, SOURCE, SOURCE_PORT, UNTAGGED, VLAN
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.linux import PLATFORM
from roce_audit.reading.document import Document

NET = 10 << 24
KINDS = (Traffic.V1, Traffic.V2_IPV4, Traffic.V2_IPV6)
WORLD = [
    {"kind": kind, "vlan": vlan, "src": src, "sport": sport, "dscp": dscp}
    for kind, vlan, src, sport, dscp in product(
        KINDS, (None, 5, 9), (NET + 1, NET + 200), (1, 50000), (0, 26)
    )
    if kind is Traffic.V2_IPV4 or src == NET + 1
    if kind is not Traffic.V1 or (sport == 1 and dscp == 0)
]


@dataclass(frozen=True)
class Condition:
    """One condition: what it says in each program's words, and for which packets it holds."""

    holds: object
    nft: str
    iptables: str = ""
    ebtables: str = ""


def always(_packet):
    return True


def never(_packet):
    return False


def untagged(packet):
    return packet["vlan"] is None


def is_kind(*kinds):
    return lambda packet: packet["kind"] in kinds


def v4(packet):
    return packet["kind"] is Traffic.V2_IPV4


CONDITIONS = [
    Condition(always, "", "", ""),
    Condition(is_kind(*KINDS[1:]), "udp dport 4791"),
    Condition(
        lambda p: v4(p) and p["src"] < NET + 128,
        "ip saddr 10.0.0.0/25",
        "-s 10.0.0.0/25",
    ),
    Condition(
        lambda p: v4(p) and p["src"] >= NET + 128,
        "ip saddr != 10.0.0.0/25",
        "! -s 10.0.0.0/25",
    ),
    Condition(
        lambda p: is_kind(*KINDS[1:])(p) and p["sport"] < 100,
        "udp sport 0-99",
        "-p udp --sport :99",
    ),
    Condition(
        lambda p: is_kind(*KINDS[1:])(p) and p["sport"] >= 100,
        "udp sport != { 0-99 }",
        "-p udp -m multiport ! --sports 0:99",
    ),
    Condition(lambda p: v4(p) and p["dscp"] == 26, "ip dscp af31", "-m dscp --dscp 26"),
    Condition(lambda p: v4(p) and p["dscp"] != 26, "ip dscp != af31", "-m dscp ! --dscp 26"),
    Condition(is_kind(Traffic.V1), "meta protocol 0x8915"),
    Condition(is_kind(*KINDS[1:]), "meta protocol != 0x8915"),
    Condition(
        lambda p: is_kind(Traffic.V1)(p) and untagged(p), "ether type 0x8915", "", "-p 0x8915"
    ),
    Condition(
        lambda p: not (is_kind(Traffic.V1)(p) and untagged(p)),
        "ether type != 0x8915",
        "",
        "-p ! 0x8915",
    ),
    Condition(lambda p: p["vlan"] == 5, "vlan id 5", "", "-p 802_1Q --vlan-id 5"),
    Condition(lambda p: p["vlan"] == 9, "vlan id != 5", "", "-p 802_1Q --vlan-id ! 5"),
    Condition(
        lambda p: p["vlan"] is not None and is_kind(Traffic.V1)(p),
        "vlan type 0x8915",
        "",
        "-p 802_1Q --vlan-encap 8915",
    ),
    Condition(
        lambda p: v4(p) and untagged(p) and p["src"] < NET + 128,
        "ether type ip ip saddr 10.0.0.0/25",
        "",
        "-p IPv4 --ip-src 10.0.0.0/25",
    ),
    Condition(
        lambda p: v4(p) and untagged(p) and p["sport"] < 100,
        "ether type ip udp sport 0-99",
        "",
        "-p IPv4 --ip-proto udp --ip-sport 0:99",
    ),
    Condition(always, 'iifname "p1"', "-i p1", "-i p1"),
    Condition(never, 'oifname != "p2"', "! -o p2", "-o ! p2"),
]
VERDICTS = ("accept", "drop", "return", "jump one", "goto one", "")


@dataclass(frozen=True)
class Chains:
    """Rules of the base chain and of the chain that it may call."""

    base: list
    called: list
    drops: bool
    called_words: tuple = field(default=("accept", "drop", "return", ""))


def rules(kind, verdicts):
    fitting = [c for c in CONDITIONS if not kind or getattr(c, kind) or not c.nft]
    several = st.lists(
        st.sampled_from(fitting), min_size=1, max_size=1 if kind == "ebtables" else 2
    )
    return st.lists(st.tuples(several, st.sampled_from(verdicts)), max_size=5)


def chains(kind, verdicts=VERDICTS):
    inner = [verdict for verdict in verdicts if not verdict.endswith("one")]
    return st.builds(Chains, rules(kind, verdicts), rules(kind, inner), st.booleans())


def plain(chains, packet):
    """Return whether a packet passes, by reading the rules from top to bottom."""

    def walk(rules):
        for conditions, verdict in rules:
            if not all(condition.holds(packet) for condition in conditions):
                continue
            if verdict in {"accept", "drop"}:
                return verdict
            if verdict == "return":
                return None
            if verdict.endswith("one"):
                found = walk(chains.called)
                if found is not None or verdict.startswith("goto"):
                    return found
        return None

    return (walk(chains.base) or ("drop" if chains.drops else "accept")) == "accept"


def check(text, chains, packets):
    device = PLATFORM.read("m", [Document("dump", text)], {})
    assert not device.ledger.uncertain, device.ledger.uncertain
    for packet in packets:
        narrow = {VLAN: single(UNTAGGED if packet["vlan"] is None else packet["vlan"])}
        if packet["kind"] is not Traffic.V1:
            narrow |= {SOURCE_PORT: single(packet["sport"]), DSCP: single(packet["dscp"])}
        if v4(packet):
            narrow[SOURCE] = single(packet["src"])
        question = Question(
            passage=Passage("p1", "p2", None), traffic=(packet["kind"],), narrow=narrow
        )
        (answer,) = ask(device, question, PLATFORM.route)
        wanted = "permit" if plain(chains, packet) else "deny"
        assert answer.verdict.value == wanted, (packet, text)


def nft_rules(rules):
    for conditions, verdict in rules:
        yield " ".join([*(condition.nft for condition in conditions), "counter", verdict])


def nft_text(family, chains):
    policy = "drop" if chains.drops else "accept"
    return "\n".join(
        [
            f"table {family} f {{",
            "chain one {",
            *nft_rules(chains.called),
            "}",
            "chain forward {",
            f"type filter hook forward priority 0; policy {policy};",
            *nft_rules(chains.base),
            "}",
            "}",
        ]
    )


@settings(max_examples=60, deadline=None)
@given(chains("", [v for v in VERDICTS if v]))
def test_random_nft_bridge_chains(chains):
    check(nft_text("bridge", chains), chains, WORLD)


def option(verdict):
    if not verdict:
        return ""
    way, _, target = verdict.partition(" ")
    return f"-{'g' if way == 'goto' else 'j'} {target or way.upper()}"


def save_text(chains):
    policy = "DROP" if chains.drops else "ACCEPT"
    lines = ["*filter", f":FORWARD {policy} [0:0]", ":one - [0:0]"]
    for name, found in (("one", chains.called), ("FORWARD", chains.base)):
        for conditions, verdict in found:
            # One rule has one protocol and each match once, as the program would demand.
            options = list(dict.fromkeys(condition.iptables for condition in conditions))
            lines.append(f"-A {name} {' '.join(options)} {option(verdict)}")
    return "\n".join([*lines, "COMMIT", ""])


def one_of_each(chains):
    """Whether no rule has two options of one kind, which the program would refuse."""
    for conditions, _ in (*chains.base, *chains.called):
        kinds = [w for c in conditions for w in c.iptables.split() if w[:1] == "-" and w != "-m"]
        if len(kinds) != len(set(kinds)):
            return False
    return True


@settings(max_examples=60, deadline=None)
@given(chains("iptables").filter(one_of_each))
def test_random_iptables_chains(chains):
    packets = [p for p in WORLD if v4(p) and p["vlan"] is None]
    check(save_text(chains), chains, packets)


def bridge_text(chains):
    policy = "DROP" if chains.drops else "ACCEPT"
    lines = ["*filter", ":INPUT ACCEPT", f":FORWARD {policy}", ":OUTPUT ACCEPT", ":one RETURN"]
    for name, found in (("one", chains.called), ("FORWARD", chains.base)):
        for conditions, verdict in found:
            way, _, target = verdict.partition(" ")
            word = target or {"": "CONTINUE"}.get(way, way.upper())
            options = " ".join(condition.ebtables for condition in conditions)
            lines.append(f"-A {name} {options} -j {word}")
    return "\n".join([*lines, ""])


@settings(max_examples=60, deadline=None)
@given(chains("ebtables", ["accept", "drop", "return", "jump one", ""]))
def test_random_ebtables_chains(chains):
    check(bridge_text(chains), chains, WORLD)
