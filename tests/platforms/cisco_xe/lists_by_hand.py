"""Entries of lists as a person evaluates them, and as IOS writes them."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from hypothesis import strategies as st

from tests.platforms.lists_by_hand import (
    PORT_NAMES,
    PORTS,
    EntryByHand,
    entries_of,
    packets_of,
)

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


class Entry(EntryByHand):
    """One permit or deny of an extended or IPv6 list."""

    def action(self):
        return super().action().ljust(len("permit"))

    @property
    def number(self):
        if self.protocol == "icmp" and self.source.version == 6:
            return 58
        return super().number

    def every(self):
        return "ip" if self.source.version == 4 else "ipv6"


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
    return entries_of(Entry, sides(version), ports)


def packets(version):
    return packets_of(BASES[version], (1, 6, 17, 47) if version == 4 else (6, 17, 47, 50))
