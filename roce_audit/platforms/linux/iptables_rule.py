"""Rules of iptables and ip6tables: options from left to right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import Doubt, Field
from roce_audit.platforms.linux.chains import Branch, Compiled, Rule, Verdict
from roce_audit.platforms.linux.unions import (
    ALWAYS,
    V4,
    V6,
    Union,
    both,
    doubted,
    negated,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from roce_audit.platforms.linux.state import IpSet

_FAMILIES: Mapping[str, Union] = {"ip": (V4,), "ip6": (V6,), "bridge": ALWAYS}


@dataclass(slots=True)
class OptionReader:
    """Reads the options of one rule.

    Attributes:
        rule: The rule.
        family: ``ip``, ``ip6`` or ``bridge``.
        chains: Names of the chains that it may call.
        ipsets: Sets of ``ipset`` by name.
        rewritten: Fields that some earlier rule changes.
        translates: Whether any rule rewrites addresses.
        at: The next word.
        inverted: Whether a ``!`` stands before the option being read.
        matches: The packets that the options so far let through.
        protocol: What ``-p`` said, "" if nothing yet.
        modules: Extensions loaded by ``-m``.
        verdict: What the rule does.
        target: The target's name, or the chain that it calls.
        serial: Open questions of the rule so far.
        untracks: Whether it takes packets out of connection tracking.
        open_end: Why the packets it accepts may not arrive; "" if they do.
    """

    rule: Rule
    family: str
    chains: Collection[str]
    ipsets: Mapping[str, IpSet]
    rewritten: frozenset[Field]
    translates: bool = False
    at: int = 0
    inverted: bool = False
    matches: Union = ALWAYS
    protocol: str = ""
    modules: list[str] = field(default_factory=list[str])
    verdict: Verdict = Verdict.PASS
    target: str = ""
    serial: int = 0
    untracks: bool = False
    open_end: str = ""

    def __post_init__(self) -> None:
        self.matches = _FAMILIES[self.family]

    def read(
        self,
        options: Mapping[str, Callable[[OptionReader], None]],
        other: Callable[[OptionReader, str], None],
    ) -> Compiled:
        """Read the whole rule; what is not understood makes it uncertain.

        Args:
            options: What reads the words behind each option.
            other: What reads an option that is not among them.
        """
        words = self.rule.words
        try:
            while self.at < len(words):
                word = words[self.at]
                self.at += 1
                self.inverted = word == "!"
                if self.inverted:
                    word = self.take("an option")
                reader = options.get(word)
                if reader is None:
                    other(self, word)
                else:
                    reader(self)
        except ParseError as problem:
            return self._uncertain(problem.reason)
        return self._understood()

    def _understood(self) -> Compiled:
        effective = self.verdict is not Verdict.PASS or self.untracks
        branches: list[Branch] = []
        if self.open_end:
            branches.append(Branch(doubted(self.matches, self.open(self.open_end)), Verdict.DROP))
        called = self.target if self.verdict in {Verdict.JUMP, Verdict.GOTO} else ""
        branches.append(Branch(self.matches, self.verdict, called))
        untracked = self.matches if self.untracks else ()
        return Compiled(tuple(branches), effective=effective, untracks=untracked)

    def _uncertain(self, reason: str) -> Compiled:
        why = f"options that are not understood ({reason})"
        branches = tuple(
            Branch(doubted(self.matches, self.open(why)), verdict)
            for verdict in (Verdict.DROP, Verdict.ACCEPT)
        )
        return Compiled(branches, uncertain=reason)

    def open(self, why: str) -> Doubt:
        """Return a question of this rule's own that the capture does not answer."""
        self.serial += 1
        key = self.rule.key if self.serial == 1 else f"{self.rule.key} ({self.serial})"
        return Doubt(key, f"line {self.rule.source.line} depends on {why}")

    def take(self, what: str) -> str:
        """Return the next word and step over it.

        Raises:
            ParseError: There is none.
        """
        if self.at >= len(self.rule.words):
            raise ParseError(f"ends where {what} should follow")
        self.at += 1
        return self.rule.words[self.at - 1]

    def peek(self) -> str:
        """Return the next word, "" at the end."""
        return self.rule.words[self.at] if self.at < len(self.rule.words) else ""

    def value(self, what: str) -> tuple[str, bool]:
        """Return the next value, and whether a ``!`` before it or the option turns it round."""
        word = self.take(what)
        if word == "!":
            return self.take(what), not self.inverted
        return word, self.inverted

    def narrow(self, union: Union, *, inverted: bool = False) -> None:
        """Keep the packets in ``union``, or those outside of it."""
        self.matches = both(self.matches, negated(union) if inverted else union)

    def maybe(self, why: str) -> None:
        """Keep the packets only if an open question is answered with yes."""
        self.matches = doubted(self.matches, self.open(why))

    def arguments(self) -> None:
        """Step over the arguments of an option that is known to be of no interest."""
        while self.peek() and self.peek()[:1] not in {"-", "!"}:
            self.at += 1
