"""From captured text to the tree: dumps in braces or as ``set`` commands, sessions with prompts.

What people have: several dumps one after the other, prompts and echoed commands, ``[edit ...]``
banners, paging residue, comments, headers of backup tools, output of other commands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roce_audit.platforms.juniper_junos.blocks import Blocks
from roce_audit.platforms.juniper_junos.edit import Editor
from roce_audit.platforms.juniper_junos.sections import TOP
from roce_audit.reading.braces import BraceReader
from roce_audit.reading.flat import words_of
from roce_audit.reading.indented import clean_lines

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Place
    from roce_audit.platforms.juniper_junos.tree import Tree
    from roce_audit.reading.document import Document
    from roce_audit.reading.ledger import LedgerBook

_PROMPT = re.compile(r"(?:\{[\w:]+\})?(?:\[edit[^\]]*\])?\s*[\w.-]+@[\w.:-]+([>#%$])(?:\s+|$)")
_BARE_PROMPT = re.compile(
    r"[A-Za-z][\w.-]*([>#])\s*(?=(?:activate|commit|configure|copy|deactivate|delete|edit|exit|"
    r"insert|load|quit|rename|run|set|show|top|up)(?:\s|$))"
)
"""A prompt without a user's name, if a command follows it."""
_BANNER = re.compile(r"(?:\{[\w:]+\})?\[edit([^\]]*)\]|\{[\w:]+\}")
_MORE = re.compile(r"^\s*-+\(more[^)]*\)-+\s*(?:\[abort\])?\s*")
_STAMP = re.compile(r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d")
_PARTIAL = re.compile(r"\|\s*(?:match|except|find|last|hold|count|compare|trim|save|tee)\b")
_OTHER_FORM = re.compile(r"\|\s*(?:display\s+(?:json|xml|detail|changed)|compare)\b")
_SESSION_WORDS = (
    "annotate clear cli commit configure file help load monitor op ping protect request restart "
    "run save set-cli show ssh start status telnet test traceroute unprotect update"
)
_SESSION = frozenset(_SESSION_WORDS.split())
"""Words that begin a command which changes nothing that is read here."""


_LOADS = ("factory-default", "merge", "override", "patch", "replace", "set", "update")


class Loader:
    """Reads the lines of documents into a tree.

    Attributes:
        tree: The tree.
        editor: Runs the commands.
        blocks: Takes the statements of dumps in braces.
    """

    def __init__(self, tree: Tree, book: LedgerBook) -> None:
        self.tree = tree
        self.editor = Editor(tree, book)
        self.blocks = Blocks(tree, self.editor)
        self._braces = BraceReader(self.blocks)
        self._verbs = self.editor.verbs()
        self._dumping = False
        self._skipping = False
        self._versions = 0

    def load(self, document: Document) -> None:
        """Read one document to its end."""
        self.blocks.file = document.name
        self._versions = 0
        self._dumping = self._skipping = False
        self.editor.level = []
        if document.command.startswith("show configuration"):
            self._show(document.command, [])
        for number, line in clean_lines(document.text):
            self._line(number, line)
        self._end()

    def _end(self) -> None:
        """Close a dump: whatever is still open was cut off."""
        self._braces.drop()
        self._braces.commented = False
        self.blocks.end()

    def _line(self, number: int, line: str) -> None:
        text = (_MORE.sub("", line) if "(more" in line else line).strip()
        if self.blocks.depth or self._braces.commented:
            if not (_is_command(text) or ("@" in text and _PROMPT.match(text))):
                self._braces.feed(number, text)
                return
            self._end()
        if text.startswith("set ") and not text.endswith(";"):
            self._set(text, (self.blocks.file, number, text))
        elif text and text[0] != "#":
            self._outside(number, text)

    def _set(self, text: str, place: Place) -> None:
        words = words_of(text)
        if len(words) > 1 and words[1] == "cli":
            return
        self._skipping = False
        if len(words) > 1 and words[1] == "version":
            self._full_dump()
        if self._dumping:
            self.blocks.begin()
            self.editor.absolute(words[1:], place)
        else:
            self.editor.run(text, place)

    def _full_dump(self) -> None:
        """Note the first line of a whole configuration: a second one replaces the first."""
        self._versions += 1
        if self._versions > 1:
            self.tree.clear()

    def _outside(self, number: int, text: str) -> None:
        """Read a line that stands in no block."""
        prompt = (_PROMPT.match(text) if "@" in text else None) or _BARE_PROMPT.match(text)
        if prompt is not None:
            self._end()
            self._typed(text[prompt.end() :], number, in_edit=prompt[1] == "#")
            return
        banner = _BANNER.fullmatch(text)
        if banner is not None:
            self.editor.level = words_of(banner[1] or "") if banner[1] is not None else []
            return
        if _STAMP.match(text) or text[0] == "[":
            return
        first = text.split(None, 1)[0]
        plain = text[-1] not in "{;}"
        if plain and (first in self._verbs or first in _SESSION):
            self._typed(text, number, in_edit=True)
        else:
            self._block_line(number, text, first)

    def _block_line(self, number: int, text: str, first: str) -> None:
        if self._skipping:
            if not (first in TOP and text[-1] in "{;"):
                return
            self._skipping = False
        pending = self._braces.pending
        if pending and text[0] != "{" and (first in TOP or pending[0] not in TOP):
            self._braces.drop()
        if first == "version" and not self.blocks.base:
            self._full_dump()
        self._braces.feed(number, text)

    def _typed(self, text: str, number: int, *, in_edit: bool) -> None:
        """Run a command that someone typed."""
        self._skipping = self._dumping = False
        self.blocks.rebase([], replace=False)
        words = text.split()
        if words[:3] == ["run", "show", "configuration"]:
            text, words, in_edit = text.partition("run ")[2], words[1:], False
        first = words[0] if words else ""
        if first == "show":
            self._show(text, self.editor.level if in_edit else None)
        elif first == "load":
            self._load(words, (self.blocks.file, number, text))
        elif not in_edit or not self.editor.run(text, (self.blocks.file, number, text)):
            self._skipping = first not in ("", "configure", "edit", "cli")

    def _show(self, text: str, level: list[str] | None) -> None:
        """Prepare for what a ``show`` prints: part of the configuration, or something else."""
        words = words_of(text.partition("|")[0])[1:]
        if words[:1] == ["configuration"]:
            words, level = words[1:], []
        if level is None or _OTHER_FORM.search(text):
            self._skipping = True
            return
        if "relative" in text.partition("|")[2]:
            self.editor.level = [*level, *words]
            return
        self._dumping = True
        self.blocks.rebase([*level, *words], replace=not _PARTIAL.search(text))

    def _load(self, words: list[str], place: Place) -> None:
        kind, source = (*words[1:3], "", "")[:2]
        if kind not in _LOADS:
            return
        if source != "terminal" or kind == "patch":
            self.editor.troubles.append((place, "what it loads is not shown"))
            self._skipping = True
        elif kind in ("override", "update"):
            self.tree.clear()
        if "relative" in words:
            self.blocks.rebase(self.editor.level, replace=False)


def _is_command(text: str) -> bool:
    """Return whether a line inside a block begins a dump of ``set`` commands: the block was cut."""
    if not text.startswith("set ") or text[-1] in ";{":
        return False
    words = text.split(None, 2)
    return len(words) > 2 and words[1] in TOP  # noqa: PLR2004 - set, a section, something in it
