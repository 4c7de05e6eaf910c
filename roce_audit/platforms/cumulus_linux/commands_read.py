"""Reads commands of NVUE and NCLU."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from roce_audit.model.source import SourceRef
from roce_audit.platforms.cumulus_linux import nclu
from roce_audit.platforms.cumulus_linux.nvue import set_path, unset

if TYPE_CHECKING:
    from roce_audit.platforms.cumulus_linux.state import State

_COMMAND = re.compile(r"(?:sudo\s+)?(nv|net)\s+(\S+)\s*(.*)")
_PART = re.compile(r"""(?:'[^']*'|"[^"]*"|&(?!&)|[^;&])+""")
_NO_CHANGE = frozenset({
    "config", "show", "list", "commit", "pending", "abort", "action", "help", "rollback",
})  # fmt: skip
_COMMENTS = ("#", "!")
_SHELL = ("sudo ", "echo ", "sleep ", "exit", "cat ", "ls ", "set -", "ssh ")
_FILTERS = ("cumulus/acl", "tables", "cl-acltool")


class CommandReader:
    """Takes lines of command lists."""

    __slots__ = ("_active", "_document", "_state")

    def __init__(self, state: State, document: str) -> None:
        """Begin outside a list."""
        self._state = state
        self._document = document
        self._active = False

    def leave(self) -> None:
        """End the list: what follows may be anything."""
        self._active = False

    @staticmethod
    def knows(text: str) -> bool:
        """Whether ``text`` changes the configuration by a command."""
        found = _COMMAND.fullmatch(text)
        return found is not None and found[2] not in {"show", "list", "help"}

    def feed(self, number: int, text: str) -> bool:
        """Read one line; return whether it was of a list."""
        if not text.startswith(("n", "sudo n")):
            return False
        if _COMMAND.match(text) is None:
            return False
        self._active = True
        for part in _PART.findall(text) if "&&" in text or ";" in text else [text]:
            found = _COMMAND.fullmatch(part.strip(" &"))
            if found is not None:
                self._command(found, SourceRef(self._document, number, text))
        return True

    def other(self, number: int, text: str) -> None:
        """Take a line that nobody knows; inside a list it may be a damaged command."""
        if text.startswith(_SHELL) and not any(word in text for word in _FILTERS):
            return
        if self._active and not text.startswith(_COMMENTS):
            self._state.lost(SourceRef(self._document, number, text), "it is no command")

    def _command(self, found: re.Match[str], source: SourceRef) -> None:
        program, verb, rest = found.groups()
        words = _words(rest)
        if program == "net":
            self._nclu(verb, words, source)
        elif verb == "set" and words:
            set_path(self._state, words, source)
        elif verb == "unset":
            self._unset(words, source)
        elif verb not in _NO_CHANGE:
            self._state.lost(source, f"'nv {verb}' is no command that is known")

    def _unset(self, words: list[str], source: SourceRef) -> None:
        self._state.claims.read()
        if words:
            unset(self._state, words, source)
        else:
            self._state.tree.children.clear()

    def _nclu(self, verb: str, words: list[str], source: SourceRef) -> None:
        if verb == "del" and words == ["all"]:
            self._state.tree.children.clear()
            return
        if verb not in {"add", "del"}:
            if verb not in _NO_CHANGE:
                self._state.lost(source, f"'net {verb}' is no command that is known")
            return
        paths = nclu.translated(words)
        if paths is None:
            self._state.lost(source, "what this command of NCLU does is not known")
            return
        if words[:1] == ["hostname"] and len(words) > 1:
            self._state.hostname = words[1]
        for path in paths:
            if verb == "add":
                set_path(self._state, path, source)
            else:
                self._state.claims.read()
                unset(self._state, path, source)


def _words(text: str) -> list[str]:
    if '"' not in text and "'" not in text and "#" not in text and "\\" not in text:
        return text.split()
    try:
        return shlex.split(text, comments=True)
    except ValueError:
        return text.split()
