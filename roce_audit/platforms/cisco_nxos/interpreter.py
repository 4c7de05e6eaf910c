"""Reads lines as the command line of the device would: mode by mode, command by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.platforms.cisco_nxos.blocks import Block, ForeignBlock, ScriptBlock
from roce_audit.platforms.cisco_nxos.global_commands import open_mode
from roce_audit.platforms.cisco_nxos.global_words import (
    GLOBAL_WORDS,
    NOT_OURS,
    STRONG_WORDS,
    TYPED_WORDS,
)
from roce_audit.platforms.cisco_nxos.list_blocks import AclBlock, is_entry
from roce_audit.platforms.cisco_nxos.names import interface_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from roce_audit.platforms.cisco_nxos.acl import Acl
    from roce_audit.platforms.cisco_nxos.state import State
    from roce_audit.reading.statement import Statement

_OURS = frozenset({"access-list", "access-map", "vlan-list", "object-group"})
"""Words that hardly any command but our headers has."""
_AS_PATHS = (("ip", "as-path"),)
"""Beginnings of commands that hold such a word and are none of ours."""
_MAP_ACTIONS = (("action", "drop"), ("action", "drop", "log"), ("action", "forward"))


class Interpreter:
    """Does what statements say, one after the other.

    A statement that the present mode knows belongs to it; else it is tried as a global command;
    else, if it is indented below the header (or nothing is), it stays in the mode as not
    understood.

    Args:
        state: What is filled.
        run: Told of a show command that stands among the statements.
    """

    def __init__(self, state: State, run: Callable[[str], None]) -> None:
        self._state = state
        self._run = run
        self._block: Block | None = None
        self._indent = 0
        self._deep = False
        self._last_acl: Acl | None = None
        self._scripts: dict[str, ScriptBlock] = {}

    def leave(self) -> None:
        """Go back to the global mode."""
        self._block = None
        self._indent = 0
        self._deep = False

    def take(self, statement: Statement) -> None:
        """Do what a statement says."""
        below = statement.indent > self._indent
        self._deep = self._deep or below
        near = below or not self._deep
        block = self._block
        if block is not None and near and block.offer(statement):
            return
        words = statement.words
        if words[0] in TYPED_WORDS and self._typed(statement):
            return
        foreign = below and isinstance(block, ForeignBlock)
        if self._opens(statement, foreign=foreign) or self._is_lost(statement, foreign=foreign):
            return
        if block is not None and (below or (near and words[0] not in GLOBAL_WORDS)):
            block.stray(statement)
        else:
            self._foreign(statement)

    def _opens(self, statement: Statement, *, foreign: bool) -> bool:
        """Do what a global command says; False if it is none of ours."""
        if foreign and not _is_strong(statement.words):
            return False
        opened = open_mode(self._state, statement)
        if opened is not None:
            self._enter(opened, statement)
        return opened is not None

    def _is_lost(self, statement: Statement, *, foreign: bool) -> bool:
        """Take what belongs to a list or a map whose header is not known; False for the rest."""
        if is_entry(statement.words):
            self._orphan(statement, foreign=foreign)
            return True
        lost = foreign and statement.words in _MAP_ACTIONS
        if lost:
            self._state.lose(statement, "the VLAN map of this action is not known")
        return lost

    def _foreign(self, statement: Statement) -> None:
        """Begin a section that is not ours, unless it looks like a header of ours gone wrong."""
        words = statement.words
        ours = words[0] not in NOT_OURS and words[:2] not in _AS_PATHS
        if ours and _OURS.intersection(words):
            self._state.lose(statement, f"unknown command {' '.join(words[:2])!r}")
        self._enter(ForeignBlock(), statement)

    def _enter(self, block: Block, statement: Statement) -> None:
        self._block = block
        self._indent = statement.indent
        self._deep = False
        if isinstance(block, AclBlock):
            self._last_acl = block.acl

    def _orphan(self, statement: Statement, *, foreign: bool) -> None:
        """Take a filter entry that stands outside every list.

        Below an unknown header it is a sign that the header is one of ours gone wrong; else the
        device would still be in the list before.
        """
        if foreign or self._last_acl is None:
            self._state.lose(statement, "the list of this entry is not known")
        else:
            AclBlock(self._last_acl, self._state.book, 0).offer(statement)

    def _typed(self, statement: Statement) -> bool:
        """Do what a command says that no configuration holds; False if it is none."""
        words = statement.words
        word = words[0]
        if word == "exit":
            if self._block is not None and self._block.leave():
                self.leave()
        elif word in ("show", "sh"):
            self._run(statement.text)
        elif words[:2] == ("configure", "profile") or words[:2] == ("scheduler", "job"):
            script = self._scripts.setdefault(words[-1], ScriptBlock(statement.indent))
            self._enter(script, statement)
        elif words[:2] == ("apply", "profile"):
            self.leave()
            script = self._scripts.pop(words[-1], ScriptBlock(0))
            for kept in script.statements:
                self.take(kept)
        else:
            self.leave()
        return True


def _is_strong(words: tuple[str, ...]) -> bool:
    """Whether a header is plain enough to be taken for one below a foreign header."""
    if words[0] == "interface":
        return bool(interface_names(" ".join(words[1:])))
    return (
        words[0] in STRONG_WORDS
        and "access-list" in words[1:2]
        and len(words) == len(("ip", "access-list", "NAME"))
    )
