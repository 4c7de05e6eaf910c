"""Takes a text apart into the dumps, commands and settings that it holds, and reads each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.ebtables import Ebtables
from roce_audit.platforms.linux.hints import (
    REFUSED,
    REMARK,
    Hint,
    command_in,
    family_in,
    hint_in,
)
from roce_audit.platforms.linux.ipset import ipset_command
from roce_audit.platforms.linux.iptables import Iptables
from roce_audit.platforms.linux.iptables_words import words_of
from roce_audit.platforms.linux.json_dump import read_json_dump
from roce_audit.platforms.linux.links import read_text
from roce_audit.platforms.linux.nft_script import Reader
from roce_audit.platforms.linux.nft_state import Nft
from roce_audit.platforms.linux.nft_words import script_of
from roce_audit.platforms.linux.refusals import refused, unreadable
from roce_audit.platforms.linux.settings import dotted, read_setting
from roce_audit.platforms.linux.shell import Shell
from roce_audit.platforms.linux.state import State, at_line

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Chain, Table
    from roce_audit.platforms.linux.world import Link

Numbered = list[tuple[int, str]]

_NFT_BLOCK = re.compile(r"^\s*table\s+(?:\w+\s+)?\S+\s*\{|^\s*table\s+\w+\s+\S+\s*$")
_NFT_START = re.compile(
    r"^\s*(?:(?:add|create|insert|replace|delete|destroy|rename|reset)\s+"
    r"(?:table|chain|rule|set|map|element|counter|quota|limit|flowtable|ct|secmark|synproxy)\b|"
    r"flush\s+(?:ruleset|table|chain|set|map)\b|(?:define|redefine|undefine)\s+\w+|include\s+\")"
)
_SAVE_TABLE = re.compile(r"^\*(\w+)\s*$")
_SAVE_LINE = re.compile(r"^(?:\[\d+:\d+\]\s+)?-[A-Z]\s|^:\S|^COMMIT\b")
_LOOSE_RULE = re.compile(r"^(?:\[\d+:\d+\]\s+)?-[A-Z]\s|^COMMIT\b")
_BRIDGE_TABLE = re.compile(r"^Bridge table: (\w+)")
_BRIDGE_CHAIN = re.compile(r"^Bridge chain: (\S+), entries: \d+, policy: (\w+)")
_LISTED_RULE = re.compile(r"^(?:\d+[.:]?\s+)?(-.*?)(?:\s*, pcnt = .*)?$")
_IPSET = re.compile(r"^(?:create|N)\s+\S+\s+\w+:\S+|^(?:add|A|-A|-N)\s+(\S+)\s+\S+")
_COUNTS = re.compile(r"^\[\d+:\d+\]\s+")
_SHELL_LOGIC = re.compile(r"^\s*(?:for|while|until|if|case|function)\s|^\s*\$\{?\w+\}?\s+-")
_TC = re.compile(r"^filter (?:protocol|parent|ingress|egress)\b")
_TABLE_LIST = re.compile(r"^Chain \S+ \((?:policy \w+|\d+ references)")


@dataclass(slots=True)
class Scanner:
    """Reads one text.

    Attributes:
        state: What it adds to.
        file: Name of the text.
        lines: Its lines with their numbers, clean.
        hint: What is known of the program that printed the lines at hand.
        at: The next line.
    """

    state: State
    file: str
    lines: Numbered
    hint: Hint
    at: int = 0
    link: Link | None = None
    listed: tuple[Table, Chain] | None = None
    asked_file: str = ""
    dumped: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    group: set[str] = field(default_factory=set[str])
    group_family: str = ""

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
        first = line.lstrip()[:1]
        if first in {"{", "["} and not _COUNTS.match(line):
            taken = read_json_dump(self.state, self.file, self.lines, self.at, self.hint)
            self.at += taken
            return taken > 0
        if first == "*" and _SAVE_TABLE.match(line):
            self._save()
            return True
        if _NFT_BLOCK.match(line) or _NFT_START.match(line):
            self._nft()
            return True
        return False

    def _line(self, line: str, source: SourceRef) -> None:
        command = None if REFUSED.search(line) else command_in(line)
        if command is not None:
            self._command(command, source)
        elif self._remark(line, source.line or 0):
            pass
        elif REFUSED.search(line):
            refused(self.state, hint_in(line) or self.hint, source)
        elif read_setting(self.state.world, line):
            self.state.ledger.read += 1
        elif self.asked_file and line.strip().isdecimal():
            self.state.world.settings[dotted(self.asked_file)] = line.strip()
        elif not self._other(line, source):
            self._sign(line)

    def _remark(self, line: str, number: int) -> bool:
        """Note a remark that tables of the old back end exist."""
        found = REMARK.search(line)
        if found is not None:
            family = "ip6" if found[1].lower() == "ip6tables" else "ip"
            self.state.legacy_remarks[family] = at_line(self.file, number, line)
        return found is not None

    def _other(self, line: str, source: SourceRef) -> bool:
        if _LOOSE_RULE.match(line):
            self._loose(line, source)
        elif self._bridge_list(line, source):
            pass
        elif self._ipset(line, source):
            self.state.seen = True
        elif _TC.match(line):
            self.state.world.traffic_control.append(source)
        elif _TABLE_LIST.match(line):
            unreadable(self.state, self.hint, source)
        elif _SHELL_LOGIC.match(line):
            self.state.lost(source, "is logic of a shell script")
        else:
            self.link = read_text(self.state.world, line, source, self.link)
            return self.link is not None
        return True

    def _sign(self, line: str) -> None:
        """Take a header such as ``# Generated by ip6tables-save`` for a sign of what follows."""
        found = hint_in(line) if line.lstrip()[:1] in "#=-+>" else None
        if found is not None and found.program != "ipset":
            self._take(found)
            self.state.seen |= "Generated by" in line

    def _take(self, hint: Hint | None) -> None:
        if hint is not None:
            self.hint = hint
            self.state.legacy_dumps |= {hint.family} if hint.legacy else set()

    def _command(self, command: tuple[str, str, bool], source: SourceRef) -> None:
        program, arguments, _ = command
        self.listed, self.link, self.asked_file = None, None, ""
        printing = program.endswith(("-save", "-restore")) or self._asks(program, arguments)
        if printing:
            self.state.dump += 1
            self.state.seen |= program not in {"ip", "bridge", "sysctl", "tc", "cat", "ethtool"}
            self._take(hint_in(f"{program} {arguments}"))
            self.asked_file = arguments.removeprefix("/proc/sys/") if program == "cat" else ""
            return
        Shell(self.state, self.hint).run(source.text, source)

    def _asks(self, program: str, arguments: str) -> bool:
        words = set(arguments.split())
        if program in {"cat", "ethtool", "bridge", "tc"}:
            return True
        if program == "ip":
            return not words & {"set", "add", "del", "delete", "change"}
        if program == "sysctl":
            return "=" not in arguments
        if "grep -q" in arguments or "xargs" in arguments:
            return False
        listing = {"list", "save", "-L", "-S", "--list", "--list-rules", "-f", "-V", "--version"}
        return bool(words & listing) and "delete" not in words

    def _save(self) -> None:
        """Read one table of a dump, up to COMMIT or what belongs to none."""
        start = self.at
        name = self.lines[start][1][1:].strip()
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at][1].lstrip()
            if not line or line[0] == "#":
                if "Completed on" in line or "Generated by" in line:
                    break
                self._remark(line, self.lines[self.at][0])
            elif not _SAVE_LINE.match(line):
                break
            self.at += 1
            if line.startswith("COMMIT"):
                break
        self._table(name, self.lines[start : self.at])

    def _table(self, name: str, block: Numbered) -> None:
        self.state.seen = True
        rules = [_COUNTS.sub("", line.strip()) for _, line in block[1:]]
        program = self._reader_of(name, rules, at_line(self.file, *block[0]))
        table = program.fresh(name, at_line(self.file, *block[0]))
        self.state.ledger.read += 1
        for (number, text), line in zip(block[1:], rules, strict=True):
            source = at_line(self.file, number, text)
            if line[:1] == ":":
                program.declare(table, line.split(), source)
            elif line[:1] == "-":
                try:
                    program.command(name, words_of(line), source)
                except ParseError as problem:
                    self.state.lost(source, problem.reason)

    def _reader_of(self, name: str, rules: list[str], source: SourceRef) -> Iptables | Ebtables:
        family = self.hint.family or self._by_contents(name, rules)
        if not family:
            family = "ip"
            if (family, name) in self.dumped:
                why = "is a second table of this name, and nothing tells its IP version"
                self.state.lost(source, why)
        self.dumped.add((family, name))
        if family == "bridge":
            return Ebtables(self.state)
        return Iptables(self.state, family, self.hint.legacy)

    def _by_contents(self, name: str, rules: list[str]) -> str:
        """Return the family that this dump speaks of; tables with unlike names are one dump."""
        if name == "broute" or _is_bridge_dump(rules):
            return "bridge"
        if name in self.group or not self.group:
            self.group = set()
            self.group_family = family_in(self._group_lines())
        self.group.add(name)
        return self.group_family

    def _group_lines(self) -> list[str]:
        """Return this table's lines and those of the tables behind it until a name comes again."""
        names: set[str] = set()
        start = self.at
        while start and not _SAVE_TABLE.match(self.lines[start - 1][1]):
            start -= 1
        found: list[str] = []
        for _, line in self.lines[max(start - 1, 0) :]:
            table = _SAVE_TABLE.match(line)
            if table is not None and table[1] in names:
                break
            names |= {table[1]} if table is not None else set()
            found.append(line)
        return found

    def _loose(self, line: str, source: SourceRef) -> None:
        """Read a rule outside of a table, as ``iptables -S`` prints it."""
        self.state.seen = True
        text = _COUNTS.sub("", line.strip())
        if text.startswith("COMMIT") or self._ipset(text, source):
            return
        family = self.hint.family or family_in([text]) or "ip"
        try:
            words = words_of(text)
            if family == "bridge":
                Ebtables(self.state).command(self.hint.table, words, source)
            else:
                reader = Iptables(self.state, family, self.hint.legacy)
                reader.command(self.hint.table, words, source)
        except ParseError as problem:
            self.state.lost(source, problem.reason)

    def _bridge_list(self, line: str, source: SourceRef) -> bool:
        """Read a line of ``ebtables -L``."""
        reader = Ebtables(self.state)
        table = _BRIDGE_TABLE.match(line)
        if table is not None:
            self.state.seen = True
            reader.fresh(table[1], source)
            self.listed = None
            self.hint = Hint("ebtables", table=table[1])
            return True
        chain = _BRIDGE_CHAIN.match(line)
        if chain is not None:
            owner = reader.table(self.hint.table, source)
            found = reader.chain(owner, chain[1], source)
            reader.set_policy(found, chain[2], source, listed=True)
            self.listed = (owner, found)
            return True
        rule = _LISTED_RULE.match(line.strip()) if self.listed is not None else None
        if rule is None or self.listed is None:
            return False
        reader.append(self.listed[1], words_of(rule[1]), source)
        return True

    def _ipset(self, line: str, source: SourceRef) -> bool:
        found = _IPSET.match(line.strip())
        if found is None or (found[1] and found[1] not in self.state.ipsets):
            return False
        ipset_command(self.state, line.split(), source)
        return True

    def _nft(self) -> None:
        """Read nft text: lines as long as braces are open or commands follow."""
        self.state.seen = True
        start, depth, listing, continued = self.at, 0, True, False
        while self.at < len(self.lines):
            line = self.lines[self.at][1]
            bare = re.sub(r'"[^"]*"|#.*', "", line)
            stripped = bare.strip()
            if depth <= 0 and stripped and not continued and self.at > start:
                if not (_NFT_BLOCK.match(line) or _NFT_START.match(line) or stripped[0] in "{}"):
                    break
            continued = stripped.endswith("\\")
            if depth <= 0 and line.lstrip()[:1] == "#" and "enerated by" in line:
                break
            listing &= depth > 0 or not _NFT_START.match(line)
            depth = max(depth + bare.count("{") - bare.count("}"), 0)
            self.at += 1
        nft = Nft(self.state, terse=self.hint.terse, listing=listing)
        Reader(nft, script_of(self.lines[start : self.at]), self.file).read()


def _is_bridge_dump(rules: list[str]) -> bool:
    """Whether a table is of ebtables: it has no counters and no COMMIT."""
    chains = [line.split() for line in rules if line[:1] == ":"]
    plain = bool(chains) and all(len(words) == len((":INPUT", "ACCEPT")) for words in chains)
    ended = any(line.startswith("COMMIT") for line in rules)
    return (plain and not ended) or family_in(rules) == "bridge"
