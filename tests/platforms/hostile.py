"""Texts that are broken, endless or lies: ways to make them, and what lists then may do."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.analysis.verdicts import outcomes
from roce_audit.model.path import Stage
from roce_audit.packets.fields import SOURCE, SOURCE_PORT
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import REGIONS, Traffic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from roce_audit.model.acl import FilterKey
    from tests.platforms.asking import Bench

NONSENSE = "Xq7"
NO_NUMBERS = ("9" * 5000, "-1", "1_0", "0x" + "f" * 5000, "٣")
"""What a number of a text may turn into."""
_NO_WORDS = ("", "\x08", "\x1b[K", "é")
PORTS = (0, 1500, 4999, 50000)


def words_of(text: str) -> list[str]:
    """Return the words of a text, each once."""
    return sorted({word for line in text.splitlines() for word in line.split()})


def with_other_numbers(line: str) -> Iterator[str]:
    """Yield a line with all that has a digit in it replaced."""
    lead = line[: len(line) - len(line.lstrip())]
    for digits in NO_NUMBERS:
        words = [digits if any(c.isdecimal() for c in word) else word for word in line.split()]
        yield lead + " ".join(words)


def mutilated(text: str, seed: int) -> str:
    """Return a text with words replaced, lines cut, repeated and left out."""
    chance = random.Random(seed)
    lines, words = text.splitlines(), words_of(text)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(lines))
        parts = lines[at].split(" ")
        parts[chance.randrange(len(parts))] = chance.choice([*words, *_NO_WORDS])
        lines[at] = " ".join(parts)[: chance.choice([None, None, 9])]
        if chance.random() < 0.3:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif chance.random() < 0.3:
            lines.pop(at)
    return "\n".join(lines)


def with_residue(text: str) -> str:
    """Return a text with what paging leaves behind its first line."""
    lead, rest = text.split("\n", 1)
    return f"{lead}\n --More-- \x08\x08\x08\x08        \x08\x08\x08\x08{rest}"


@dataclass(frozen=True)
class Lists:
    """Lists whose lines are damaged one after the other.

    Attributes:
        bench: The platform's reader.
        texts: One list each, an IPv4 and a MAC list.
        sources: Addresses that the IPv4 list tells apart.
        indent: Before a line of a list.
    """

    bench: Bench
    texts: Mapping[FilterKey, str]
    sources: Sequence[int]
    indent: str

    def damages(self) -> list[tuple[FilterKey, int, int]]:
        """Return list, line and place of every word below a header."""
        return [
            (key, at, word)
            for key, text in self.texts.items()
            for at, line in enumerate(text.splitlines())
            if at
            for word in range(len(line.split()))
        ]

    def possible(self, config: str, key: FilterKey) -> list[frozenset[object]]:
        """Return what may happen to some packets of RoCE, each for itself."""
        acl = self.bench.read(config).filters[key]
        region = REGIONS[Traffic.V2_IPV4 if key[0] == "ipv4" else Traffic.V1]
        points = [region]
        if key[0] == "ipv4":
            points = [
                {**region, SOURCE: single(source), SOURCE_PORT: single(port)}
                for source in self.sources
                for port in PORTS
            ]
        return [
            frozenset().union(*(each.actions for each in outcomes((Stage(acl),), point)))
            for point in points
        ]

    def check_damaged(self, key: FilterKey, at: int, word: int) -> None:
        """Hold that a damaged line takes nothing from what may happen."""
        lines = self.texts[key].splitlines()
        words = lines[at].split()
        words[word] = NONSENSE
        lines[at] = self.indent + " ".join(words)
        before, after = (self.possible(text, key) for text in (self.texts[key], "\n".join(lines)))
        for was, now in zip(before, after, strict=True):
            assert was <= now

    def check_harmless(self, key: FilterKey, changes: Sequence[Callable[[str], str]]) -> str:
        """Hold that changes which mean nothing change nothing; return the changed text."""
        text = self.texts[key]
        wanted = self.possible(text, key)
        for change in changes:
            text = change(text)
        assert self.possible(text, key) == wanted
        return text
