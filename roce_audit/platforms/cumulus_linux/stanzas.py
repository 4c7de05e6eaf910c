"""Reads ``/etc/network/interfaces``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.source import SourceRef
from roce_audit.platforms.cumulus_linux.ifupdown import STANZA, translated
from roce_audit.platforms.cumulus_linux.nvue import set_path

if TYPE_CHECKING:
    from roce_audit.platforms.cumulus_linux.state import State


class Stanzas:
    """Takes lines of interface files."""

    __slots__ = ("_document", "_name", "_state")

    def __init__(self, state: State, document: str) -> None:
        """Begin outside every stanza."""
        self._state = state
        self._document = document
        self._name = ""

    def leave(self) -> None:
        """End the stanza."""
        self._name = ""

    def feed(self, number: int, line: str, text: str) -> bool:
        """Read one line; return whether it was of such a file."""
        words = text.split()
        if text.startswith("#") or not words:
            return False
        if words[0] in STANZA and len(words) > 1:
            self._head(words, SourceRef(self._document, number, text))
            return True
        if not self._name or not line[:1].isspace():
            self._name = ""
            return False
        source = SourceRef(self._document, number, text)
        paths = translated(self._name, words)
        if paths is None:
            self._state.claims.doubt(source, f"what {words[0]!r} does is not known")
            return True
        for path in paths:
            set_path(self._state, path, source)
        return True

    def _head(self, words: list[str], source: SourceRef) -> None:
        self._name = words[1] if words[0] == "iface" else ""
        if self._name:
            set_path(self._state, ["interface", self._name], source)
        else:
            self._state.claims.ignore()
