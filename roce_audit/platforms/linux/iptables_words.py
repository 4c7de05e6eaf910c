"""Words of iptables and ebtables rules: taking lines apart, telling equal rules."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.platforms.linux.chains import Chain

# The quotes that iptables-save writes; whatever is quoted otherwise is left to the shell's rules.
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S+)')
_ESCAPED = re.compile(r"\\(.)")
_ODD = re.compile(r"[\"'\\]")


def words_of(line: str) -> list[str]:
    """Return the words of a line, quotes resolved as a shell does.

    Raises:
        ParseError: A quote is not closed.
    """
    if '"' not in line and "'" not in line and "\\" not in line:
        return line.split()
    pieces = _QUOTED.findall(line)
    if not any(_ODD.search(bare) for _, bare in pieces):
        return [bare or _ESCAPED.sub(r"\1", quoted) for quoted, bare in pieces]
    try:
        return shlex.split(line)
    except ValueError as problem:
        raise ParseError(f"has a quote that is not closed: {problem}") from problem


def place_of(chain: Chain, words: Sequence[str]) -> int | None:
    """Return the place of the first rule that says the same, None if there is none."""
    wanted = plain(words)
    for at, rule in enumerate(chain.rules):
        if plain(rule.words) == wanted:
            return at
    return None


_LONG = {"--source": "-s", "--src": "-s", "--destination": "-d", "--dst": "-d", "--jump": "-j"} | {
    "--protocol": "-p",
    "--in-interface": "-i",
    "--out-interface": "-o",
    "--match": "-m",
}


def plain(words: Sequence[str]) -> tuple[str, ...]:
    """Return a rule's words as a set in order, whatever way they were written.

    ``iptables-save`` names the match of a protocol, writes lengths of host addresses and puts
    conditions in an order of its own.
    """
    pieces: list[str] = []
    current: list[str] = []
    for word in words:
        if word[:1] == "-" and current[-1:] != ["!"] and current:
            pieces.append(" ".join(current))
            current = []
        current.append(_LONG.get(word, word))
    pieces.append(" ".join(current))
    kept = (piece for piece in pieces if not piece.startswith("-m "))
    return tuple(sorted(_short(piece) for piece in kept))


def _short(piece: str) -> str:
    for tail in ("/32", "/128"):
        if piece.startswith(("-s ", "-d ")):
            piece = piece.removesuffix(tail)
    return piece


def comment_of(words: Sequence[str]) -> str:
    """Return the text of ``--comment``, "" if there is none."""
    at = words.index("--comment") + 1 if "--comment" in words else len(words)
    return words[at] if at < len(words) else ""
