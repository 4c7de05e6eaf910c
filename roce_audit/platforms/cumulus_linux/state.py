"""What has been read of one switch so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.device import Gap
from roce_audit.platforms.cumulus_linux.claims import Claims
from roce_audit.platforms.cumulus_linux.node import Node

if TYPE_CHECKING:
    from roce_audit.model.source import SourceRef
    from roce_audit.platforms.cumulus_linux.policy_rule import PolicyRule

UNNAMED = "50 unnamed"
"""File of rules whose text does not say which file they are from; sorts beside NVUE's."""
NVUE_FILE = "50_nvue.rules"
"""The file that NVUE writes its lists to."""


@dataclass(slots=True)
class State:
    """Everything read so far; statements change it in order.

    Attributes:
        tree: The configuration as NVUE has it, one interface a key.
        files: Rules of policy.d by the name of their file.
        policies: Policies of transit chains that drop: family, table and chain to where it stands.
        claims: The account.
        gaps: What is missing from the evidence.
        header: Whether a whole NVUE configuration was met.
        release: Release of the system, (0, 0) if not told.
        hostname: As the text tells, "" if not.
        unnumbered: Interfaces that route without an address of their own.
        damaged: Lists of which some statement is not understood, and that statement.
        rules: Whether any section of rules was met.
        copies: Words that interface ranges were spread to, against hostile input.
    """

    tree: Node = field(default_factory=Node)
    files: dict[str, list[PolicyRule]] = field(default_factory=dict[str, "list[PolicyRule]"])
    policies: dict[tuple[str, str, str], SourceRef] = field(
        default_factory=dict[tuple[str, str, str], "SourceRef"]
    )
    claims: Claims = field(default_factory=Claims)
    gaps: list[Gap] = field(default_factory=list[Gap])
    header: bool = False
    release: tuple[int, int] = (0, 0)
    hostname: str = ""
    unnumbered: set[str] = field(default_factory=set[str])
    damaged: dict[str, SourceRef] = field(default_factory=dict[str, "SourceRef"])
    rules: bool = False
    copies: int = 0

    def lost(self, source: SourceRef, reason: str) -> None:
        """Enter a statement that may change filters in a way that is not understood."""
        self.claims.doubt(source, reason)
        named = _RULE.search(source.text)
        if named is not None:
            self.damaged.setdefault(named[1], source)
        if len(self.gaps) < _MOST_GAPS:
            text = f"line {source.line} of {source.file} is not understood ({reason})"
            self.gaps.append(Gap(f"{text}: {source.text[:120]}", source))


_MOST_GAPS = 50
_RULE = re.compile(r"([^\s\"']+)\s+rule\s")
