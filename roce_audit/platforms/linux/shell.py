"""Carries out shell lines: single commands, and the few forms in which repairs are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.linux.ebtables import Ebtables
from roce_audit.platforms.linux.hints import Hint, without_prompt
from roce_audit.platforms.linux.ipset import ipset_command
from roce_audit.platforms.linux.iptables import Iptables
from roce_audit.platforms.linux.nft_places import take_place
from roce_audit.platforms.linux.nft_script import Reader
from roce_audit.platforms.linux.nft_state import Nft
from roce_audit.platforms.linux.nft_words import script_of
from roce_audit.platforms.linux.settings import read_setting
from roce_audit.platforms.linux.shell_words import (
    is_flag,
    pattern_of,
    pipelines,
    plain_command,
    split_line,
)
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.linux.chains import Chain
    from roce_audit.platforms.linux.state import State

_COMMENT_MARK = re.compile(r'comment "([^"]+)"')


@dataclass(slots=True)
class Shell:
    """Carries out lines.

    Attributes:
        state: What they change.
        hint: What is known of the lines around them.
    """

    state: State
    hint: Hint

    def run(self, line: str, source: SourceRef) -> None:
        """Carry out one line."""
        try:
            self._list(split_line(without_prompt(line)), source)
        except ParseError as problem:
            self.state.lost(source, problem.reason)

    def _list(self, words: list[str], source: SourceRef) -> None:
        done = True
        joint = ";"
        for pipeline, following in pipelines(words):
            if joint == ";" or (joint == "&&") == done:
                done = self._pipeline(pipeline, source)
            joint = following

    def _pipeline(self, commands: list[list[str]], source: SourceRef) -> bool:
        commands = [plain_command(command) for command in commands]
        if len(commands) == 1:
            return self._single(commands[0], source)
        first = commands[0]
        if first[:1] != ["nft"] or "list" not in first or "chain" not in first:
            raise ParseError("pipes into a command that is not known here")
        chain = self._listed(first, source)
        if commands[1][:1] == ["grep"] and len(commands) == len(("nft", "grep")):
            return any(pattern_of(commands[1]) in rule.comment for rule in chain.rules)
        if commands[1][:1] == ["sed"] and commands[-1][:1] == ["xargs"]:
            return self._delete_marked(chain, commands[1])
        raise ParseError("pipes into a command that is not known here")

    def _listed(self, words: Sequence[str], source: SourceRef) -> Chain:
        nft = Nft(self.state)
        cursor = Words(tuple(words), words.index("chain") + 1)
        return nft.chain(take_place(cursor), cursor.take("a chain"), source)

    def _delete_marked(self, chain: Chain, sed: Sequence[str]) -> bool:
        found = _COMMENT_MARK.search(" ".join(sed))
        if found is None:
            raise ParseError("picks rules in a way that is not known here")
        self.state.ledger.read += 1
        chain.rules = [rule for rule in chain.rules if rule.comment != found[1]]
        return True

    def _single(self, words: list[str], source: SourceRef) -> bool:
        if not words or words[0] in {"true", ":", "echo", "set", "modprobe", "exit"}:
            self.state.ledger.no_effect += 1
            return True
        program = words[0]
        self.state.seen |= program.startswith(("nft", "ip6tables", "iptables", "ebtables", "ipset"))
        if program == "nft":
            self._nft(words[1:], source)
            return True
        if program.startswith(("iptables", "ip6tables")):
            return self._iptables(words, source)
        if program.startswith("ebtables"):
            return self._ebtables(words[1:], source)
        if program == "ipset":
            ipset_command(self.state, words[1:], source)
        elif program == "sysctl":
            self._settings(words[1:], source)
        elif program == "ip":
            self._link(words[1:])
        else:
            raise ParseError(f"is a command that is not known here: {program}")
        return True

    def _nft(self, words: Sequence[str], source: SourceRef) -> None:
        text = " ".join(word for word in words if not is_flag(word))
        script = script_of([(source.line or 1, text)])
        for number in script.texts:
            script.texts[number] = source.text
        Reader(Nft(self.state), script, source.file).read()

    def _iptables(self, words: Sequence[str], source: SourceRef) -> bool:
        family = "ip6" if words[0].startswith("ip6") else "ip"
        reader = Iptables(self.state, family, legacy=words[0].endswith("-legacy"))
        if "-C" in words or "--check" in words:
            return reader.has("filter", words[1:], source)
        reader.command("filter", words[1:], source)
        return True

    def _ebtables(self, words: Sequence[str], source: SourceRef) -> bool:
        Ebtables(self.state).command("filter", words, source)
        return True

    def _settings(self, words: Sequence[str], source: SourceRef) -> None:
        for word in words:
            if "=" in word and not read_setting(self.state.world, word):
                raise ParseError(f"is a setting that is not known here: {word} ({source.line})")
        self.state.ledger.read += 1

    def _link(self, words: Sequence[str]) -> None:
        told = dict(pairwise(words))
        name = told.get("dev") or told.get("set", "")
        link = self.state.world.links.get(name)
        mtu = told.get("mtu", "")
        if words[:2] != ["link", "set"] or link is None or not mtu.isdecimal():
            self.state.ledger.no_effect += 1
            return
        link.mtu = int(mtu)
        self.state.ledger.read += 1
