"""IPv4 lists with numbered entries: how two systems spell them, and what holds for both."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.platforms.lists_by_hand import PORT_NAMES, PORTS, decided, expected, packets_of

if TYPE_CHECKING:
    from collections.abc import Callable

ADDRESSES = (0x0A000000, 0x0A000001, 0x0A0000FF, 0x0A000100, 0x0A010001, 0xC0A80001)
FREE = (0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0x00FF0000, 0x000000FE, 0x0001FF00)


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

    def range_words(self, _spelling):
        low, high = self.bounds()
        return f"range {low} {high}"

    def text(self, spelling):
        if not self.word:
            return ""
        if self.word == "range":
            return self.range_words(spelling)
        first = PORT_NAMES.get(self.first, self.first) if spelling % 2 else self.first
        return f"{self.word} {first}"


sides = st.builds(Side, st.sampled_from(ADDRESSES), st.sampled_from(FREE))
packets = packets_of(ADDRESSES, (1, 6, 17, 47))


def ports_of(kind):
    """Return a strategy of port conditions of a platform's kind."""
    return st.builds(
        kind,
        st.sampled_from(("", "", "eq", "neq", "lt", "gt", "range")),
        st.sampled_from(PORTS),
        st.sampled_from(PORTS),
    )


@dataclass(frozen=True)
class Form:
    """How a platform writes a list, and how it is read.

    Attributes:
        header: Line above the entries.
        indent: Before each entry.
        entries: Strategy of entries.
        read: Returns the list of a text.
    """

    header: str
    indent: str
    entries: object
    read: Callable[[str], object]

    def text(self, rows):
        """Return a list with some rows."""
        return "\n".join([self.header, *(f"{self.indent}{row}" for row in rows)])

    def check_order(self, listed, chosen, asked, order=None):
        """Hold every packet's fate against the entries', tried by number or as they stand."""
        if order is None:
            rows = [entry.text() for entry in listed]
        else:
            numbered = list(zip(chosen, listed, strict=False))
            rows = [f"{number} {entry.text()}" for number, entry in numbered]
            # The device tries entries by number, wherever they stand.
            listed = [entry for _, entry in sorted(numbered, key=lambda each: each[0])]
            order.shuffle(rows)
        acl = self.read(self.text(rows))
        for packet in asked:
            assert decided(acl, packet) == expected(listed, packet), packet

    def check_edits(self, listed, drawn):
        """Hold a list after inserts, replacements and deletions against one edited by hand."""
        rows = {10 * at: entry for at, entry in enumerate(listed, start=1)}
        commands = [f"{number} {entry.text()}" for number, entry in rows.items()]
        for _ in range(drawn.draw(st.integers(1, 4))):
            number = drawn.draw(st.integers(1, 70))
            if drawn.draw(st.booleans()):
                commands.append(f"no {number}")
                rows.pop(number, None)
            else:
                rows[number] = drawn.draw(self.entries)
                commands.append(f"{number} {rows[number].text()}")
        acl = self.read(self.text(commands))
        left = [entry for _, entry in sorted(rows.items())]
        packet = drawn.draw(packets)
        assert decided(acl, packet) == expected(left, packet)
