"""JSON inside a text: where it ends, and what it is."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.links import read_json
from roce_audit.platforms.linux.nft_objects import read_object
from roce_audit.platforms.linux.nft_state import Nft
from roce_audit.platforms.linux.patterns import FILTER_LIKE
from roce_audit.platforms.linux.state import State, at_line

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.hints import Hint
    from roce_audit.platforms.linux.nft_json_values import Json

_SPACE = " \t\r\n"
_MOST_TRIES = 40
"""Places that look like JSON and are none before no more are tried."""
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines as one text, with the way back to their numbers."""

    text: str
    starts: list[int]
    numbers: list[int]

    def line(self, place: int) -> int:
        return self.numbers[bisect_right(self.starts, place) - 1]


@dataclass(slots=True)
class JsonReader:
    """Reads JSON of ``nft``, ``ip`` and ``bridge``.

    Attributes:
        state: What it adds to.
        file: Name of the text.
        lines: All its lines.
        failed: How often something was no JSON after all.
    """

    state: State
    file: str
    lines: list[tuple[int, str]]
    failed: int = 0

    def read(self, at: int, hint: Hint) -> int:
        """Read the JSON that begins at line ``at``; return the line behind it."""
        if self.failed >= _MOST_TRIES:
            self.state.lost(at_line(self.file, *self.lines[at]), "looks like JSON and is none")
            return at + 1
        joined = _joined(self.lines[at:])
        begin = _skip(joined.text, 0, _SPACE)
        head = "".join(joined.text[begin : begin + _SHOWN].split())
        if head.startswith('{"nftables"'):
            end = self._ruleset(joined, begin, terse=hint.terse)
        else:
            end = self._other(joined, begin)
        return at + max(bisect_right(joined.starts, max(end - 1, 0)), 1)

    def _source(self, joined: _Text, at: int) -> SourceRef:
        text = " ".join(joined.text[at : at + _SHOWN].split())
        return at_line(self.file, joined.line(min(at, len(joined.text))), text)

    def _other(self, joined: _Text, begin: int) -> int:
        source = self._source(joined, begin)
        try:
            value, end = _decode(joined.text, begin)
        except (ValueError, RecursionError):
            self.failed += 1
            self.state.lost(source, "is JSON that is cut short or damaged")
            return begin + 1
        if not read_json(self.state.world, value, source):
            if FILTER_LIKE.search(joined.text[begin:end]):
                self.state.lost(source, "is JSON that is not known and speaks of filters")
        else:
            self.state.ledger.read += 1
        return end

    def _ruleset(self, joined: _Text, begin: int, *, terse: bool) -> int:
        """Read the objects of a ruleset one by one, each with its own line."""
        self.state.seen = True
        self.state.dump += 1
        nft = Nft(self.state, terse=terse, listing=True, printed=True)
        text = joined.text
        at = text.find("[", begin) + 1
        while True:
            at = _skip(text, at, f"{_SPACE},")
            if text[at : at + 1] == "]":
                break
            try:
                value, after = _decode(text, at)
            except (ValueError, RecursionError):
                self.state.lost(self._source(joined, at), "is JSON that is cut short or damaged")
                return len(text)
            read_object(nft, value, self._source(joined, at))
            at = after
        self.state.dump += 1
        at = _skip(text, at + 1, _SPACE)
        return at + 1 if text[at : at + 1] == "}" else at


def _joined(lines: list[tuple[int, str]]) -> _Text:
    starts: list[int] = []
    length = 0
    for _, line in lines:
        starts.append(length)
        length += len(line) + 1
    return _Text("\n".join(line for _, line in lines), starts, [number for number, _ in lines])


def _decode(text: str, at: int) -> tuple[Json, int]:
    value: Json
    value, after = json.JSONDecoder().raw_decode(text, at)
    return value, after


def _skip(text: str, at: int, what: str) -> int:
    while at < len(text) and text[at] in what:
        at += 1
    return at
