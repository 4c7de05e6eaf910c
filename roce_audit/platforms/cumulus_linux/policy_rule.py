"""One rule of policy.d: its words, and the lines that it makes in hardware."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cumulus_linux.bridge_options import BRIDGE_OPTIONS
from roce_audit.platforms.cumulus_linux.ip_options import IP_OPTIONS, IPV6_OPTIONS
from roce_audit.platforms.cumulus_linux.match import Effect, Entry, Match, lines_of
from roce_audit.platforms.cumulus_linux.rule_words import RuleWords
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.rule_words import Option

IPTABLES = "iptables"
IP6TABLES = "ip6tables"
EBTABLES = "ebtables"
UNREADABLE = "?"
"""The one word of a rule that could not be read."""
_OPTIONS: Mapping[str, Mapping[str, Option]] = {
    IPTABLES: IP_OPTIONS,
    IP6TABLES: IPV6_OPTIONS,
    EBTABLES: BRIDGE_OPTIONS,
}
_KINDS = {IPTABLES: ETHERTYPE_IPV4, IP6TABLES: ETHERTYPE_IPV6}
_EFFECTS: Mapping[str, Effect] = {
    "ACCEPT": Effect.PERMIT,
    "DROP": Effect.DENY,
    "": Effect.GO_ON,
    "LOG": Effect.GO_ON,
    "SETCLASS": Effect.GO_ON,
    "CONTINUE": Effect.GO_ON,
    "SETQOS": Effect.MAY_END,
    "SPAN": Effect.MAY_END,
    "ERSPAN": Effect.MAY_END,
    "mark": Effect.MAY_END,
    "RETURN": Effect.MAY_END,
    "POLICE": Effect.LIMIT,
    "TRICOLORPOLICE": Effect.LIMIT,
}
_WHY: Mapping[Effect, str] = {
    Effect.LIMIT: "limits the rate of what it matches",
    Effect.MAY_END: "may end the search or not",
    Effect.UNKNOWN: "jumps where hardware does not follow",
}


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """One rule of one chain, variables filled in.

    Attributes:
        section: ``iptables``, ``ip6tables`` or ``ebtables``.
        table: ``filter`` or ``mangle``.
        chain: Its chain.
        words: The words behind chain and table.
        source: Where it stands.
        key: What tells its open questions from those of other rules.
        claim: Its number in the account.
        file: The file of policy.d it is in.
    """

    section: str
    table: str
    chain: str
    words: tuple[str, ...]
    source: SourceRef
    key: str
    claim: int
    file: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a rule does in hardware.

    Attributes:
        entries: Its lines; none if it does nothing there.
        doubt: Why it is not certain, "" if it is.
        jumps: Whether it only counts packets of the switch itself.
    """

    entries: tuple[Entry, ...]
    doubt: str = ""


def compile_rule(rule: PolicyRule) -> Compiled:
    """Return the lines of ``rule`` and what is open about them."""
    read = RuleWords(rule.key, f"line {rule.source.line}", _start(rule.section))
    why = ""
    try:
        _options(read, Words(rule.words), _OPTIONS[rule.section])
    except ParseError as problem:
        why = str(problem)
        read.open(f"{read.where} is not understood: {problem}")
        read.match.used = True
        read.target = _target(rule.words)
    read.match.settle(rule.key, read.where)
    if not read.bare:
        return _compiled(rule, read, why)
    if read.target == "ACCEPT":
        return Compiled(())
    read.open(f"{read.where} has no match: hardware ignores it, the kernel does not")
    return _compiled(rule, read, why)


def _target(words: tuple[str, ...]) -> str:
    """Return the target of a rule that is not understood, one that nobody knows if none is told."""
    for flag in ("-j", "--jump"):
        if flag in words[:-1]:
            return words[words.index(flag) + 1]
    return UNREADABLE


def _start(section: str) -> Match:
    kind = _KINDS.get(section)
    return Match() if kind is None else Match({ETHERTYPE: single(kind)})


def _options(read: RuleWords, words: Words, options: Mapping[str, Option]) -> None:
    """Read every word; what is behind a target belongs to it."""
    while words.peek():
        word = words.take()
        if word == "!":
            read.inverted = True
            continue
        option = options.get(word)
        if option is None:
            raise ParseError(f"unknown word {word!r}")
        option(read, words)
        if read.inverted:
            read.inverted = False
            read.open(f"{read.where} has an inverted match, which hardware does not take")


def _compiled(rule: PolicyRule, read: RuleWords, why: str) -> Compiled:
    effect = _EFFECTS.get(read.target, Effect.UNKNOWN)
    label = f"{rule.file}:{rule.source.line}"
    if effect not in _WHY and not why and not read.match.doubts:
        certain = tuple(
            Entry(line, ends, read.match.ranged, read.inward, read.outward)
            for line, ends in lines_of(read.match, effect, rule.source, label)
        )
        return Compiled(certain)
    reason = f"{read.where} {_WHY.get(effect, '')}"
    question = Doubt(f"{rule.key} {effect.name.lower()}", reason)
    lines = lines_of(read.match, effect, rule.source, label, question)
    entries = tuple(
        Entry(line, ends, read.match.ranged, read.inward, read.outward) for line, ends in lines
    )
    unclear = why or "; ".join(each.reason for each in read.match.doubts)
    return Compiled(entries, unclear or (reason if effect in _WHY else ""))
