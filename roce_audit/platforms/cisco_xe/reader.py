"""Reads captures of a device: every statement acts in order, then the model is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xe.finish import finished
from roce_audit.platforms.cisco_xe.lists import settle
from roce_audit.platforms.cisco_xe.modes import LostMode
from roce_audit.platforms.cisco_xe.sections import HEADERS, enter
from roce_audit.platforms.cisco_xe.settings import settings_of
from roce_audit.platforms.cisco_xe.state import Xe
from roce_audit.platforms.cisco_xe.text import Turn, models_in, statements
from roce_audit.reading.document import Role
from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.device import Device
    from roce_audit.platforms.cisco_xe.modes import Mode
    from roce_audit.reading.document import Document

_TELLING = frozenset({"access-map", "vlan-list"})
"""Words that only statements about VLAN maps have."""
_LEAVE = frozenset({"exit", "quit"})


def read(name: str, documents: Sequence[Document], assume: Mapping[str, str]) -> Device:
    """Return the device that ``documents`` describe, changes applied as the device would.

    Args:
        name: Device name.
        documents: Captures in order; those of role CHANGE come last.
        assume: The platform's switches.
    """
    xe = Xe(settings_of(assume))
    settled = False
    for document in documents:
        if document.role is Role.CHANGE and not settled:
            settle(xe)
            settled = True
        _read(xe, document)
    settle(xe)
    return finished(xe, name, documents)


def _read(xe: Xe, document: Document) -> None:
    xe.typed = document.role is Role.CHANGE
    if not xe.typed:
        xe.dump += 1
        xe.models += models_in(document.text)
    machine = _Machine(xe)
    for each in statements(document):
        if isinstance(each, Statement):
            machine.take(each)
        elif each is Turn.TYPED:
            xe.typed = True
        else:
            xe.typed = False
            xe.dump += 1
            machine.leave()


class _Machine:
    """Finds out to which mode each statement belongs.

    Indentation tells where there is any; elsewhere a statement that the global mode does not know
    belongs to the mode opened last if that one knows it.
    """

    def __init__(self, xe: Xe) -> None:
        self._xe = xe
        self._mode: Mode | None = None
        self._indent = 0
        self._nested = False
        self._skip: int | None = None

    def leave(self) -> None:
        """Go back to the global mode."""
        self._mode = None
        self._skip = None

    def take(self, statement: Statement) -> None:
        """Apply one statement."""
        indent = statement.indent
        if self._skip is not None and indent > self._skip:
            self._xe.book.no_effect += 1
            return
        self._skip = None
        if self._mode is not None and indent > self._indent:
            self._nested = True
            if isinstance(self._mode, LostMode):
                self._mode.take(self._xe, statement)
            elif not _is_header(statement.words) or not self._enter(statement, self._indent):
                self._inside(statement)
            return
        if not self._enter(statement, indent):
            self._flat(statement)

    def _inside(self, statement: Statement) -> None:
        mode = self._mode
        if mode is not None:
            mode.take(self._xe, statement)
            if statement.words[0] == "service":
                # A service instance has statements of its own below it.
                self._skip = statement.indent

    def _enter(self, statement: Statement, indent: int) -> bool:
        taken = enter(self._xe, statement)
        if taken is False:
            return False
        self._mode = None if taken is True else taken
        self._indent = indent
        self._nested = False
        return True

    def _flat(self, statement: Statement) -> None:
        """Take a statement that is not indented and not of the global mode."""
        words = statement.words
        if words[0] in _LEAVE and len(words) == 1:
            self.leave()
        elif self._mode is not None and not self._nested and self._mode.knows(words):
            self._mode.take(self._xe, statement)
        else:
            if not _TELLING.isdisjoint(words):
                self._lost(statement)
            self._mode = LostMode(statement)
            self._indent = statement.indent

    def _lost(self, statement: Statement) -> None:
        """Remember a statement that may be about a VLAN map; its header may have doubted it."""
        entered = self._xe.book.uncertain[-1:]
        if not entered or entered[0].source != statement.source:
            self._xe.book.doubt(statement.source, "a damaged statement about VLAN maps")
        self._xe.lost.append(statement)


def _is_header(words: tuple[str, ...]) -> bool:
    if words[0] in HEADERS:
        return True
    return words[0] in ("no", "default") and words[1:2] != () and words[1] in HEADERS
