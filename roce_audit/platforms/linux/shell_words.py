"""Shell lines taken apart into commands, pipelines and what joins them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Sequence

_JOINTS = frozenset({"||", "&&", ";", "|", "&"})


def is_flag(word: str) -> bool:
    """Whether a word is an option such as ``-a`` and no value such as ``-5``."""
    return word[:1] == "-" and len(word) > 1 and word.lstrip("-").isalpha()


def split_line(line: str) -> list[str]:
    """Return the words of a shell line, joints between commands as words of their own.

    Raises:
        ParseError: A quote is not closed.
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
    except ValueError as problem:
        raise ParseError(f"has a quote that is not closed: {problem}") from problem
    for at, word in enumerate(words):
        if word[:1] == "#":
            return words[:at]
    return words


def pipelines(words: list[str]) -> list[tuple[list[list[str]], str]]:
    """Return pipelines, each with the joint behind it."""
    found: list[tuple[list[list[str]], str]] = []
    commands: list[list[str]] = [[]]
    for word in [*words, ";"]:
        if word == "|":
            commands.append([])
        elif word in _JOINTS:
            if commands != [[]]:
                found.append((commands, word))
            commands = [[]]
        else:
            commands[-1].append(word)
    return found


def plain_command(words: Sequence[str]) -> list[str]:
    """Return a command without redirections, its path, and what stands before it."""
    kept: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word and set(word) <= {"<", ">", "&"}:
            skip = True
            if kept and kept[-1] in {"1", "2"}:
                kept.pop()
        else:
            kept.append(word)
    return _bare(kept)


def _bare(words: list[str]) -> list[str]:
    """Return a command without what runs it: ``sudo``, variables, ``ip netns exec NAME``."""
    while words and (words[0] == "sudo" or words[0][:1] == "-" or _is_variable(words[0])):
        words.pop(0)
    if not words:
        return []
    words[0] = words[0].rsplit("/", 1)[-1]
    if words[:1] == ["ip"] and "exec" in words[:5] and "netns" in words[:4]:
        return _bare(words[words.index("exec") + 2 :])
    return words


def _is_variable(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def pattern_of(words: Sequence[str]) -> str:
    """Return what grep looks for."""
    wanted = [word for word in words[1:] if word[:1] != "-"]
    if len(wanted) != 1:
        raise ParseError("asks grep for more than one pattern")
    return wanted[0].strip('"')
