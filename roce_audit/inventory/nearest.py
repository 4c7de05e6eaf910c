"""The nearest right spelling of a word, within a bounded effort."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

_MOST_SEARCHES = 200
_MOST_LISTED = 8
_LONGEST = 64
_SHORTEST = 3
_MOST_NEAR = 3
_WILDCARD = re.compile(r"\[[^]]*\]?|[*?\]]")


class Nearest:
    """Finds the nearest of some words; one instance serves one reading of a file.

    A file may hold thousands of wrong words and thousands of right ones, and each search costs
    milliseconds: after 200 different wrong words no more suggestions are made.
    """

    def __init__(self, words: Iterable[str], what: str) -> None:
        """Take the right words; those that a terminal would obey are never suggested.

        Args:
            words: The right words.
            what: What they are, in the plural, for the suggestion's text.
        """
        self._words = [word for word in words if word.isprintable() and len(word) <= _LONGEST]
        self._what = what
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, word: str) -> tuple[str, ...]:
        """Return up to three right words like ``word``, nearest first.

        A pattern is compared without its wildcards, and with the beginnings of the words only.
        """
        word = word[:_LONGEST]
        if word not in self._found:
            if len(self._found) >= _MOST_SEARCHES:
                return ()
            bare = _WILDCARD.sub("", word)
            begin = len(bare) if bare != word else _LONGEST
            self._found[word] = tuple(self._search(bare, begin))
        return self._found[word]

    def suggestion(self, word: str) -> str:
        """Return the sentence that helps: the nearest words, else a short list of all."""
        if near := self.of(word):
            return f"did you mean {' or '.join(near)}?"
        if not self._words:
            return f"there are no {self._what}"
        if len(self._words) > _MOST_LISTED:
            return ""
        return f"{self._what} are {', '.join(self._words)}"

    def _search(self, word: str, begin: int) -> list[str]:
        lower = word.lower()
        same = [right for right in self._words if right.lower() == lower]
        if same or len(word) < _SHORTEST:
            return same
        begun = [right for right in self._words if right.lower().startswith(lower)]
        cut = {right[:begin]: right for right in reversed(self._words)}
        near = [cut[found] for found in get_close_matches(word, cut, n=_MOST_NEAR)]
        return list(dict.fromkeys([*near, *begun[:_MOST_NEAR]]))[:_MOST_NEAR]
