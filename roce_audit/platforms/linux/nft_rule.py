"""Rules of nft: conditions and statements from left to right."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.chains import Branch, Compiled, Verdict
from roce_audit.platforms.linux.nft_condition import condition, wire_types
from roce_audit.platforms.linux.nft_garbled import GARBLED, is_garbled
from roce_audit.platforms.linux.nft_limits import OPEN_ENDS, foreign, limit, meter, quota
from roce_audit.platforms.linux.nft_reject import reject
from roce_audit.platforms.linux.nft_select import is_selector
from roce_audit.platforms.linux.nft_statements import NO_EFFECT, skip_harmless
from roce_audit.platforms.linux.unions import ALWAYS, Union, both, doubted
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.linux.nft_joining import Negated
    from roce_audit.platforms.linux.surroundings import Surroundings

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
        tells_ip: Whether a condition that was met tells where nft looks for the IP version.
        tells_type: Whether one tells which EtherType nft looks at in front of fields of IP.
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
    tells_ip: bool = False
    tells_type: bool = False
    last: Negated | None = None

    def read(self) -> Compiled:
        """Read the whole rule; what is not understood makes it uncertain."""
        wire_types(self)
        if is_garbled(self.around):
            return self._uncertain(GARBLED)
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
            condition(self)
        else:
            raise ParseError(f"unknown word {word!r}")

    def end(self, verdict: Verdict, target: str = "") -> None:
        """Let the packets that came as far as here end with a verdict."""
        self.branches.append(Branch(self.matches, verdict, target))
        self.ended = True

    def _open_end(self, why: str) -> None:
        """End with packets that may or may not come through; the rest of the rule says how."""
        self.skip_to_comment()
        self.branches.append(Branch(doubted(self.matches, self.around.open(why)), Verdict.DROP))
        self.end(Verdict.ACCEPT)

    def skip_to_comment(self) -> None:
        """Step over what is left of the rule."""
        while self.words.peek() not in {"", "comment"}:
            self.words.take()

    def narrow(self, holds: Union) -> None:
        """Keep the packets for which a condition holds."""
        self.matches = both(self.matches, holds)

    def maybe(self, why: str) -> None:
        """Keep the packets only if an open question is answered with yes."""
        self.matches = doubted(self.matches, self.around.open(why))

    def jump(self) -> None:
        """Read ``jump`` or ``goto``."""
        verdict = Verdict(self.words.take())
        self.end(verdict, self.words.take("a chain").strip('"'))

    def untrack(self) -> None:
        """Read ``notrack``."""
        self.words.take()
        self.untracks = self.matches


_STATEMENTS: Mapping[str, Callable[[RuleReader], None]] = {
    "jump": RuleReader.jump,
    "goto": RuleReader.jump,
    "reject": reject,
    "limit": limit,
    "quota": quota,
    "meter": meter,
    "notrack": RuleReader.untrack,
    "xt": foreign,
}


def compile_rule(around: Surroundings) -> Compiled:
    """Return what the rule at hand does."""
    return RuleReader(Words(around.rule.words), around).read()
