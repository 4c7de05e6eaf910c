"""Damaged texts: whatever a text is, a reader answers, and never takes damage for a permit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roce_audit.reading.document import Document, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.platforms.asking import Bench

GARBAGE = ("xx", "9z", "")
"""What takes the place of a word; nothing takes it away."""
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Sample:
    """A configuration that is decided, and questions about it.

    Attributes:
        bench: The platform's reader.
        config: The configuration.
        questions: In the words of the command line; each has one answer.
        names: Words that are names: a damaged one is another name, and the device takes it as such.
        meant: Statements that damage may leave, which the device takes and understands otherwise.
    """

    bench: Bench
    config: str
    questions: tuple[dict[str, object], ...]
    names: frozenset[str]
    meant: frozenset[tuple[str, ...]]

    @property
    def lines(self) -> list[str]:
        """The lines of the configuration."""
        return self.config.splitlines()

    def verdicts(self, text: str) -> list[str]:
        """Return the answers about a text."""
        device = self.bench.read(text)
        return [self.bench.ask(device, each)[0].verdict.value for each in self.questions]

    def words(self, *, below: int | None = None) -> list[tuple[int, int]]:
        """Return line and place of every word that may be damaged.

        Args:
            below: Lines from this one on are left alone.
        """
        return [
            (at, word)
            for at, line in enumerate(self.lines[:below])
            for word, text in enumerate(line.split())
            if text not in self.names and not line.startswith("interface")
        ]

    def check_damaged_word(self, at: int, word: int, garbage: str) -> None:
        """Hold that a damaged word moves verdicts towards undecided and nowhere else."""
        lines = self.lines
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        words = lines[at].split()
        words[word : word + 1] = [garbage] if garbage else []
        if tuple(words) in self.meant:
            return
        text = "\n".join([*lines[:at], indent + " ".join(words), *lines[at + 1 :]])
        for was, now in zip(self.verdicts(self.config), self.verdicts(text), strict=True):
            assert now in (was, UNDECIDED), (lines[at], words)

    def check_any_text(self, text: str, state_command: str) -> None:
        """Hold that a text is read as a configuration, a change, and output of a command."""
        platform, name = self.bench.platform, self.bench.device
        document = Document("config", text)
        change = Document("change", text, Role.CHANGE)
        state = Document("state", text, Role.STATE, state_command)
        platform.read(name, [document, state, change, change], {})
        confidence, _ = platform.detect(text)
        assert 0 <= confidence <= 1

    def known_words(self) -> st.SearchStrategy[list[list[str]]]:
        """Return a strategy of lines of known words in any order."""
        known = sorted({word for line in self.lines for word in line.split()})
        word = st.sampled_from((*known, "no", "x", "4294967296", "[", "!"))
        return st.lists(st.lists(word, min_size=1, max_size=9), max_size=25)

    def check_any_order(self, lines: Sequence[Sequence[str]], indent: int) -> None:
        """Hold that known words in any order are read."""
        text = "\n".join(
            " " * (indent * (at % 3)) + " ".join(words) for at, words in enumerate(lines)
        )
        assert len(self.bench.read(text).ledger.uncertain) <= len(lines)

    def check_cut(self, at: int, noise: bytes) -> None:
        """Hold that a configuration that ends early, or holds noise, is read."""
        self.bench.read(self.config[:at])
        self.bench.read(self.config[:at] + noise.decode("latin-1") + self.config[at:])
