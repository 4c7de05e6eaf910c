"""Words of configurations that are lists of commands, each naming its whole path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.reading.braces import unquoted

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(
    r'"(?:[^"\\]|\\.)*"|[\[\]](?=\s|$)|[^\s"\[\]]+(?:\[[^\s\[\]]*\][^\s"\[\]]*)*|".*|[\[\]]'
)


def words_of(text: str) -> list[str]:
    """Return the words of a command; a string in double quotes is one word, without the quotes.

    A bracket that stands alone is a word, one inside a word belongs to it.
    """
    if '"' not in text and "[" not in text:
        return text.split()
    return [unquoted(token) for token in _WORD.findall(text)]


def paths(words: list[str]) -> Iterator[list[str]]:
    """Yield one path for each member of a list ``[ a b ]`` in ``words``; else ``words`` itself."""
    if "[" not in words:
        yield words
        return
    first = words.index("[")
    last = words.index("]", first) if "]" in words[first:] else len(words)
    members = [[member] for member in words[first + 1 : last]]
    for member in members or [[]]:
        yield [*words[:first], *member, *words[last + 1 :]]
