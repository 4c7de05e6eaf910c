"""What the options of a rule of policy.d have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import normalise
from roce_audit.platforms.cumulus_linux.values import ports

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.match import Match
    from roce_audit.reading.statement import Words


@dataclass(slots=True)
class RuleWords:
    """One rule while its words are read.

    Attributes:
        key: What tells its open questions from those of other rules.
        where: The line, for sentences.
        match: What it matches so far.
        target: Word behind ``-j``, "" if none.
        inward: Interfaces behind ``-i``.
        outward: Interfaces behind ``-o``.
        inverted: Whether ``!`` stands before the option being read.
    """

    key: str
    where: str
    match: Match
    target: str = ""
    inward: tuple[str, ...] = ()
    outward: tuple[str, ...] = ()
    inverted: bool = False

    @property
    def bare(self) -> bool:
        """Whether the rule has no condition at all, not even an interface."""
        return not (self.match.used or self.inward or self.outward)

    def open(self, reason: str) -> None:
        """Make the match hang on a question."""
        self.match.doubts.append(Doubt(f"{self.key} q{len(self.match.doubts)}", reason))

    def narrow(self, dimension: Dimension, values: Ranges) -> None:
        """Take a condition; an inverted one only opens a question, which keeps what it may hit."""
        self.match.used = True
        if not self.inverted:
            self.match.narrow(dimension, values)


Option: TypeAlias = "Callable[[RuleWords, Words], None]"
"""Reads what stands behind one option."""


def value(dimension: Dimension, read: Callable[[str], Ranges]) -> Option:
    """Return an option that compares one field."""

    def option(rule: RuleWords, words: Words) -> None:
        rule.narrow(dimension, read(words.take("a value")))

    return option


def several(dimension: Dimension, read: Callable[[str], Ranges]) -> Option:
    """Return an option that compares one field with a comma list."""

    def option(rule: RuleWords, words: Words) -> None:
        parts = words.take("a value").split(",")
        found = tuple(each for part in parts for each in read(part))
        rule.narrow(dimension, normalise(found))

    return option


def port(dimension: Dimension) -> Option:
    """Return an option that compares a port."""

    def option(rule: RuleWords, words: Words) -> None:
        found = ports(words.take("a port"))
        if rule.inverted:
            rule.match.used = True
        else:
            rule.match.ports(dimension, found)

    return option


def unclear(reason: str, count: int = 0) -> Option:
    """Return an option with ``count`` words behind it that only narrows, nobody knows how."""

    def option(rule: RuleWords, words: Words) -> None:
        for _ in range(count):
            words.take("a value")
        rule.match.used = True
        rule.open(f"{rule.where} {reason}")

    return option


def nothing(count: int = 0) -> Option:
    """Return an option that says nothing about packets."""

    def option(rule: RuleWords, words: Words) -> None:
        del rule
        for _ in range(count):
            words.take("a value")

    return option


def inward(rule: RuleWords, words: Words) -> None:
    """Read the interfaces that packets enter at."""
    names = tuple(words.take("an interface").split(","))
    rule.match.used = True
    if not rule.inverted:
        rule.inward = names


def outward(rule: RuleWords, words: Words) -> None:
    """Read the interfaces that packets leave at."""
    names = tuple(words.take("an interface").split(","))
    rule.match.used = True
    if not rule.inverted:
        rule.outward = names


def target(rule: RuleWords, words: Words) -> None:
    """Read the target with all its words."""
    rule.target = words.take("a target")
    words.rest()


COMMON: Mapping[str, Option] = {
    **dict.fromkeys(("-i", "--in-interface"), inward),
    **dict.fromkeys(("-o", "--out-interface"), outward),
    **dict.fromkeys(("-j", "--jump", "-g", "--goto"), target),
}
"""Options of every section."""
