"""What one iptables or ebtables command is to change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_VERBS: Mapping[str, str] = {
    "--append": "-A",
    "--insert": "-I",
    "--delete": "-D",
    "--replace": "-R",
    "--check": "-C",
    "--new-chain": "-N",
    "--delete-chain": "-X",
    "--flush": "-F",
    "--policy": "-P",
    "--list": "-L",
    "--list-rules": "-S",
    "--zero": "-Z",
    "--rename-chain": "-E",
    **{verb: verb for verb in ("-A", "-I", "-D", "-R", "-C", "-N", "-X", "-F", "-P")},
    **{verb: verb for verb in ("-L", "-S", "-Z", "-E")},
}
_NAMES_TABLE = frozenset({"-t", "--table", "-w", "--wait", "-W", "--wait-interval"})
_NUMBERED = frozenset({"-I", "-D", "-R"})
_WITH_RULE = frozenset({"-A", "-I", "-D", "-R", "-C", "-P"})
_FLAGS = frozenset(
    {"-n", "-v", "--verbose", "--numeric", "--line-numbers", "-4", "-6", "--modprobe"}
    | {"--concurrent", "--Lc", "--Ln", "--Lx", "--Lmac2", "-x"}
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One command.

    Attributes:
        verb: Its short form: ``-A``.
        table: The table.
        chain: The chain, "" for all.
        number: Rule number given, 0 if none.
        words: The rule, or the policy.
    """

    verb: str
    table: str
    chain: str
    number: int
    words: tuple[str, ...]


def edit_of(words: Sequence[str], table: str) -> Edit:
    """Take a command apart.

    Args:
        words: All its words but the program.
        table: The table if the command names none.

    Raises:
        ParseError: It is no command of this kind.
    """
    if words[:1] == ["-A"] and len(words) > 1 and not _NAMES_TABLE & set(words):
        return Edit("-A", table, words[1], 0, tuple(words[2:]))
    draft = _Draft(list(words), table)
    while draft.words:
        draft.step()
    if not draft.verb:
        raise ParseError("has no command such as -A")
    if draft.verb in _WITH_RULE and not draft.chain:
        raise ParseError("names no chain")
    return Edit(draft.verb, draft.table, draft.chain, draft.number, tuple(draft.rest))


@dataclass(slots=True)
class _Draft:
    """A command while it is taken apart; ``words`` are those not yet looked at."""

    words: list[str]
    table: str
    verb: str = ""
    chain: str = ""
    number: int = 0
    rest: list[str] = field(default_factory=list[str])

    def step(self) -> None:
        """Take the next word, and those that belong to it."""
        word = self.words.pop(0)
        if word in {"-t", "--table"} and self.words:
            self.table = self.words.pop(0)
        elif word in _NAMES_TABLE:
            self._number()
        elif not self.verb and word in _VERBS:
            self.verb = _VERBS[word]
            if self.words and self.words[0][:1] != "-":
                self.chain = self.words.pop(0)
                self.number = self._number() if self.verb in _NUMBERED else 0
        elif word not in _FLAGS or self.verb in _WITH_RULE:
            self.rest.append(word)

    def _number(self) -> int:
        found = bool(self.words) and self.words[0].isascii() and self.words[0].isdecimal()
        return int(self.words.pop(0)) if found else 0
