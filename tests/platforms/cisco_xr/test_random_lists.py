"""Random lists, written as IOS-XR writes them, read back and compared packet by packet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from ipaddress import IPv4Address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.acl import Action
from roce_audit.model.path import Stage
from roce_audit.packets import fields
from roce_audit.packets.ranges import single
from roce_audit.platforms.cisco_xr import PLATFORM
from roce_audit.reading.document import Document

PROTOCOLS = {"ipv4": None, "tcp": 6, "udp": 17, "icmp": 1, "47": 47, "17": 17}
DSCP_NAMES = {0: "default", 26: "af31", 48: "cs6", 46: "ef"}
PORT_NAMES = {53: "domain", 49: "tacacs"}
ADDRESSES = (0x0A000000, 0x0A000001, 0x0A0000FF, 0x0A000100, 0x0A010001, 0xC0A80001)
PORTS = (0, 1, 49, 53, 4790, 4791, 4792, 65535)
DSCPS = (0, 26, 27, 46, 48)


@dataclass(frozen=True)
class Side:
    """An address condition: base and free bits."""

    base: int
    free: int

    def takes(self, address):
        return (address ^ self.base) & ~self.free & 0xFFFFFFFF == 0

    def text(self, spelling):
        dotted = str(IPv4Address(self.base))
        if self.free == 0xFFFFFFFF:
            return "any"
        if self.free == 0:
            return (f"host {dotted}", f"{dotted}/32", f"{dotted} 0.0.0.0")[spelling % 3]
        if self.free & (self.free + 1) or spelling % 2:
            return f"{dotted} {IPv4Address(self.free)}"
        return f"{dotted}/{32 - self.free.bit_length()}"


@dataclass(frozen=True)
class Ports:
    """A port condition."""

    word: str
    first: int
    last: int

    def bounds(self):
        return sorted((self.first, self.last))

    def takes(self, port):
        low, high = self.bounds()
        return {
            "": True,
            "eq": port == self.first,
            "neq": port != self.first,
            "lt": port < self.first,
            "gt": port > self.first,
            "range": low <= port <= high,
        }[self.word]

    def text(self, spelling):
        if not self.word:
            return ""
        if self.word == "range":
            low, high = self.bounds()
            return f"range {low} {high}"
        first = PORT_NAMES.get(self.first, self.first) if spelling % 2 else self.first
        return f"{self.word} {first}"


@dataclass(frozen=True)
class Entry:
    """One permit or deny."""

    permit: bool
    protocol: str
    source: Side
    source_port: Ports
    destination: Side
    destination_port: Ports
    dscp: int | None
    fragments: bool
    spelling: int

    def ported(self):
        words = (self.source_port.word, self.destination_port.word)
        return self.protocol in ("tcp", "udp") and any(words)

    def takes(self, packet):
        number = PROTOCOLS[self.protocol]
        layer_3 = (
            number in (None, packet["protocol"])
            and self.source.takes(packet["src"])
            and self.destination.takes(packet["dst"])
            and self.dscp in (None, packet["dscp"])
        )
        if not layer_3 or (self.fragments and packet["fragment"] != 2):
            return False
        if not self.ported() or self.fragments:
            return True
        if packet["fragment"] == 2:
            return self.permit
        ends = (self.source_port, packet["sport"]), (self.destination_port, packet["dport"])
        return all(ports.takes(port) for ports, port in ends)

    def text(self):
        ported = self.ported() and not self.fragments
        parts = [
            "permit" if self.permit else "deny",
            self.protocol,
            self.source.text(self.spelling),
            self.source_port.text(self.spelling) if ported else "",
            self.destination.text(self.spelling // 2),
            self.destination_port.text(self.spelling // 2) if ported else "",
        ]
        if self.dscp is not None:
            named = DSCP_NAMES.get(self.dscp, self.dscp) if self.spelling % 2 else self.dscp
            parts.append(("dscp eq " if self.spelling % 3 else "dscp ") + str(named))
        if self.fragments:
            parts.append("fragments")
        if self.spelling % 5 == 0:
            parts.append("log")
        return " ".join(part for part in parts if part)


sides = st.builds(
    Side,
    st.sampled_from(ADDRESSES),
    st.sampled_from((0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0x00FF0000, 0x000000FE, 0x0001FF00)),
)
# No packet has a port below 0 or above 65535: such a condition is no entry that a device shows.
ports = st.builds(
    Ports,
    st.sampled_from(("", "", "eq", "neq", "lt", "gt", "range")),
    st.sampled_from(PORTS),
    st.sampled_from(PORTS),
).filter(lambda each: (each.word, each.first) not in (("lt", 0), ("gt", 65535)))
entries = st.builds(
    Entry,
    st.booleans(),
    st.sampled_from(tuple(PROTOCOLS)),
    sides,
    ports,
    sides,
    ports,
    st.sampled_from((None, None, None, *DSCPS)),
    st.sampled_from((False, False, False, True)),
    st.integers(0, 29),
)
packets = st.fixed_dictionaries(
    {
        "protocol": st.sampled_from((1, 6, 17, 47)),
        "src": st.sampled_from(ADDRESSES),
        "dst": st.sampled_from(ADDRESSES),
        "sport": st.sampled_from(PORTS),
        "dport": st.sampled_from(PORTS),
        "dscp": st.sampled_from(DSCPS),
        "fragment": st.sampled_from((0, 0, 1, 2)),
    }
)
numbers = st.lists(st.integers(1, 2147483646), min_size=8, max_size=8, unique=True)
FIELDS = {
    "protocol": fields.PROTOCOL,
    "src": fields.SOURCE,
    "dst": fields.DESTINATION,
    "sport": fields.SOURCE_PORT,
    "dport": fields.DESTINATION_PORT,
    "dscp": fields.DSCP,
    "fragment": fields.FRAGMENT,
}


def read_list(text):
    device = PLATFORM.read("r1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    return device.filters["ipv4", "A"]


def decided(acl, packet):
    region = {fields.ETHERTYPE: single(0x0800)}
    region |= {FIELDS[name]: single(value) for name, value in packet.items()}
    (outcome,) = outcomes((Stage(acl),), region)
    (action,) = outcome.actions
    return action is Action.PERMIT


def expected(listed, packet):
    return next((entry.permit for entry in listed if entry.takes(packet)), not listed)


@pytest.mark.parametrize("numbered", [True, False])
@settings(max_examples=150, deadline=None)
@given(
    listed=st.lists(entries, max_size=8),
    chosen=numbers,
    asked=st.lists(packets, min_size=1, max_size=6),
    order=st.randoms(use_true_random=False),
)
def test_a_random_list_does_with_every_packet_what_its_entries_say(
    numbered, listed, chosen, asked, order
):
    rows = [f" {number} {entry.text()}" for number, entry in zip(chosen, listed, strict=False)]
    if numbered:
        # The device tries entries by number, wherever they stand.
        listed = [
            entry for _, entry in sorted(zip(chosen, listed, strict=False), key=lambda x: x[0])
        ]
        order.shuffle(rows)
    else:
        rows = [f" {entry.text()}" for entry in listed]
    acl = read_list("\n".join(["ipv4 access-list A", *rows]))
    for packet in asked:
        assert decided(acl, packet) == expected(listed, packet), packet


@settings(max_examples=60, deadline=None)
@given(listed=st.lists(entries, min_size=1, max_size=6), drawn=st.data())
def test_insert_replace_and_delete_edit_a_list_as_one_would_by_hand(listed, drawn):
    rows = {10 * at: entry for at, entry in enumerate(listed, start=1)}
    text = ["ipv4 access-list A", *(f" {number} {entry.text()}" for number, entry in rows.items())]
    for _ in range(drawn.draw(st.integers(1, 4))):
        number = drawn.draw(st.integers(1, 70))
        if drawn.draw(st.booleans()):
            text.append(f" no {number}")
            rows.pop(number, None)
        else:
            rows[number] = drawn.draw(entries)
            text.append(f" {number} {rows[number].text()}")
    acl = read_list("\n".join(text))
    left = [entry for _, entry in sorted(rows.items())]
    packet = drawn.draw(packets)
    assert decided(acl, packet) == expected(left, packet)


def grouped(listed):
    """Return text in which every address and port condition stands in an object group."""
    text, rows = [], []
    for at, entry in enumerate(listed):
        words = ["permit" if entry.permit else "deny", "udp"]
        for side, port, name in (
            (entry.source, entry.source_port, f"S{at}"),
            (entry.destination, entry.destination_port, f"D{at}"),
        ):
            if side.free & (side.free + 1):
                words.append(side.text(0))
            else:
                length = 32 - side.free.bit_length()
                text += [f"object-group network ipv4 {name}", f" {IPv4Address(side.base)}/{length}"]
                words += ["net-group", name]
            if port.word:
                text += [f"object-group port {name}", f" {port.text(0)}"]
                words += ["port-group", name]
        rows.append(f" {10 * at + 10} {' '.join(words)}")
    return "\n".join([*text, "ipv4 access-list A", *rows])


@settings(max_examples=60, deadline=None)
@given(listed=st.lists(entries, min_size=1, max_size=5), asked=st.lists(packets, max_size=6))
def test_groups_say_what_their_members_say(listed, asked):
    plain = [
        replace(each, protocol="udp", dscp=None, fragments=False, spelling=1) for each in listed
    ]
    acl = read_list(grouped(plain))
    for packet in asked:
        assert decided(acl, packet) == expected(plain, packet), packet


MACS = (0x020000000001, 0x020000000002, 0x0200000000FF, 0x02AA00000001)
TYPES = (0x8915, 0x0800, 0x86DD, 0x88CC)


@dataclass(frozen=True)
class Frame:
    """One ethernet-services entry; None stands for no condition."""

    permit: bool
    source: int | None
    mask: int
    kind: int | None
    vlan: tuple[int, int] | None
    cos: int | None

    def takes(self, packet):
        return (
            (self.source is None or (packet["smac"] ^ self.source) & ~self.mask == 0)
            and self.kind in (None, packet["ethertype"])
            and (self.vlan is None or self.vlan[0] <= packet["vlan"] <= self.vlan[1])
            and self.cos in (None, packet["pcp"])
        )

    def text(self):
        words = ["permit" if self.permit else "deny"]
        if self.source is None:
            words.append("any")
        elif not self.mask:
            words += ["host", mac_text(self.source)]
        else:
            words += [mac_text(self.source), mac_text(self.mask)]
        words.append("any")
        if self.kind is not None:
            words.append(f"{self.kind:x}")
        if self.vlan is not None:
            low, high = self.vlan
            words.append(f"vlan {low}" if low == high else f"vlan {low} {high}")
        if self.cos is not None:
            words.append(f"cos {self.cos}")
        return " ".join(words)


def mac_text(value):
    digits = f"{value:012x}"
    return ".".join(digits[at : at + 4] for at in (0, 4, 8))


frames = st.builds(
    Frame,
    st.booleans(),
    st.sampled_from((None, *MACS)),
    st.sampled_from((0, 0xFF, 0xFFFFFFFFFF)),
    st.sampled_from((None, *TYPES)),
    st.sampled_from((None, (100, 100), (100, 200), (5, 5))),
    st.sampled_from((None, None, 0, 3)),
)
FRAME_FIELDS = {
    "smac": fields.SMAC,
    "ethertype": fields.ETHERTYPE,
    "vlan": fields.VLAN,
    "pcp": fields.PCP,
}


@settings(max_examples=150, deadline=None)
@given(
    listed=st.lists(frames, min_size=1, max_size=6),
    packet=st.fixed_dictionaries(
        {
            "smac": st.sampled_from(MACS),
            "ethertype": st.sampled_from(TYPES),
            "vlan": st.sampled_from((5, 99, 100, 150, 200, 201)),
            "pcp": st.sampled_from((0, 3, 5)),
        }
    ),
)
def test_a_random_ethernet_services_list_does_what_its_entries_say(listed, packet):
    rows = [f" {10 * at + 10} {each.text()}" for at, each in enumerate(listed)]
    text = "\n".join(["ethernet-services access-list A", *rows])
    device = PLATFORM.read("r1", [Document("config", text)], {})
    assert device.ledger.uncertain == ()
    region = {FRAME_FIELDS[name]: single(value) for name, value in packet.items()}
    (outcome,) = outcomes((Stage(device.filters["mac", "A"]),), region)
    wanted = next((each.permit for each in listed if each.takes(packet)), False)
    assert outcome.actions == {Action.PERMIT if wanted else Action.DENY}
