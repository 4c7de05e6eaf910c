"""Splits captured text into what it is made of and hands each part to its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.model.source import SourceRef
from roce_audit.platforms.cumulus_linux import signs
from roce_audit.platforms.cumulus_linux.commands_read import CommandReader
from roce_audit.platforms.cumulus_linux.json_tree import JsonTree, parts_of
from roce_audit.platforms.cumulus_linux.nvue import apply_part
from roce_audit.platforms.cumulus_linux.policy_file import PolicyText
from roce_audit.platforms.cumulus_linux.stanzas import Stanzas
from roce_audit.platforms.cumulus_linux.yaml_tree import YamlTree

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

    from roce_audit.platforms.cumulus_linux.state import State


class Scanner:
    """Reads one document."""

    def __init__(self, state: State, document: str) -> None:
        """Begin before the first line."""
        self._state = state
        self._document = document
        self._json: JsonTree | None = None
        self._yaml: YamlTree | None = None
        self._policy = PolicyText(state, document)
        self._in_policy = document.endswith(".rules")
        self._ends = ""
        self._skipping = False
        self._commands = CommandReader(state, document)
        self._stanzas = Stanzas(state, document)
        if self._in_policy:
            self._policy.begin(document)

    def read(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read every line, and say what was cut off at the end."""
        for number, line in lines:
            self._line(number, line)
        if self._json is not None:
            self._json.broken = self._json.broken or "the JSON ends too early"
            self._end_json()
        self._end_yaml()

    def _line(self, number: int, line: str) -> None:
        if self._json is not None:
            self._more_json(number, line)
            return
        text = line.strip()
        prompt = signs.PROMPT.fullmatch(text) if "@" in text else None
        if prompt is not None:
            self._prompted(prompt, number)
            return
        if self._yaml is not None:
            if not text or line[:1] in " #-" or signs.YAML.match(text):
                self._yaml.feed(number, line)
                return
            self._end_yaml()
        self._begin(number, line, text)

    def _prompted(self, prompt: re.Match[str], number: int) -> None:
        self._end_yaml()
        self._policy.leave()
        self._in_policy = False
        self._stanzas.leave()
        self._commands.leave()
        self._state.hostname = prompt["host"]
        command = prompt["command"].strip()
        shown = signs.RULES_FILE.fullmatch(command)
        self._skipping = bool(command) and not (
            signs.SHOWS.fullmatch(command) or self._is_input(command)
        )
        if shown is not None:
            self._policy.begin(shown[1])
            self._in_policy = True
        elif not self._skipping and not signs.SHOWS.fullmatch(command):
            self._begin(number, command, command)

    def _is_input(self, command: str) -> bool:
        known = (signs.WRITES, signs.REMOVES, signs.INSTALLS)
        return self._commands.knows(command) or any(each.fullmatch(command) for each in known)

    def _begin(self, number: int, line: str, text: str) -> None:
        """Read a line outside JSON and YAML."""
        if self._ends and text == self._ends:
            self._ends = ""
            self._policy.leave()
            self._in_policy = False
        elif self._file_changes(text):
            self._in_policy = self._in_policy or bool(self._ends)
        elif self._skipping and not (signs.COLUMNS.match(text) or self._commands.knows(text)):
            return
        elif not self._in_policy and signs.JSON.match(text):
            self._json = JsonTree(self._document)
            self._more_json(number, line)
        elif not self._in_policy and signs.YAML.match(text) and not line[:1].isspace():
            self._yaml = YamlTree(self._document)
            self._yaml.feed(number, line)
        else:
            self._plain(number, line, text)

    def _file_changes(self, text: str) -> bool:
        """Take a line that names a rules file; return whether it does."""
        if "rules" not in text and "cl-acltool" not in text:
            return False
        written = signs.WRITES.fullmatch(text)
        removed = signs.REMOVES.fullmatch(text)
        heading = signs.HEADING.fullmatch(text) or signs.PATH.fullmatch(text)
        if written is not None:
            self._policy.begin(written[1])
            self._ends, self._in_policy = written[2], True
        elif removed is not None:
            self._policy.remove(removed[1])
        elif heading is not None:
            named = heading[1].rpartition("/")[2]
            if self._policy.file != named:
                self._policy.begin(heading[1])
            self._in_policy, self._skipping = True, False
        else:
            return signs.INSTALLS.fullmatch(text) is not None
        return True

    def _plain(self, number: int, line: str, text: str) -> None:
        if not text:
            return
        self._turn(text)
        if signs.HEADING.fullmatch(text):
            self._policy.leave()
            self._in_policy = False
        elif signs.COLUMNS.match(text):
            self._columns(number, text)
        elif self._commands.feed(number, text):
            self._in_policy = False
        elif self._in_policy and self._policy.feed(number, text):
            return
        elif not self._stanzas.feed(number, line, text) and not self._policy.feed(number, text):
            self._commands.other(number, text)

    def _turn(self, text: str) -> None:
        """Notice lines that begin rules, or interfaces behind rules."""
        if self._in_policy and not self._ends and text.startswith(("auto ", "iface ")):
            self._policy.leave()
            self._in_policy = False
        elif signs.POLICY.match(text):
            self._in_policy = True
            self._stanzas.leave()

    def _columns(self, number: int, text: str) -> None:
        source = SourceRef(self._document, number, text)
        if not any(gap.reason == signs.HIDES for gap in self._state.gaps):
            self._state.claims.doubt(source, signs.HIDES)
            self._state.gaps.append(Gap(signs.HIDES, source))
        self._skipping = True

    def _more_json(self, number: int, line: str) -> None:
        tree = self._json
        if tree is None:
            return
        prompt = signs.PROMPT.fullmatch(line.strip()) if "@" in line and '"' not in line else None
        if prompt is not None:
            tree.broken = tree.broken or "the JSON ends too early"
            self._end_json()
            self._prompted(prompt, number)
            return
        rest = tree.feed(number, line)
        if tree.done:
            self._end_json()
            if rest.strip():
                self._line(number, rest)

    def _end_json(self) -> None:
        tree, self._json = self._json, None
        if tree is not None:
            self._apply(tree)

    def _end_yaml(self) -> None:
        tree, self._yaml = self._yaml, None
        if tree is not None:
            self._apply(tree)

    def _apply(self, tree: JsonTree | YamlTree) -> None:
        if tree.broken:
            self._state.lost(SourceRef(self._document, None, tree.broken), tree.broken)
        for kind, part in parts_of(tree.root):
            apply_part(self._state, kind, part)
