"""Takes a text apart into the dumps, commands and settings that it holds, and reads each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.platforms.linux.extents import nft_text, rules_follow
from roce_audit.platforms.linux.hints import (
    AROUND,
    REFUSED,
    Hint,
    command_in,
    hint_in,
    namespace_in,
    shows,
    without_prompt,
)
from roce_audit.platforms.linux.ipset import ipset_line
from roce_audit.platforms.linux.json_dump import JsonReader
from roce_audit.platforms.linux.links import read_text
from roce_audit.platforms.linux.nft_bytecode import read_code
from roce_audit.platforms.linux.nft_script import Reader
from roce_audit.platforms.linux.nft_state import Nft
from roce_audit.platforms.linux.nft_words import is_printed, script_of
from roce_audit.platforms.linux.patterns import (
    COLUMNS,
    FILTER_LIKE,
    JSON,
    LOADING,
    LOOSE_RULE,
    NFT_BLOCK,
    NFT_CODE,
    NFT_START,
    ROOT_CHANGE,
    SAVE_TABLE,
    SERVICE,
    SHELL_LOGIC,
    TRAFFIC_CONTROL,
)
from roce_audit.platforms.linux.refusals import refused, remark, unreadable
from roce_audit.platforms.linux.save_dump import SaveReader
from roce_audit.platforms.linux.settings import dotted, read_setting
from roce_audit.platforms.linux.shell import Shell
from roce_audit.platforms.linux.state import State, at_line

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.dump_family import Numbered
    from roce_audit.platforms.linux.world import Link


@dataclass(slots=True)
class Scanner:
    """Reads one text.

    Attributes:
        state: What it adds to.
        file: Name of the text.
        lines: Its lines with their numbers, clean.
        hint: What is known of the program that printed the lines at hand.
        saves: Reads dumps of iptables and ebtables.
        json: Reads JSON.
        at: The next line.
        link: The interface that the lines before spoke of.
        asked_file: The setting that ``cat`` was asked for.
        live: Whether the lines came from a machine.
        shown: Whether a command that lists rules of nft stands above.
        root_prompt: Whether ``# `` stood before a command, so that it may do so again.
    """

    state: State
    file: str
    lines: Numbered
    hint: Hint
    saves: SaveReader
    json: JsonReader
    at: int = 0
    link: Link | None = None
    asked_file: str = ""
    live: bool = False
    shown: bool = False
    root_prompt: bool = False

    @classmethod
    def of(
        cls, state: State, file: str, lines: Numbered, hint: Hint, *, live: bool = False
    ) -> Scanner:
        """Return what reads ``lines``; ``live`` if they came from a machine."""
        saves = SaveReader(state, file, lines, live)
        json = JsonReader(state, file, lines)
        return cls(state, file, lines, hint, saves, json, live=live)

    def read(self) -> None:
        """Read every line."""
        while self.at < len(self.lines):
            number, line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif not self._block(line):
                self.at += 1
                self._line(line, at_line(self.file, number, line))

    def _block(self, line: str) -> bool:
        """Read what goes over several lines; return whether there was any."""
        before = self.at
        if JSON.match(line):
            self.at = self.json.read(self.at, self.hint)
        elif SAVE_TABLE.match(line):
            self.at = self.saves.table(self.at, self.hint)
        elif NFT_CODE.match(line):
            self.at = read_code(self.state, self.lines, self.at)
        elif NFT_BLOCK.match(line) or NFT_START.match(line):
            self._nft()
        return self.at > before

    def _line(self, line: str, source: SourceRef) -> None:
        is_refusal = bool(REFUSED.search(line))
        command = None if is_refusal else command_in(line)
        if command is not None:
            self._command(command, source)
        elif remark(self.state, source):
            pass
        elif is_refusal:
            refused(self.state, hint_in(line) or self.hint, source)
        elif SERVICE.match(without_prompt(line)):
            self.state.lost(source, "lets another program make rules")
        elif read_setting(self.state.world, line):
            self.state.ledger.read += 1
        elif self.asked_file and line.strip().isdecimal():
            self.state.world.settings[dotted(self.asked_file)] = line.strip()
        elif not self._other(line, source):
            self._sign(line, source)

    def _other(self, line: str, source: SourceRef) -> bool:
        listed = self.saves.bridge_list(line, self.hint, source)
        if listed is not None:
            self.hint = listed
        elif ipset_line(self.state, line, source):
            self.state.seen = True
        elif LOOSE_RULE.match(line):
            self.saves.loose(line, self.hint, source)
        elif TRAFFIC_CONTROL.match(line):
            self.state.world.traffic_control.append(source)
        elif COLUMNS.match(line):
            unreadable(self.state, self.hint, source)
        elif SHELL_LOGIC.match(line):
            self.state.lost(source, "is logic of a shell script")
        else:
            self.link = read_text(self.state.world, line, source, self.link)
            return self.link is not None
        return True

    def _sign(self, line: str, source: SourceRef) -> None:
        """Take a header such as ``# Generated by ip6tables-save`` for a sign of what follows."""
        header = line.lstrip()[:1] in {"#", "=", "-", "+", ">"}
        if self.root_prompt and ROOT_CHANGE.match(line):
            self.state.lost(source, "is either a remark or a command behind a root prompt")
            return
        found = hint_in(line) if header else None
        if found is not None and found.program != "ipset":
            self._take(found)
            self.state.seen |= "Generated by" in line
        elif not header and FILTER_LIKE.search(line):
            self.state.lost(source, "looks like a part of a filter")

    def _take(self, hint: Hint) -> None:
        self.hint = hint
        self.state.legacy_dumps |= {hint.family} if hint.legacy else set()

    def _command(self, command: tuple[str, str], source: SourceRef) -> None:
        program, arguments = command
        if program not in AROUND:
            self.state.enter(namespace_in(source.text), source)
        self.root_prompt |= source.text.startswith("# ")
        self.saves.listed, self.link, self.asked_file = None, None, ""
        if LOADING.search(source.text) and not rules_follow(self.lines, self.at):
            self.state.lost(source, "takes in rules that are not here")
            return
        if not shows(program, arguments):
            Shell(self.state, self.hint).run(source.text, source)
            return
        self.state.dump += 1
        self.state.seen |= program not in AROUND
        self.shown = program == "nft" and "list" in arguments.split()
        if (hint := hint_in(f"{program} {arguments}")) is not None:
            self._take(hint)
        self.asked_file = arguments.removeprefix("/proc/sys/") if program == "cat" else ""

    def _nft(self) -> None:
        """Read the nft text at hand."""
        self.state.seen = True
        text, listing = nft_text(self.lines, self.at)
        self.at += len(text)
        printed = listing and (self.live or self.shown or is_printed(text))
        nft = Nft(self.state, terse=self.hint.terse, listing=listing, printed=printed)
        Reader(nft, script_of(text), self.file).read()
