"""Random filters, written as Junos writes them in both formats, compared packet by packet."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single
from roce_audit.platforms.juniper_junos import PLATFORM
from roce_audit.reading.document import Document
from roce_audit.reaudit.bare import bare

ADDRESSES = (0x0A000000, 0x0A000001, 0x0A0000FF, 0x0A000100, 0x0A010001, 0xC0A80001)
PORTS = (0, 22, 53, 1023, 4790, 4791, 4792, 65535)
DSCPS = (0, 26, 27, 46, 48, 56)
PROTOCOLS = (1, 6, 17, 47)
PORT_NAMES = {22: "ssh", 53: "domain"}
DSCP_NAMES = {0: "be", 26: "af31", 46: "ef", 48: "cs6", 56: "cs7"}
PROTOCOL_NAMES = {1: "icmp", 6: "tcp", 17: "udp", 47: "gre"}


@dataclass(frozen=True)
class Numbers:
    """A condition on one field: ranges, perhaps excepted, named where the seed is odd."""

    word: str
    field: str
    ranges: tuple
    excepted: bool
    names: dict
    seed: int

    def takes(self, packet):
        inside = any(low <= packet[self.field] <= high for low, high in self.ranges)
        return inside != self.excepted

    def values(self):
        return [
            str(self.names.get(low, low) if self.seed % 2 else low)
            if low == high
            else f"{low}-{high}"
            for low, high in self.ranges
        ]

    def statements(self):
        word = f"{self.word}-except" if self.excepted else self.word
        return [(word, value) for value in self.values()]


@dataclass(frozen=True)
class Addresses:
    """An address condition: (network, except) entries; the longest prefix decides."""

    word: str
    ends: tuple
    entries: tuple

    def holds(self, address):
        inside = [(net.prefixlen, not off) for net, off in self.entries if address in net]
        return max(inside)[1] if inside else False

    def takes(self, packet):
        return any(self.holds(IPv4Address(packet[end])) for end in self.ends)

    def statements(self):
        return [(self.word, str(net), *(("except",) if off else ())) for net, off in self.entries]


@dataclass(frozen=True)
class Term:
    """One term."""

    conditions: tuple
    action: str
    counted: bool

    def takes(self, packet):
        return all(condition.takes(packet) for condition in self.conditions)

    def actions(self):
        parts = [("count", "C")] if self.counted else []
        return [*parts, tuple(self.action.split())] if self.action else parts


def ranges_of(values):
    return st.lists(
        st.tuples(st.sampled_from(values), st.sampled_from(values)).map(lambda x: tuple(sorted(x))),
        min_size=1,
        max_size=3,
        unique=True,
    ).map(tuple)


def numbers(word, field, values, names):
    single_values = st.lists(st.sampled_from(values), min_size=1, max_size=3, unique=True)
    chosen = st.one_of(ranges_of(values), single_values.map(lambda x: tuple((v, v) for v in x)))
    return st.builds(
        Numbers,
        st.just(word),
        st.just(field),
        chosen,
        st.booleans(),
        st.just(names),
        st.integers(0, 9),
    )


def network(address, length):
    return IPv4Network((address, length), strict=False)


entries = st.lists(
    st.tuples(
        st.builds(network, st.sampled_from(ADDRESSES), st.sampled_from((0, 8, 16, 24, 31, 32))),
        st.sampled_from((False, False, True)),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda entry: entry[0],
).map(tuple)


def addresses(word, *ends):
    return st.builds(Addresses, st.just(word), st.just(ends), entries)


CONDITIONS = (
    numbers("protocol", "protocol", PROTOCOLS, PROTOCOL_NAMES),
    numbers("source-port", "sport", PORTS, PORT_NAMES),
    numbers("destination-port", "dport", PORTS, PORT_NAMES),
    numbers("dscp", "dscp", DSCPS, DSCP_NAMES),
    numbers("ttl", "ttl", (0, 1, 64, 255), {}),
    addresses("source-address", "src"),
    addresses("destination-address", "dst"),
    addresses("address", "src", "dst"),
)
WITH_PORTS = ("source-port", "destination-port")


TCP_OR_UDP = Numbers(
    "protocol", "protocol", ((6, 6), (17, 17)), excepted=False, names=PROTOCOL_NAMES, seed=0
)


def whole_term(conditions, action, counted):
    words = {condition.word for condition in conditions}
    if words & set(WITH_PORTS) and "protocol" not in words:
        # Without a protocol the answer for packets without ports is open.
        conditions = (*conditions, TCP_OR_UDP)
    return Term(tuple(conditions), action, counted)


terms = st.builds(
    whole_term,
    st.lists(st.one_of(*CONDITIONS), max_size=4, unique_by=lambda condition: condition.word),
    st.sampled_from(("accept", "discard", "reject", "reject tcp-reset", "", "next term")),
    st.booleans(),
)
packets = st.fixed_dictionaries(
    {
        "protocol": st.sampled_from((6, 17)),
        "src": st.sampled_from(ADDRESSES),
        "dst": st.sampled_from(ADDRESSES),
        "sport": st.sampled_from(PORTS),
        "dport": st.sampled_from(PORTS),
        "dscp": st.sampled_from(DSCPS),
        "ttl": st.sampled_from((0, 1, 64, 255)),
    }
)
FIELDS = {
    "protocol": fields.PROTOCOL,
    "src": fields.SOURCE,
    "dst": fields.DESTINATION,
    "sport": fields.SOURCE_PORT,
    "dport": fields.DESTINATION_PORT,
    "dscp": fields.DSCP,
    "ttl": fields.TTL,
}


def as_commands(listed):
    """Return a filter as ``set`` commands."""
    lines = []
    for number, term in enumerate(listed):
        head = f"set firewall family inet filter F term T{number}"
        parts = [
            f"from {' '.join(words)}" for each in term.conditions for words in each.statements()
        ]
        parts += [f"then {' '.join(words)}" for words in term.actions()]
        lines += [f"{head} {part}" for part in parts] or [head]
    return "\n".join(lines)


def as_braces(listed, layout):
    """Return a filter in braces; the layout decides on lists, brackets and line ends."""
    gap = ("\n", " ", "\n\t", "\r\n    ")[layout % 4]
    text = ["firewall {", "family inet {", "filter F {"]
    for number, term in enumerate(listed):
        conditions = [braced(each.statements(), layout) for each in term.conditions]
        actions = [f"{' '.join(words)};" for words in term.actions()]
        if not conditions and not actions:
            text.append(f"term T{number};")
            continue
        text.append(f"term T{number} {{")
        if conditions:
            text += ["from {", *(line for lines in conditions for line in lines), "}"]
        text += ["then {", *actions, "}", "}"] if actions else ["}"]
    return gap.join([*text, "}", "}", "}"])


def braced(statements, layout):
    word = statements[0][0]
    if layout % 3 == 0 and all(len(each) == 2 for each in statements):
        return [f"{word} [ {' '.join(each[1] for each in statements)} ];"]
    if layout % 3 == 1 and "address" in word:
        return [f"{word} {{", *(f"{' '.join(each[1:])};" for each in statements), "}"]
    return [f"{' '.join(each)};" for each in statements]


def read_filter(text):
    device = PLATFORM.read("leaf1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    return device


def decided(acl, packet):
    region = {fields.ETHERTYPE: single(0x0800), fields.FRAGMENT: single(0)}
    region |= {FIELDS[name]: single(value) for name, value in packet.items()}
    (outcome,) = outcomes((Stage(acl),), region)
    (action,) = outcome.actions
    return action is Action.PERMIT


def expected(listed, packet):
    for term in listed:
        if term.takes(packet) and term.action != "next term":
            return not term.action.startswith(("discard", "reject"))
    return False


def last_term_ends(listed):
    return not listed or listed[-1].action != "next term"


@settings(max_examples=200, deadline=None)
@given(
    st.lists(terms, min_size=1, max_size=7).filter(last_term_ends),
    st.lists(packets, min_size=1, max_size=8),
    st.integers(0, 11),
)
def test_a_random_filter_does_with_every_packet_what_its_terms_say(listed, asked, layout):
    flat = read_filter(as_commands(listed))
    braces = read_filter(as_braces(listed, layout))
    assert repr(bare(flat)) == repr(bare(braces))
    assert flat.ledger == braces.ledger
    for packet in asked:
        assert decided(flat.filters["ipv4", "F"], packet) == expected(listed, packet), packet


def edited(names, drawn):
    """Draw commands; return them, and the names of the terms that are then left in order."""
    order, off, text = list(names), set(), []
    for _ in range(drawn.draw(st.integers(1, 5))):
        name = drawn.draw(st.sampled_from(order))
        head = f"firewall family inet filter F term {name}"
        what = drawn.draw(st.sampled_from(("delete", "deactivate", "activate", "insert")))
        if what == "insert":
            other = drawn.draw(st.sampled_from(order))
            side = drawn.draw(st.sampled_from(("before", "after")))
            if other != name:
                order.remove(name)
                order.insert(order.index(other) + (side == "after"), name)
                text.append(f"insert {head} {side} term {other}")
            continue
        if what == "delete" and len(order) == 1:
            continue
        text.append(f"{what} {head}")
        order = [each for each in order if what != "delete" or each != name]
        off = off | {name} if what == "deactivate" else off - {name}
    return text, [name for name in order if name not in off]


@settings(max_examples=80, deadline=None)
@given(st.lists(terms, min_size=2, max_size=6), st.data())
def test_insert_deactivate_and_delete_edit_a_filter_as_one_would_by_hand(listed, drawn):
    names = [f"T{number}" for number in range(len(listed))]
    by_name = dict(zip(names, listed, strict=True))
    commands, order = edited(names, drawn)
    left = [by_name[name] for name in order]
    if not left or not last_term_ends(left):
        return
    text = "\n".join([as_commands(listed), *commands])
    acl = PLATFORM.read("leaf1", [Document("config", text)], {}).filters["ipv4", "F"]
    packet = drawn.draw(packets)
    assert decided(acl, packet) == expected(left, packet)
