"""JSON that remembers where everything stands, read from whatever people have.

The library's own reader gives no positions and refuses a text at its first fault. This one keeps
the offset of every name and item, keeps members with the same name apart, and hands back what it
read of a broken text together with the place of the fault. It also takes what tools print instead
of JSON: single quotes, ``True``, ``None``, a comma before a closing bracket.
"""

from __future__ import annotations

import json
import re

from roce_audit.reading.json_values import PAIR, JsonArray, JsonObject, JsonRead, JsonValue

DEEPEST = 60
"""Levels of nesting; no configuration has half as many."""
MOST_VALUES = 20_000_000
"""Values of one text."""
_MOST_DIGITS = 300


def read_json(text: str, at: int = 0) -> JsonRead:
    """Return the value that begins at offset ``at``; what follows it is not looked at."""
    reader = _Reader(text)
    value = reader.value(reader.skip(at), 0)
    return JsonRead(value, reader.at, reader.fault)


def read_members(text: str, at: int = 0) -> JsonRead:
    """Return the members from offset ``at`` to the end, as pasted without their brackets."""
    reader = _Reader(text, open_ended=True)
    value = reader.members(JsonObject(at), at, 0)
    return JsonRead(value, reader.at, reader.fault)


_ONE = PAIR.pattern.replace("(", "(?:")
_FLAT = re.compile(
    rf"\{{[ \t\r\n]*+{_ONE}[ \t\r\n]*+(?:,[ \t\r\n]*+{_ONE}[ \t\r\n]*+)*+(?:,[ \t\r\n]*+)?\}}"
)
"""A whole object of plain texts: most entries of a database."""
_SPACE = re.compile(r"[ \t\r\n]*")
_PLAIN = re.compile(
    r'[ \t\r\n]*"([^"\\\x00-\x1f]*)"[ \t\r\n]*:[ \t\r\n]*'
    r'(?:"([^"\\\x00-\x1f]*)"[ \t\r\n]*([,}]))?'
)
"""A member with a plain name and, if all is plain, its text and what follows: most of them."""
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_QUOTED = re.compile(r"'([^'\\\x00-\x1f]*)'")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?(?![\w.])")
_WORD = re.compile(r"[A-Za-z]+")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
}


class _Reader:
    """Reads one value; after a fault everything is left as it is."""

    __slots__ = ("_count", "_open_ended", "_text", "at", "fault")

    def __init__(self, text: str, *, open_ended: bool = False) -> None:
        self._text = text
        self._open_ended = open_ended
        self._count = 0
        self.at = 0
        self.fault = ""

    def skip(self, at: int) -> int:
        """Return the offset of the next sign that is no blank."""
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> JsonValue:
        """Read the value at ``at``; ``self.at`` is then behind it."""
        self._count += 1
        if depth > DEEPEST or self._count > MOST_VALUES:
            self._fail(at, "it is nested too deep or too large")
            return None
        match self._text[at : at + 1]:
            case "{":
                if found := _FLAT.match(self._text, at):
                    self.at = found.end()
                    return JsonObject(at, flat=found[0])
                return self.members(JsonObject(at), at + 1, depth)
            case "[":
                return self._items(JsonArray(at), at + 1, depth)
            case '"' | "'":
                return self._string(at)
            case _:
                return self._scalar(at)

    def members(self, made: JsonObject, at: int, depth: int) -> JsonObject:
        """Read members up to the closing bracket."""
        text, members, plain = self._text, made.members, _PLAIN.match
        while True:
            found = plain(text, at)
            if found is None:
                at = self.skip(at)
                if self._closes(at, "}"):
                    break
                name, name_at = self._string(at), at
                at = self._colon()
            else:
                name, value, after = found.groups()
                name_at, at = found.start(1) - 1, found.end()
                if after is not None:
                    members.append((name, name_at, value))
                    if after == "}":
                        self.at = at
                        break
                    continue
            if at >= 0:
                members.append((str(name), name_at, self.value(at, depth + 1)))
                at = self._next("}")
            if at < 0:
                break
        return made

    def _items(self, made: JsonArray, at: int, depth: int) -> JsonArray:
        while at >= 0:
            at = self.skip(at)
            if self._closes(at, "]"):
                break
            made.places.append(at)
            made.items.append(self.value(at, depth + 1))
            at = self._next("]")
        return made

    def _closes(self, at: int, bracket: str) -> bool:
        """Step over a closing bracket at ``at``."""
        if self._text.startswith(bracket, at):
            self.at = at + 1
            return True
        if at >= len(self._text) and self._open_ended:
            self.at = at
            return True
        return False

    def _next(self, bracket: str) -> int:
        """Return where the next member or item may begin; -1 behind the last one."""
        if self.fault:
            return -1
        at = self.skip(self.at)
        if self._text.startswith(",", at):
            return at + 1
        if not self._closes(at, bracket):
            self._fail(at, f"a comma or {bracket!r} is missing")
        return -1

    def _colon(self) -> int:
        """Return where the value behind a name begins; -1 if there is none."""
        at = self.skip(self.at)
        if self.fault or not self._text.startswith(":", at):
            self._fail(at, "a colon is missing")
            return -1
        return self.skip(at + 1)

    def _string(self, at: int) -> str:
        if found := _STRING.match(self._text, at):
            self.at = found.end()
            return str(json.loads(found[0]))
        if found := _QUOTED.match(self._text, at):
            self.at = found.end()
            return found[1]
        self._fail(at, "a text in quotes is missing or has no end")
        return ""

    def _scalar(self, at: int) -> JsonValue:
        if found := _NUMBER.match(self._text, at):
            self.at = found.end()
            return _number(found)
        found = _WORD.match(self._text, at)
        if found is None or found[0] not in _WORDS:
            self._fail(at, "a value is missing")
            return None
        self.at = found.end()
        return _WORDS[found[0]]

    def _fail(self, at: int, told: str) -> None:
        if not self.fault:
            ended = at >= len(self._text)
            self.fault = "the text ends in the middle of it" if ended else told
            self.at = min(at, len(self._text))


def _number(found: re.Match[str]) -> int | float | str:
    if found[1] or found[2]:
        return float(found[0])
    return int(found[0]) if len(found[0]) <= _MOST_DIGITS else found[0]
