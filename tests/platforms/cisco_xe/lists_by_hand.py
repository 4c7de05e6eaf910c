"""Entries of lists as a person evaluates them, and as IOS writes them."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from hypothesis import strategies as st

PROTOCOLS = {"any": None, "tcp": 6, "udp": 17, "icmp": 1, "47": 47, "17": 17}
DSCP_NAMES = {0: "default", 26: "af31", 48: "cs6", 46: "ef"}
PORT_NAMES = {53: "domain", 49: "tacacs"}
PORTS = (0, 1, 49, 53, 4790, 4791, 4792, 65535)
DSCPS = (0, 26, 27, 46, 48)
TOP = {4: (1 << 32) - 1, 6: (1 << 128) - 1}
BASES = {
    4: (0x0A000000, 0x0A000001, 0x0A0000FF, 0x0A000100, 0x0A010001, 0xC0A80001),
    6: tuple(0x20010DB8 << 96 | low for low in (0, 1, 0xFFFF, 0x10000, 1 << 64, 5 << 80)),
}
FREE = {
    4: (0, 0xFF, 0xFFFF, 0xFFFFFF, TOP[4], 0x00FF0000, 0x000000FE, 0x0001FF00),
    6: (0, 0xFFFF, (1 << 64) - 1, (1 << 96) - 1, TOP[6], 0xFF),
}


@dataclass(frozen=True)
class Side:
    """An address condition: base and free bits."""

    version: int
    base: int
    free: int

    def takes(self, address):
        return (address ^ self.base) & ~self.free & TOP[self.version] == 0

    def text(self, spelling):
        dotted = str(IPv4Address(self.base) if self.version == 4 else IPv6Address(self.base))
        if self.free == TOP[self.version]:
            return "any"
        if self.version == 6:
            length = 128 - self.free.bit_length()
            if self.free:
                # Output of the device may hold a pair of address and wildcard.
                pair = f"{dotted} {IPv6Address(self.free)}"
                return (f"{dotted}/{length}", f"{dotted.upper()}/{length}", pair)[spelling % 3]
            return (f"host {dotted}", f"{dotted}/128")[spelling % 2]
        if self.free == 0:
            return (f"host {dotted}", f"{dotted} 0.0.0.0")[spelling % 2]
        return f"{dotted} {IPv4Address(self.free)}"


@dataclass(frozen=True)
class Ports:
    """A port condition: a word and its ports."""

    word: str
    listed: tuple[int, ...]

    def takes(self, port):
        low, high = min(self.listed[:2]), max(self.listed[:2])
        return {
            "": True,
            "eq": port in self.listed,
            "neq": port not in self.listed,
            "lt": port < self.listed[0],
            "gt": port > self.listed[0],
            "range": low <= port <= high,
        }[self.word]

    def text(self, spelling):
        names = [PORT_NAMES.get(port, port) if spelling % 2 else port for port in self.listed]
        if self.word == "range":
            return f"range {min(self.listed[:2])} {max(self.listed[:2])}"
        if self.word in ("eq", "neq"):
            return " ".join(map(str, (self.word, *names)))
        return f"{self.word} {names[0]}" if self.word else ""


@dataclass(frozen=True)
class Entry:
    """One permit or deny of an extended or IPv6 list."""

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
        if self.protocol == "icmp" and self.source.version == 6:
            number = 58
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
        every = "ip" if self.source.version == 4 else "ipv6"
        parts = [
            "permit" if self.permit else "deny  ",
            every if self.protocol == "any" else self.protocol,
            self.source.text(self.spelling),
            self.source_port.text(self.spelling) if ported else "",
            self.destination.text(self.spelling // 2),
            self.destination_port.text(self.spelling // 2) if ported else "",
        ]
        if self.dscp is not None:
            named = DSCP_NAMES.get(self.dscp, self.dscp) if self.spelling % 2 else self.dscp
            parts.append(f"dscp {named}")
        if self.fragments:
            parts.append("fragments")
        if self.spelling % 5 == 0:
            parts.append("log")
        return " ".join(part for part in parts if part)


def sides(version):
    return st.builds(
        Side, st.just(version), st.sampled_from(BASES[version]), st.sampled_from(FREE[version])
    )


ports = st.builds(
    Ports,
    st.sampled_from(("", "", "eq", "neq", "lt", "gt", "range")),
    st.lists(st.sampled_from(PORTS), min_size=1, max_size=4, unique=True).map(tuple),
).filter(lambda each: (each.word, each.listed[0]) not in (("gt", 65535), ("lt", 0)))
"""No condition that no port meets: the device would not take it."""


def entries(version):
    return st.builds(
        Entry,
        st.booleans(),
        st.sampled_from(tuple(PROTOCOLS)),
        sides(version),
        ports,
        sides(version),
        ports,
        st.sampled_from((None, None, None, *DSCPS)),
        st.sampled_from((False, False, False, True)),
        st.integers(0, 29),
    )


def packets(version):
    return st.fixed_dictionaries(
        {
            "protocol": st.sampled_from((1, 6, 17, 47) if version == 4 else (6, 17, 47, 50)),
            "src": st.sampled_from(BASES[version]),
            "dst": st.sampled_from(BASES[version]),
            "sport": st.sampled_from(PORTS),
            "dport": st.sampled_from(PORTS),
            "dscp": st.sampled_from(DSCPS),
            "fragment": st.sampled_from((0, 0, 1, 2)),
        }
    )


def expected(listed, packet):
    return next((entry.permit for entry in listed if entry.takes(packet)), not listed)
