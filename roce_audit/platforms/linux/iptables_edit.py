"""What one iptables or ebtables command is to change."""

from __future__ import annotations

from dataclasses import dataclass
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
)
_FLAGS |= {"--concurrent", "--Lc", "--Ln", "--Lx", "--Lmac2", "-x"}


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
    verb, chain, number = "", "", 0
    rest: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in {"-t", "--table"} and at < len(words):
            table = words[at]
            at += 1
        elif word in {"-w", "-W", "--wait", "--wait-interval"}:
            at += 1 if words[at : at + 1] and words[at].isdecimal() else 0
        elif not verb and word in _VERBS:
            verb = _VERBS[word]
            if at < len(words) and words[at][:1] != "-":
                chain = words[at]
                at += 1
                if verb in _NUMBERED and words[at : at + 1] and words[at].isdecimal():
                    number = int(words[at])
                    at += 1
        elif word not in _FLAGS or verb in _WITH_RULE:
            rest.append(word)
    if not verb:
        raise ParseError("has no command such as -A")
    if verb in _WITH_RULE and not chain:
        raise ParseError("names no chain")
    return Edit(verb, table, chain, number, tuple(rest))
