"""Reads files of policy.d: sections, variables, and rules of several chains at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.model.source import SourceRef
from roce_audit.platforms.cumulus_linux.policy_rule import (
    UNREADABLE,
    PolicyRule,
)
from roce_audit.platforms.cumulus_linux.policy_words import (
    APPENDS,
    FORWARD,
    INSERTS,
    LOCAL,
    PROGRAM,
    SAVED,
    SECTION,
    TABLES,
    TRANSIT,
    VARIABLE,
    filled,
)
from roce_audit.platforms.cumulus_linux.state import UNNAMED
from roce_audit.reading.flat import words_of

if TYPE_CHECKING:
    from roce_audit.platforms.cumulus_linux.state import State


class PolicyText:
    """Takes lines of rules files, one file after the other.

    Attributes:
        file: Name of the file that the lines are from.
        section: Whose rules follow, "" before the first section.
    """

    __slots__ = (
        "_document",
        "_numbers",
        "_state",
        "_table",
        "_variables",
        "_waiting",
        "file",
        "section",
    )

    def __init__(self, state: State, document: str) -> None:
        """Begin outside every file."""
        self._state = state
        self._document = document
        self._variables: dict[str, str] = {}
        self._table = "filter"
        self._numbers: dict[int, int] = {}
        self._waiting = 0
        self.section = ""
        self.file = UNNAMED

    def begin(self, path: str) -> None:
        """Go on with another file; what was known of it is replaced."""
        self.leave()
        self.file = path.rpartition("/")[2]
        self._state.files[self.file] = []

    def leave(self) -> None:
        """End the file."""
        self.file = UNNAMED
        self.section = ""
        self._table = "filter"
        self._variables.clear()
        self._waiting = 0

    def remove(self, path: str) -> None:
        """Forget a file."""
        self._state.files.pop(path.rpartition("/")[2], None)

    def feed(self, number: int, text: str) -> bool:
        """Read one line; return whether it was one of a rules file."""
        section = SECTION.fullmatch(text) or SAVED.match(text)
        if section is not None:
            self.section, self._table = section[1], "filter"
            self._state.rules = True
            self._claim_variables()
            return True
        if text.startswith("#") or not text:
            return True
        if text.startswith("-"):
            self._rule(number, text)
            return True
        return self._other(number, text)

    def _other(self, number: int, text: str) -> bool:
        variable = VARIABLE.fullmatch(text)
        if variable is not None:
            self._variables[variable[1]] = variable[2].strip().strip("\"'")
            self._waiting += 1
            return True
        if not self.section:
            return False
        if text.startswith("*"):
            self._table = text[1:].strip()
        elif text.startswith(":"):
            chain, policy, *_ = [*text[1:].split(), "", ""]
            self._policy(number, text, self._table, chain, policy)
        elif text != "COMMIT":
            source = SourceRef(self._document, number, text)
            if PROGRAM.match(text) is None:
                self._lost(source, "it is no rule")
                return True
            reason = "commands typed by hand only change the kernel, not the hardware"
            self._state.claims.doubt(source, reason)
        return True

    def _claim_variables(self) -> None:
        """Enter the variables read so far: only now is it sure that they belong to rules."""
        while self._waiting:
            self._state.claims.read()
            self._waiting -= 1

    def _policy(self, number: int, text: str, table: str, chain: str, policy: str) -> None:
        source = SourceRef(self._document, number, text)
        self._state.claims.read()
        if (table, chain) in TRANSIT:
            key = (self.section, table, chain)
            self._state.policies.pop(key, None)
            if policy not in {"ACCEPT", "-"}:
                self._state.policies[key] = source

    def _rule(self, number: int, text: str) -> None:
        """Read a line that begins with a dash."""
        words = words_of(filled(text, self._variables).partition(" #")[0])
        table = self._table
        if words[0] in {"-t", "--table"} and len(words) > 2:  # noqa: PLR2004 - option, value, more
            table, words = words[1], words[2:]
        source = SourceRef(self._document, number, text)
        self._claim_variables()
        match words:
            case [verb, chains, *rest] if verb in APPENDS | INSERTS:
                self._append(source, table, chains, rest, first=verb in INSERTS)
            case [("-P" | "--policy"), chain, policy]:
                self._policy(number, text, table, chain, policy)
            case [("-N" | "--new-chain"), _]:
                self._state.claims.doubt(source, "hardware does not follow jumps to other chains")
            case _:
                self._lost(source, "it is no rule that can be read")

    def _append(
        self, source: SourceRef, table: str, chains: str, rest: list[str], *, first: bool
    ) -> None:
        names = chains.split(",")
        transit = [chain for chain in names if (table, chain) in TRANSIT]
        if "$" in " ".join([*names, *rest]):
            self._lost(source, "it names a variable that has no value")
            return
        if not self.section:
            self._state.lost(source, "no section says which program it is for")
            return
        if not transit:
            self._elsewhere(source, table, names)
            return
        claim = self._state.claims.read()
        words = tuple(rest[1:] if first and rest[:1] == ["1"] else rest)
        for chain in transit:
            self._put((table, chain), words, source, claim, first=first)

    def _key(self, source: SourceRef) -> str:
        line = source.line or 0
        count = self._numbers[line] = self._numbers.get(line, 0) + 1
        return f"{source.file} line {line}" + (f" chain {count}" if count > 1 else "")

    def _put(
        self,
        place: tuple[str, str],
        words: tuple[str, ...],
        source: SourceRef,
        claim: int = -1,
        *,
        first: bool = False,
    ) -> None:
        key = self._key(source)
        rule = PolicyRule(self.section, *place, words, source, key, claim, self.file)
        rules = self._state.files.setdefault(self.file, [])
        rules.insert(0 if first else len(rules), rule)

    def _lost(self, source: SourceRef, reason: str) -> None:
        """Keep the place of a rule that cannot be read: it may take anything there."""
        self._state.lost(source, reason)
        if self.section:
            place = ("mangle", "PREROUTING") if "mangle" in source.text else FORWARD
            self._put(place, (UNREADABLE,), source)

    def _elsewhere(self, source: SourceRef, table: str, chains: list[str]) -> None:
        """Enter a rule for packets of the switch itself, or one that nobody offloads."""
        if table in TABLES and set(chains) <= LOCAL:
            self._state.claims.ignore()
            return
        self._lost(source, f"hardware has no chain {','.join(chains)} of table {table}")
