"""Rules of nft: conditions and statements from left to right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.fields import UNTAGGED, VLAN
from roce_audit.packets.ranges import single
from roce_audit.platforms.linux.chains import Branch, Compiled, Verdict
from roce_audit.platforms.linux.nft_joining import WHY, Negated, is_single, may_join
from roce_audit.platforms.linux.nft_limits import OPEN_ENDS, foreign, limit, meter, quota
from roce_audit.platforms.linux.nft_match import (
    read_condition,
    read_selectors,
    simple_condition,
    skip_expression,
)
from roce_audit.platforms.linux.nft_select import is_selector
from roce_audit.platforms.linux.nft_statements import NO_EFFECT, skip_harmless
from roce_audit.platforms.linux.nft_vmap import read_vmap
from roce_audit.platforms.linux.unions import ALWAYS, Union, both, doubted
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.surroundings import Surroundings

UNTAGGED_FRAMES: Union = ({VLAN: single(UNTAGGED)},)
_SIMPLE_WORDS = 3
_SIMPLE = {
    "accept": Verdict.ACCEPT,
    "drop": Verdict.DROP,
    "return": Verdict.RETURN,
    "continue": Verdict.PASS,
}


@dataclass(slots=True)
class RuleReader:
    """Reads one rule.

    Attributes:
        words: Its words.
        around: Its table and machine.
        matches: The packets that come as far as here.
        branches: What was found to happen.
        effective: Whether anything but counting and logging was met.
        ended: Whether no packet comes further.
        untracks: Packets taken out of connection tracking.
        behind_ether: Whether a condition on the link layer was met in a netdev table.
        behind_tag: Whether one on the VLAN tag was, which makes nft look behind the tag.
        last: The condition just read, if it is a negated one.
    """

    words: Words
    around: Surroundings
    matches: Union = ALWAYS
    branches: list[Branch] = field(default_factory=list[Branch])
    effective: bool = False
    ended: bool = False
    untracks: Union = ()
    behind_ether: bool = False
    behind_tag: bool = False
    last: Negated | None = None

    def read(self) -> Compiled:
        """Read the whole rule; what is not understood makes it uncertain."""
        try:
            while self.words.peek():
                self._step()
        except ParseError as problem:
            return self._uncertain(problem.reason)
        if not self.ended:
            self.branches.append(Branch(self.matches, Verdict.PASS))
        return Compiled(tuple(self.branches), effective=self.effective, untracks=self.untracks)

    def _uncertain(self, reason: str) -> Compiled:
        why = f"words that are not understood ({reason})"
        for verdict in (Verdict.DROP, Verdict.ACCEPT):
            matches = doubted(self.matches, self.around.open(why))
            self.branches.append(Branch(matches, verdict))
        return Compiled(tuple(self.branches), uncertain=reason)

    def _step(self) -> None:
        word = self.words.peek()
        if word == "comment":
            self.words.take()
            self.words.take("a comment")
        elif word in NO_EFFECT:
            self.last = None
            skip_harmless(self.words, self.around)
        elif self.ended:
            raise ParseError(f"has {word!r} behind its end")
        else:
            self.effective = True
            self._acting(word)

    def _acting(self, word: str) -> None:
        handler = _STATEMENTS.get(word)
        if word in _SIMPLE:
            self.words.take()
            self.end(_SIMPLE[word])
        elif handler is not None and not (word == "ct" and self.words.peek(1) != "helper"):
            handler(self)
        elif word in OPEN_ENDS:
            self._open_end(OPEN_ENDS[word])
        elif is_selector(word):
            self._condition()
        else:
            raise ParseError(f"unknown word {word!r}")

    def end(self, verdict: Verdict, target: str = "") -> None:
        """Let the packets that came as far as here end with a verdict."""
        self.branches.append(Branch(self.matches, verdict, target))
        self.ended = True

    def _open_end(self, why: str) -> None:
        """End with packets that may or may not come through; the rest of the rule says how."""
        self._skip_to_comment()
        self.branches.append(Branch(doubted(self.matches, self.around.open(why)), Verdict.DROP))
        self.end(Verdict.ACCEPT)

    def _skip_to_comment(self) -> None:
        while self.words.peek() not in {"", "comment"}:
            self.words.take()

    def _condition(self) -> None:
        words = self.words
        self._link_layer(words.peek())
        negated = self._negated()
        plain = simple_condition(words.peek(), words.peek(1), words.peek(2), words.peek(3))
        if plain is not None and not self.around.rewritten:
            for _ in range(_SIMPLE_WORDS):
                words.take()
            self.matches = both(self.matches, plain)
            return
        selectors = read_selectors(self.words, self.around)
        follows = self.words.peek()
        if follows == "set":
            self.words.take()
            skip_expression(self.words, self.around)
            return
        if follows == "vmap":
            self.words.take()
            self.branches += read_vmap(self.words, selectors, self.matches, self.around)
            self.ended = True
            return
        condition = read_condition(self.words, selectors, self.around)
        if negated is not None:
            self._join(replace(negated, holds=condition))
        else:
            self.narrow(condition)

    def _negated(self) -> Negated | None:
        """Return the condition that follows if it is ``PROTOCOL FIELD != VALUE``."""
        last, self.last = self.last, None
        words = self.words
        if words.peek(2) != "!=" or not is_single(words.peek(3), words.peek(4)):
            return None
        self.last = last
        return Negated(words.peek(), words.peek(1), self.matches, ())

    def _join(self, negated: Negated) -> None:
        """Keep the packets of a negated condition, and open those that a joined one would keep."""
        last, self.last = self.last, negated
        self.narrow(negated.holds)
        if last is not None and may_join(last, negated):
            either = both(last.before, (*last.holds, *negated.holds))
            self.matches = (*self.matches, *doubted(either, self.around.open(WHY)))

    def _link_layer(self, first: str) -> None:
        """Take account of how nft asks for the IP version in a netdev table.

        Behind an ``ether`` condition it asks for the EtherType on the wire, 0x8100 on a tagged
        frame, and not for the protocol behind the tag; conditions on ``udp`` do not ask for it.
        """
        if self.around.family != "netdev":
            return
        if self.behind_ether and first in {"ip", "ip6"}:
            self.narrow(UNTAGGED_FRAMES)
        self.behind_tag = self.behind_tag or first == "vlan"
        self.behind_ether = (self.behind_ether or first == "ether") and not self.behind_tag

    def narrow(self, condition: Union) -> None:
        """Keep the packets for which a condition holds."""
        self.matches = both(self.matches, condition)

    def maybe(self, why: str) -> None:
        """Keep the packets only if an open question is answered with yes."""
        self.matches = doubted(self.matches, self.around.open(why))

    def jump(self) -> None:
        """Read ``jump`` or ``goto``."""
        verdict = Verdict(self.words.take())
        self.end(verdict, self.words.take("a chain").strip('"'))

    def reject(self) -> None:
        """Read ``reject``: a drop with an answer to the sender."""
        self._skip_to_comment()
        self.end(Verdict.DROP)

    def untrack(self) -> None:
        """Read ``notrack``."""
        self.words.take()
        self.untracks = self.matches


_STATEMENTS: Mapping[str, Callable[[RuleReader], None]] = {
    "jump": RuleReader.jump,
    "goto": RuleReader.jump,
    "reject": RuleReader.reject,
    "limit": limit,
    "quota": quota,
    "meter": meter,
    "notrack": RuleReader.untrack,
    "xt": foreign,
}


def compile_rule(around: Surroundings) -> Compiled:
    """Return what the rule at hand does."""
    return RuleReader(Words(around.rule.words), around).read()
