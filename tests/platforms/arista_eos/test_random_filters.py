"""Random filters, written in EOS, read back, and compared packet by packet with a plain reading."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets.fields import (
    DESTINATION,
    DESTINATION_PORT,
    DMAC,
    DSCP,
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    SMAC,
    SOURCE,
    SOURCE_PORT,
    TTL,
)
from roce_audit.packets.ranges import single
from roce_audit.platforms.arista_eos import PLATFORM
from roce_audit.reading.document import Document

PORTS = (0, 53, 4790, 4791, 4792, 65535)
NAMES = {53: "domain", 4789: "vxlan"}
DSCPS = {0: "default", 26: "af31", 46: "ef", 48: "48"}
PROTOCOLS = {"udp": 17, "tcp": 6, "17": 17, "esp": 50}
BASES = {4: int(IPv4Address("10.0.0.0")), 6: int(IPv6Address("2001:db8::"))}
MACS = (0x020000000001, 0x020000000002, 0x0200000000FF, 0x0A0000000001)
TYPES = (0x0800, 0x86DD, 0x8915, 0x0806)
TOP = 65535


@dataclass(frozen=True)
class Packet:
    """One packet of the little world."""

    ethertype: int = 0x0800
    protocol: int = 17
    source: int = 0
    destination: int = 0
    sport: int = 0
    dport: int = 0
    dscp: int = 0
    ttl: int = 64
    smac: int = 0
    dmac: int = 0

    def box(self, version=0):
        values = {ETHERTYPE: self.ethertype, SMAC: self.smac, DMAC: self.dmac}
        if version:
            values |= {
                PROTOCOL: self.protocol,
                SOURCE: self.source,
                DESTINATION: self.destination,
                SOURCE_PORT: self.sport,
                DESTINATION_PORT: self.dport,
                DSCP: self.dscp,
                TTL: self.ttl,
                FRAGMENT: 0,
            }
        return {dimension: single(value) for dimension, value in values.items()}


@dataclass(frozen=True)
class Written:
    """A line as text, and what it takes."""

    permit: bool
    words: str
    takes: object = field(repr=False)


def text_of(address, version):
    return str(IPv4Address(address) if version == 4 else IPv6Address(address))


@st.composite
def addresses(draw, version):
    """Return the words of an address condition and a test for an address."""
    base = BASES[version] + draw(st.integers(0, 7))
    bits = 32 if version == 4 else 128
    kind = draw(st.sampled_from(["any", "host", "prefix", *(["mask"] if version == 4 else [])]))
    if kind == "any":
        return "any", lambda _value: True
    if kind == "host":
        return f"host {text_of(base, version)}", lambda value: value == base
    if kind == "prefix":
        free = draw(st.integers(0, 3))
        return (
            f"{text_of(base, version)}/{bits - free}",
            lambda value: value >> free == base >> free,
        )
    mask = draw(st.integers(0, 7))
    return (
        f"{text_of(base, version)} {IPv4Address(mask)}",
        lambda value: value & ~mask == base & ~mask,
    )


@st.composite
def ports(draw):
    """Return the words of a port condition and a test for a port."""
    kind = draw(st.sampled_from(["", "", "eq", "neq", "gt", "lt", "range"]))
    if not kind:
        return "", lambda _value: True
    if kind in ("eq", "neq"):
        chosen = draw(st.lists(st.sampled_from(PORTS), min_size=1, max_size=3, unique=True))
        words = " ".join(NAMES.get(port, str(port)) for port in chosen)
        return f" {kind} {words}", lambda value: (value in chosen) == (kind == "eq")
    low, high = sorted(draw(st.lists(st.sampled_from(PORTS), min_size=2, max_size=2)))
    if kind == "range":
        return f" range {low} {high}", lambda value: low <= value <= high
    if kind == "gt":
        return f" gt {low}", lambda value: value > low
    return f" lt {low}", lambda value: value < low


@st.composite
def ip_lines(draw, version):
    any_word = "ip" if version == 4 else "ipv6"
    protocol = draw(st.sampled_from([any_word, *PROTOCOLS]))
    with_ports = protocol in ("udp", "tcp")
    source_words, source = draw(addresses(version))
    destination_words, destination = draw(addresses(version))
    sport_words, sport = draw(ports()) if with_ports else ("", lambda _v: True)
    dport_words, dport = draw(ports()) if with_ports else ("", lambda _v: True)
    dscp = draw(st.sampled_from([None, None, *DSCPS]))
    ttl = draw(st.sampled_from([None, None, 1, 64]))
    fragments = draw(st.sampled_from([False, False, False, True]))
    ttl_word = "ttl" if version == 4 else "hop-limit"
    options = [f" dscp {DSCPS[dscp]}" if dscp is not None else ""]
    options.append(f" {ttl_word} gt {ttl}" if ttl is not None else "")
    options.append(" fragments" if fragments else "")
    options.append(draw(st.sampled_from(["", " log"])))
    random.Random(draw(st.integers(0, 99))).shuffle(options)

    def takes(packet):
        return (protocol == any_word or packet.protocol == PROTOCOLS[protocol]) and all(
            (
                source(packet.source),
                destination(packet.destination),
                sport(packet.sport),
                dport(packet.dport),
                dscp in (None, packet.dscp),
                ttl is None or packet.ttl > ttl,
                not fragments,
            )
        )

    words = f"{protocol} {source_words}{sport_words} {destination_words}{dport_words}"
    return Written(draw(st.booleans()), words + "".join(options), takes)


@st.composite
def standard_lines(draw, version):
    words, source = draw(addresses(version))
    return Written(draw(st.booleans()), words, lambda packet: source(packet.source))


def mac_text(value, style):
    digits = f"{value:012x}"
    if style == "dots":
        return ".".join(digits[at : at + 4] for at in (0, 4, 8))
    return ":".join(digits[at : at + 2] for at in range(0, 12, 2))


@st.composite
def mac_addresses(draw):
    value = draw(st.sampled_from(MACS))
    style = draw(st.sampled_from(["dots", "colons"]))
    kind = draw(st.sampled_from(["any", "host", "mask"]))
    if kind == "any":
        return "any", lambda _value: True
    if kind == "host":
        return f"host {mac_text(value, style)}", lambda other: other == value
    mask = draw(st.sampled_from([0, 0xFF, 0x080000000000, 0xFFFFFFFFFFFF]))
    return (
        f"{mac_text(value, style)} {mac_text(mask, style)}",
        lambda other: other & ~mask == value & ~mask,
    )


@st.composite
def mac_lines(draw):
    source_words, source = draw(mac_addresses())
    destination_words, destination = draw(mac_addresses())
    kind = draw(st.sampled_from([None, *TYPES]))
    named = {0x0800: "ip", 0x0806: "arp"}
    word = ""
    if kind is not None:
        forms = [hex(kind), str(kind), *([named[kind]] if kind in named else [])]
        word = f" {draw(st.sampled_from(forms))}"

    def takes(packet):
        known = kind in (None, packet.ethertype)
        return known and source(packet.smac) and destination(packet.dmac)

    return Written(draw(st.booleans()), f"{source_words} {destination_words}{word}", takes)


def written_list(header, lines, seed):
    """Write a list with some numbers left out where the order allows it, entries shuffled."""
    numbers = sorted(random.Random(seed).sample(range(1, 500), len(lines)))
    entries = [
        f"   {number} {'permit' if line.permit else 'deny'} {line.words}"
        for number, line in zip(numbers, lines, strict=True)
    ]
    random.Random(seed).shuffle(entries)
    return "\n".join([header, "   remark any deny", *entries, ""])


def plainly(lines, packet, *, default=False):
    """Return what the first line that takes the packet does."""
    return next((line.permit for line in lines if line.takes(packet)), default)


def as_read(acl, packet, version):
    (found,) = outcomes((Stage(acl),), packet.box(version))
    assert found.certain, found.doubts
    return found.actions == {Action.PERMIT}


def read_filter(text, key):
    return PLATFORM.read("leaf1", [Document("f", text)], {}).filters[key]


def packets(version):
    base = BASES[version]
    return st.builds(
        Packet,
        ethertype=st.just(0x0800 if version == 4 else 0x86DD),
        protocol=st.sampled_from([17, 6, 50, 1]),
        source=st.integers(base, base + 7),
        destination=st.integers(base, base + 7),
        sport=st.sampled_from([*PORTS, 1, 4789, 65534]),
        dport=st.sampled_from([*PORTS, 1, 4789, 65534]),
        dscp=st.sampled_from([*DSCPS, 63]),
        ttl=st.sampled_from([0, 1, 2, 64, 255]),
    )


VERSIONS = st.sampled_from([4, 6])


@settings(max_examples=400, deadline=None)
@given(data=st.data(), version=VERSIONS, seed=st.integers(0, 9999))
def test_extended_lists_do_what_their_lines_say(data, version, seed):
    lines = data.draw(st.lists(ip_lines(version), min_size=1, max_size=6))
    word, family = ("ip", "ipv4") if version == 4 else ("ipv6", "ipv6")
    acl = read_filter(written_list(f"{word} access-list A", lines, seed), (family, "A"))
    for packet in data.draw(st.lists(packets(version), min_size=3, max_size=6)):
        assert as_read(acl, packet, version) == plainly(lines, packet), packet


@settings(max_examples=150, deadline=None)
@given(data=st.data(), version=VERSIONS, seed=st.integers(0, 9999))
def test_standard_lists_do_what_their_lines_say(data, version, seed):
    lines = data.draw(st.lists(standard_lines(version), min_size=1, max_size=6))
    word, family = ("ip", "ipv4") if version == 4 else ("ipv6", "ipv6")
    acl = read_filter(written_list(f"{word} access-list standard A", lines, seed), (family, "A"))
    for packet in data.draw(st.lists(packets(version), min_size=3, max_size=6)):
        assert as_read(acl, packet, version) == plainly(lines, packet), packet


MAC_PACKETS = st.builds(
    Packet,
    ethertype=st.sampled_from(TYPES),
    smac=st.sampled_from([*MACS, 0x020000000003]),
    dmac=st.sampled_from([*MACS, 0x020000000003]),
)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), seed=st.integers(0, 9999))
def test_mac_lists_do_what_their_lines_say(data, seed):
    lines = data.draw(st.lists(mac_lines(), min_size=1, max_size=6))
    acl = read_filter(written_list("mac access-list A", lines, seed), ("mac", "A"))
    for packet in data.draw(st.lists(MAC_PACKETS, min_size=3, max_size=6)):
        assert as_read(acl, packet, 0) == plainly(lines, packet), packet


@st.composite
def matches(draw, name):
    """Return a match of a traffic policy, as text and as a test."""
    prefixes = draw(st.lists(st.tuples(st.integers(0, 7), st.integers(29, 32)), max_size=2))
    except_ = draw(st.sampled_from([None, None, 0, 5]))
    protocols = draw(st.lists(st.sampled_from(["tcp", "udp", "50"]), max_size=2))
    lows = [draw(st.sampled_from([*PORTS])) for _ in protocols]
    dscps = draw(st.lists(st.sampled_from([*DSCPS]), max_size=2, unique=True))
    drop = draw(st.booleans())
    base = BASES[4]
    lines = [f"      match {name} ipv4"]
    if prefixes:
        words = " ".join(f"{IPv4Address(base + at)}/{length}" for at, length in prefixes)
        lines.append(f"         source prefix field-set {name}")
        sets = [f"   field-set ipv4 prefix {name}", f"      {words}"]
        sets += [f"      except {IPv4Address(base + except_)}"] if except_ is not None else []
    else:
        sets = []
    for protocol, low in zip(protocols, lows, strict=True):
        tail = f" destination port {low}-{TOP}" if protocol != "50" else ""
        lines.append(f"         protocol {protocol}{tail}")
    if dscps:
        lines.append(f"         dscp {','.join(str(each) for each in dscps)}")
    lines += ["         actions", "            count C", "            drop"] if drop else []

    def takes(packet):
        known = [
            packet.source >> (32 - length) == base + at >> (32 - length) for at, length in prefixes
        ]
        by_source = not prefixes or (
            any(known) and (except_ is None or packet.source != base + except_)
        )
        by_protocol = not protocols or any(
            packet.protocol == {"tcp": 6, "udp": 17, "50": 50}[protocol]
            and (protocol == "50" or packet.dport >= low)
            for protocol, low in zip(protocols, lows, strict=True)
        )
        return by_source and by_protocol and (not dscps or packet.dscp in dscps)

    return sets, Written(not drop, "\n".join(lines), takes)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_traffic_policies_do_what_their_matches_say(data):
    count = data.draw(st.integers(1, 4))
    drawn = [data.draw(matches(f"M{at}")) for at in range(count)]
    sets = [line for each, _ in drawn for line in each]
    lines = [written for _, written in drawn]
    text = "\n".join(
        ["traffic-policies", *sets, "   traffic-policy P", *(line.words for line in lines), ""]
    )
    acl = read_filter(text, ("mixed", "P"))
    for packet in data.draw(st.lists(packets(4), min_size=3, max_size=6)):
        assert as_read(acl, packet, 4) == plainly(lines, packet, default=True), packet
