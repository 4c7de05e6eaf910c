"""Goes through the lines of a document and tells configuration from everything around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.interpreter import Interpreter
from roce_audit.platforms.cisco_nxos.names import interface_names
from roce_audit.platforms.cisco_nxos.transcript import (
    Showing,
    banner_end,
    command_of,
    heading_of,
    prompted,
    showing_of,
)
from roce_audit.reading.document import Document, Role
from roce_audit.reading.indented import clean_lines
from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_nxos.state import State

_FREE_TEXT = frozenset({"description", "name", "remark", "username"})
"""Commands whose arguments may hold anything."""


class Screen:
    """Feeds documents to a state, one line after the other."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._interpreter = Interpreter(state, self._run)
        self._file = ""
        self._showing = Showing.PART
        self._port = ""

    def feed(self, document: Document) -> None:
        """Read a document to its end."""
        self._file = document.name
        self._interpreter.leave()
        if document.role is Role.CHANGE:
            self._showing = Showing.TYPED
        else:
            self._show(_first_showing(document))
        skip_to = 0
        for number, line in clean_lines(document.text):
            text = line.strip()
            if not text or number <= skip_to:
                continue
            if text.startswith("banner "):
                skip_to = banner_end(document.text, number)
                self._interpreter.leave()
                continue
            self._line(number, line, text)
        self._state.settle()

    def _line(self, number: int, line: str, text: str) -> None:
        first = text[0]
        if first == "!":
            self._comment(text)
            return
        if first in "`-" and (command := heading_of(text)):
            self._run(command)
            return
        indent = len(line) - len(line.lstrip())
        found = prompted(text) if "#" in text or ">" in text else None
        if found is not None:
            text, indent = self._prompt(*found), 0
        if text and text[0] != "!":
            self._content(number, text, indent)

    def _content(self, number: int, text: str, indent: int) -> None:
        if self._showing is Showing.SWITCHPORT:
            self._switchport(text)
        elif self._showing is not Showing.OTHER:
            words = tuple(text.split())
            if "!" in text:
                words = _without_comment(words)
            self._interpreter.take(Statement(self._file, number, text, words, indent=indent))

    def _comment(self, text: str) -> None:
        command = command_of(text)
        if command:
            self._run(command)

    def _prompt(self, mode: str, command: str) -> str:
        """Return the configuration command typed at a prompt, "" if it is none."""
        if not command:
            if self._showing is not Showing.TYPED:
                self._interpreter.leave()
                self._showing = Showing.PART
            return ""
        if mode.startswith("config") and not command.startswith("show "):
            self._showing = Showing.TYPED
            return command
        self._run(command)
        return ""

    def _run(self, command: str) -> None:
        """Note that the output of ``command`` follows."""
        self._interpreter.leave()
        self._show(showing_of(command))

    def _show(self, showing: Showing) -> None:
        self._showing = showing
        if showing in (Showing.WHOLE, Showing.PART):
            self._state.show_anew(whole=showing is Showing.WHOLE)

    def _switchport(self, text: str) -> None:
        label, _, value = text.partition(":")
        if label.strip() == "Name":
            self._port = (interface_names(value.strip()) or ("",))[0]
        elif label.strip() == "Switchport" and self._port:
            self._state.modes[self._port] = value.strip().lower() == "enabled"


def _without_comment(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words before a comment: no device prints one there, but people write them."""
    if _FREE_TEXT.intersection(words[:2]):
        return words
    ends = (at for at, word in enumerate(words) if word[0] == "!")
    return words[: next(ends, len(words))]


def _first_showing(document: Document) -> Showing:
    """Return what the first lines of a document are, from its role and command."""
    if document.command:
        return showing_of(document.command)
    if document.role is not Role.STATE:
        return Showing.PART
    # The state of a device by file name: show-interface-switchport.txt.
    showing = showing_of(document.name.partition(".")[0].replace("-", " "))
    return showing if showing is Showing.SWITCHPORT else Showing.OTHER
