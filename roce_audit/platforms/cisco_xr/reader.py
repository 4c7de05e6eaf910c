"""Reads captures of a device: every statement acts in order, then the model is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_xr.finish import finished
from roce_audit.platforms.cisco_xr.levels import Levels
from roce_audit.platforms.cisco_xr.lists import FAMILIES, AccessList, edit
from roce_audit.platforms.cisco_xr.sections import ENTERED, apply
from roce_audit.platforms.cisco_xr.settings import settings_of
from roce_audit.platforms.cisco_xr.state import Xr
from roce_audit.platforms.cisco_xr.text import Turn, statements
from roce_audit.reading.document import Role
from roce_audit.reading.said import IGNORED, READ, Said
from roce_audit.reading.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.model.device import Device
    from roce_audit.reading.document import Document

_CLOSE = frozenset({"exit", "!", "quit"})
_LEAVE = frozenset(
    {"root", "end", "configure", "conf", "commit", "end-policy-map", "end-class-map"}
)
_DISCARD = frozenset({"abort", "clear"})
_IDLE = frozenset({"show", "pwd", "do", "terminal", "load"})


def read(name: str, documents: Sequence[Document], assume: Mapping[str, str]) -> Device:
    """Return the device that ``documents`` describe, changes applied as the device would.

    Args:
        name: Device name.
        documents: Captures in order; those of role CHANGE come last.
        assume: The platform's switches.
    """
    xr = Xr(settings_of(assume))
    for document in documents:
        if document.role is not Role.STATE:
            _read(xr, document)
        else:
            _add_shown(xr, document)
    return finished(xr, name, documents)


def _add_shown(xr: Xr, document: Document) -> None:
    """Take the access lists of show output that no configuration defines."""
    shown = Xr(xr.settings)
    _read(shown, document)
    for key, acl in shown.lists.items():
        if key in xr.lists:
            xr.book.read += len(acl.entries)
        else:
            xr.lists[key] = acl
    xr.book.read += shown.book.read
    xr.book.no_effect += shown.book.no_effect


def _read(xr: Xr, document: Document) -> None:
    """Apply a document; what is typed and then discarded is left out."""
    pending: list[Statement | Turn] = []
    for each in statements(document):
        if isinstance(each, Statement) and each.words[0] in _DISCARD and len(each.words) == 1:
            pending = []
            continue
        pending.append(each)
        if isinstance(each, Statement) and each.words[0] == "commit":
            _apply(xr, pending, document.role)
            pending = []
    _apply(xr, pending, document.role)


def _apply(xr: Xr, given: list[Statement | Turn], role: Role) -> None:
    xr.typed = role is Role.CHANGE
    if not xr.typed:
        xr.dump += 1
    machine = _Machine(xr)
    for each in given:
        if isinstance(each, Statement):
            machine.take(each)
        elif each is Turn.TYPED:
            xr.typed = True
        else:
            xr.typed = False
            xr.dump += 1
            machine.leave()


class _Machine:
    """Applies statements one by one, each with the path of the modes that it stands in."""

    def __init__(self, xr: Xr) -> None:
        self._xr = xr
        self._levels = Levels()
        self._list: AccessList | None = None

    def leave(self) -> None:
        """Go back to the global mode."""
        self._levels.leave()
        self._list = None

    def take(self, statement: Statement) -> None:
        """Apply one statement."""
        words = statement.words
        first = words[0]
        if self._list is not None and statement.indent > 0 and first not in _CLOSE:
            path = self._levels.list_path(statement.indent)
            if path is not None:
                edit(self._xr.book, self._list, statement, words)
                return
        if first in _CLOSE and len(words) == 1:
            self._levels.close(statement)
        elif first in _LEAVE and self._leaves(first, words):
            self.leave()
        elif first not in _IDLE:
            self._act(statement)

    def _leaves(self, first: str, words: tuple[str, ...]) -> bool:
        """Leave all modes at a word that does so; the ends of maps are statements too."""
        if first.startswith("end-"):
            self._xr.book.read += 1
            return True
        if first == "end" and len(words) == 1:
            self._xr.ended = True
        return first in ("commit", "configure", "conf") or len(words) == 1

    def _act(self, statement: Statement) -> None:
        path, negated = self._levels.path_of(statement)
        said = Said(statement, path, negated)
        told = apply(self._xr, said)
        if told == READ:
            self._xr.book.read += 1
        elif told == IGNORED:
            self._xr.book.no_effect += 1
        elif told is not None and told != ENTERED:
            self._xr.book.doubt(statement.source, told)
        self._list = None
        if len(path) == 3 and path[1] == "access-list" and path[0] in FAMILIES:  # noqa: PLR2004 - a header
            self._list = self._xr.lists.get((FAMILIES[path[0]].value, path[2]))
        elif path[0] == "end-group":
            self.leave()
