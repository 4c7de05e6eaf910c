"""Access lists of NVUE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter
from roce_audit.packets.fields import ETHERTYPE, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cumulus_linux.acl_fields import read_match
from roce_audit.platforms.cumulus_linux.acl_match import RuleMatch
from roce_audit.platforms.cumulus_linux.match import Effect, Entry, Match, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roce_audit.model.source import SourceRef
    from roce_audit.packets.fields import Dimension
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.cumulus_linux.claims import Claims
    from roce_audit.platforms.cumulus_linux.node import Node

_FAMILIES = {"ipv4": Family.IPV4, "ipv6": Family.IPV6, "mac": Family.MAC}
_KINDS = {"ipv4": ETHERTYPE_IPV4, "ipv6": ETHERTYPE_IPV6}
_GOES_ON = frozenset({"log", "set"})
_MIRRORS = frozenset({"span", "erspan"})
_RULE_WORDS = frozenset({"match", "action", "remark"})


@dataclass(frozen=True, slots=True)
class NvueList:
    """One access list.

    Attributes:
        filter: As asked about by name.
        entries: Its lines with what the hardware needs to know of them.
        numbers: Numbers of all its rules, ascending.
    """

    filter: Filter
    entries: tuple[Entry, ...]
    numbers: tuple[int, ...]


def nvue_list(name: str, node: Node, claims: Claims, damaged: SourceRef | None = None) -> NvueList:
    """Return the access list ``name`` of the tree.

    Args:
        name: Its name.
        node: Where it stands.
        claims: The account.
        damaged: A statement on it that is not understood, if there is one.
    """
    kind = node.value("type").lower()
    odd_word = _other_words(node, claims)
    rules = node.at("rule")
    words = list(rules.children.items()) if rules is not None else []
    odd = [(word, rule) for word, rule in words if not _is_number(word)]
    known = sorted((int(word), rule) for word, rule in words if _is_number(word))
    reader = _RuleReader(name, kind, claims)
    for word, rule in odd:
        claims.doubt_below(rule, f"{word!r} is no number of a rule")
    unclear = damaged or odd_word or (odd[0][1].source if odd else None)
    entries = [
        # What is not understood may stand anywhere, so it is tried first, its effect open.
        *(_unclear(name, unclear) if unclear is not None else ()),
        *(entry for number, rule in known for entry in reader.entries(str(number), rule)),
    ]
    acl = Filter(
        family=_FAMILIES.get(kind, Family.MIXED),
        name=name,
        lines=tuple(entry.line for entry in entries),
        default=Action.PERMIT,
        source=node.source,
        kind=f"acl type {kind}" if kind else "acl",
        tag="nvue",
    )
    return NvueList(acl, tuple(entries), tuple(number for number, _ in known))


def _is_number(word: str) -> bool:
    """Whether a word is the number of a rule; ``010`` is none, it would be that of ``10`` again."""
    digits = word.isascii() and word.isdecimal() and len(word) < 10  # noqa: PLR2004 - of a rule
    return digits and str(int(word)) == word


def _other_words(node: Node, claims: Claims) -> SourceRef | None:
    """Return where something unknown is said of a list; every such place is uncertain."""
    found = None
    for word, child in node.children.items():
        if word not in {"type", "rule"}:
            claims.doubt_below(child, f"what {word!r} does to a list is not known")
            found = child.source
    return found


def _unclear(name: str, source: SourceRef) -> Iterable[Entry]:
    """Return lines that may take every packet, either way."""
    reason = f"line {source.line}, about acl {name}, is not understood"
    question = Doubt(f"acl {name} unclear", reason)
    for line, ends in lines_of(Match(), Effect.UNKNOWN, source, "", question):
        yield Entry(line, ends)


def _source(rule: Node) -> SourceRef:
    """Return where a rule stands; of a rule made by several commands, the one with its action."""
    if rule.text.lstrip().startswith(("{", "'", '"')) or " rule " not in rule.text:
        return rule.source
    action = rule.children.get("action", rule)
    told = [action.children[word] for word in ("deny", "permit") if word in action.children]
    return (*told, action)[0].source


class _RuleReader:
    """Reads the rules of one list."""

    def __init__(self, name: str, kind: str, claims: Claims) -> None:
        self._name = name
        self._kind = kind
        self._claims = claims

    def entries(self, word: str, rule: Node) -> Iterable[Entry]:
        """Return the lines of one rule."""
        key = f"acl {self._name} rule {word}"
        match = Match(self._start())
        reader = RuleMatch(match, key)
        if self._kind not in _FAMILIES:
            reader.open(rule, f"is of a list without a known type ({self._name})")
        condition = rule.children.get("match")
        if condition is not None:
            read_match(reader, condition, self._kind)
        match.settle(key, f"rule {word} of {self._name} (line {rule.line})")
        for node, reason in reader.doubts:
            self._claims.doubt_below(node, reason)
        for other, child in rule.children.items():
            if other not in _RULE_WORDS:
                self._claims.doubt_below(child, f"what {other!r} does to a rule is not known")
                match.doubts.append(Doubt(f"{key} {other}", f"line {child.line} is not known"))
        return self._lines(word, rule, match, key)

    def _start(self) -> dict[Dimension, Ranges]:
        kind = _KINDS.get(self._kind)
        return {} if kind is None else {ETHERTYPE: single(kind)}

    def _lines(self, word: str, rule: Node, match: Match, key: str) -> Iterable[Entry]:
        effects = self._effects(rule)
        source = _source(rule)
        for effect, why in effects:
            question = Doubt(f"{key} {effect.name.lower()}", f"line {rule.line} {why}")
            for line, ends in lines_of(match, effect, source, word, question):
                yield Entry(line, ends, match.ranged)

    def _effects(self, rule: Node) -> list[tuple[Effect, str]]:
        action = rule.children.get("action")
        words = set(action.children) if action is not None else set[str]()
        effects: list[tuple[Effect, str]] = []
        if "police" in words:
            effects.append((Effect.LIMIT, "limits the rate of what it matches (police)"))
        unknown = words - _GOES_ON - _MIRRORS - {"police", "permit", "deny"}
        if unknown or not words or {"permit", "deny"} <= words:
            reason = f"has an action that is not known: {' '.join(sorted(unknown or words))}"
            self._claims.doubt_below(action or rule, reason if words else "has no action")
            effects.append((Effect.UNKNOWN, reason if words else "has no action"))
        elif "permit" in words:
            effects.append((Effect.PERMIT, ""))
        elif "deny" in words:
            effects.append((Effect.DENY, ""))
        elif words & _MIRRORS:
            effects.append((Effect.MAY_END, "mirrors, and may end the search or not"))
        return effects
