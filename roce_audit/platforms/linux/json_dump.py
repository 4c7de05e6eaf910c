"""JSON inside a text: where it ends, and what it is."""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.links import read_json
from roce_audit.platforms.linux.nft_objects import read_object
from roce_audit.platforms.linux.nft_state import Nft
from roce_audit.platforms.linux.state import State, at_line

if TYPE_CHECKING:
    from roce_audit.platforms.linux.hints import Hint
    from roce_audit.platforms.linux.nft_json_values import Json

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines as one text, with the way back to their numbers."""

    text: str
    starts: list[int]
    numbers: list[int]

    def line(self, place: int) -> int:
        return self.numbers[bisect_right(self.starts, place) - 1]


def read_json_dump(
    state: State, file: str, lines: list[tuple[int, str]], at: int, hint: Hint
) -> int:
    """Read the JSON that begins at line ``at``.

    Returns:
        How many lines it takes; 0 if there is no JSON.
    """
    joined = _joined(lines[at:])
    begin = len(joined.text) - len(joined.text.lstrip())
    head = joined.text[begin : begin + 40].replace(" ", "").replace("\n", "")
    if head.startswith('{"nftables"'):
        end = _ruleset(state, file, joined, begin, terse=hint.terse)
    else:
        end = _other(state, file, joined, begin)
    if end is None:
        return 0
    return bisect_right(joined.starts, max(end - 1, 0))


def _joined(lines: list[tuple[int, str]]) -> _Text:
    starts: list[int] = []
    length = 0
    for _, line in lines:
        starts.append(length)
        length += len(line) + 1
    return _Text("\n".join(line for _, line in lines), starts, [number for number, _ in lines])


def _other(state: State, file: str, joined: _Text, begin: int) -> int | None:
    try:
        value, end = _DECODER.raw_decode(joined.text, begin)
    except (ValueError, RecursionError):
        return None
    source = at_line(file, joined.line(begin), joined.text[begin : begin + 80])
    return end if read_json(state.world, value, source) else None


def _ruleset(state: State, file: str, joined: _Text, begin: int, *, terse: bool) -> int | None:
    """Read the objects of a ruleset one by one, each with its own line."""
    state.seen = True
    state.dump += 1
    nft = Nft(state, terse=terse, listing=True)
    at = joined.text.find("[", begin) + 1
    end = None
    while end is None:
        at = _skip(joined.text, at, _SPACE + ",")
        if joined.text[at : at + 1] == "]":
            end = _skip(joined.text, at + 1, _SPACE)
            break
        try:
            value, after = _decode(joined.text, at)
        except (ValueError, RecursionError):
            source = at_line(
                file, joined.line(min(at, len(joined.text))), joined.text[at : at + 80]
            )
            state.lost(source, "is JSON that is cut short or damaged")
            end = len(joined.text)
            break
        text = joined.text[at:after]
        read_object(nft, value, at_line(file, joined.line(at), " ".join(text.split())[:400]))
        at = after
    state.dump += 1
    return min(end + 1, len(joined.text)) if joined.text[end : end + 1] == "}" else end


def _decode(text: str, at: int) -> tuple[Json, int]:
    value: Json
    value, after = _DECODER.raw_decode(text, at)
    return value, after


def _skip(text: str, at: int, what: str) -> int:
    while at < len(text) and text[at] in what:
        at += 1
    return at
