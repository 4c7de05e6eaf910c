"""Reads nft text: blocks as ``nft list`` prints them, and commands as scripts give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.nft_blocks import base_of, fill_set, table_of
from roce_audit.platforms.linux.nft_commands import COMMANDS
from roce_audit.platforms.linux.nft_places import take_place
from roce_audit.platforms.linux.nft_words import END, Script, statement_end
from roce_audit.platforms.linux.state import at_line
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Chain
    from roce_audit.platforms.linux.nft_state import Nft, Place

_OBJECTS = frozenset(
    {"counter", "quota", "limit", "ct", "secmark", "synproxy", "flowtable", "tunnel"}
)
_HARMLESS = frozenset({"comment", "define", "redefine", "undefine", "list", "describe", "monitor"})


@dataclass(slots=True)
class Reader:
    """Reads one text.

    Attributes:
        nft: What it changes.
        script: The text as words.
        file: Its name.
        at: The next word.
    """

    nft: Nft
    script: Script
    file: str
    at: int = 0

    def read(self) -> None:
        """Read the whole text."""
        words = self.script.words
        while self.at < len(words):
            word = words[self.at]
            if word in {END, "}"}:
                self.at += 1
            elif word == "table":
                self.at += 1
                self._table()
            else:
                self._command()

    def source(self, at: int) -> SourceRef:
        """Return where the word at a place stands."""
        line = self.script.lines[min(at, len(self.script.lines) - 1)]
        return at_line(self.file, line, self.script.texts.get(line, ""))

    def _statement(self) -> tuple[int, list[str]]:
        """Return the next statement and its place, and step behind it."""
        start = self.at
        self.at = max(statement_end(self.script.words, start), start + 1)
        return start, self.script.words[start : self.at]

    def _command(self) -> None:
        start, words = self._statement()
        source = self.source(start)
        book = self.nft.state.ledger
        if words[0] in _HARMLESS:
            book.no_effect += 1
            return
        if words[1:2] == ["table"] and "{" in words and words[0] in COMMANDS:
            self.at = start + 2
            self._table()
            return
        command = COMMANDS.get(words[0])
        if command is None:
            self.nft.state.lost(source, f"is no command of nft: {words[0]!r}")
            return
        try:
            command(self.nft, Words(tuple(words), 1), source)
        except ParseError as problem:
            self.nft.state.lost(source, problem.reason)

    def _table(self) -> None:
        words = self.script.words
        stop = self.at
        while stop < len(words) and words[stop] not in {END, "{", "}"}:
            stop += 1
        source = self.source(self.at)
        try:
            cursor = Words(tuple(words[self.at : stop]))
            place = take_place(cursor)
            cursor.end()
        except ParseError as problem:
            self.nft.state.lost(source, problem.reason)
            place = ("ip", "?")
        self.at = stop + 1
        self.nft.listed(place, source)
        self.nft.state.ledger.read += 1
        if stop < len(words) and words[stop] == "{":
            self._inside(place)

    def _inside(self, place: Place) -> None:
        words = self.script.words
        while self.at < len(words):
            word = words[self.at]
            if word == "}":
                self.at += 1
                return
            if word == END:
                self.at += 1
            elif word == "chain":
                self._chain(place)
            else:
                self._member(place)
        self._cut_short()

    def _cut_short(self) -> None:
        """Note that the text ends inside of braces."""
        source = self.source(len(self.script.words) - 1)
        self.nft.state.lost(source, "is the end of the text, and braces are still open")

    def _chain(self, place: Place) -> None:
        words = self.script.words
        source = self.source(self.at)
        name = words[self.at + 1] if self.at + 1 < len(words) else "?"
        chain = self.nft.chain(place, name.strip('"'), source)
        self.nft.state.ledger.read += 1
        self.at += 2
        if self.at >= len(words) or words[self.at] != "{":
            return
        self.at += 1
        while self.at < len(words) and words[self.at] != "}":
            if words[self.at] == END:
                self.at += 1
            else:
                self._in_chain(chain)
        self.at += 1

    def _in_chain(self, chain: Chain) -> None:
        start, words = self._statement()
        first = words[0]
        if first in {"type", "policy", "hook", "device", "devices"}:
            base_of(self.nft, chain, words, self.source(start))
        elif first in {"comment", "flags"}:
            self.nft.state.ledger.no_effect += 1
        elif "hook" in words and "priority" in words:
            table = table_of(self.nft, chain)
            self.nft.state.lost(self.source(start), "is a damaged line on a hook", table)
        else:
            handle = self.script.handles.get(self.at, "")
            rule = self.nft.state.rule(tuple(words), self.source(start), handle, said(words))
            chain.rules.append(self.nft.shown(rule))

    def _member(self, place: Place) -> None:
        start, words = self._statement()
        source = self.source(start)
        book = self.nft.state.ledger
        if words[0] in {"set", "map"} and len(words) > 1:
            found = self.nft.named_set(place, words[1], words[0], source)
            fill_set(found, words[2:])
            book.read += 1
        elif words[0] == "flags" and "dormant" in words:
            self.nft.table(place, source).dormant = True
            book.read += 1
        elif words[0] in _OBJECTS or words[0] in _HARMLESS or words[0] == "flags":
            book.no_effect += 1
        else:
            table = self.nft.table(place, source)
            self.nft.state.lost(source, f"is no part of a table: {words[0]!r}", table)


def said(words: list[str]) -> str:
    """Return the text of a rule's comment, "" if it has none."""
    if "comment" not in words:
        return ""
    at = len(words) - 1 - words[::-1].index("comment")
    return words[at + 1].strip('"') if at + 1 < len(words) else ""
