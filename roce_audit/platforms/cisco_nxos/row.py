"""One numbered entry of an access list, and how its number and words are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_nxos.groups import TOP_NUMBER
from roce_audit.platforms.cisco_nxos.ip_entry import IPV4, IPV6, ip_lines
from roce_audit.platforms.cisco_nxos.mac_entry import mac_lines

if TYPE_CHECKING:
    from roce_audit.model.acl import Line
    from roce_audit.model.source import SourceRef
    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Doubt
    from roce_audit.platforms.cisco_nxos.groups import Groups

GRAMMARS = {"ip": IPV4, "ipv6": IPV6}
KINDS = ("ip", "ipv6", "mac")
_NUMBER_DIGITS = 10


@dataclass(slots=True)
class Row:
    """One numbered entry.

    Attributes:
        words: From the action on; a remark begins with ``remark``.
        source: Where it was entered.
        lines: What it does; None if it names a group and waits for all of them.
    """

    words: tuple[str, ...]
    source: SourceRef
    lines: tuple[Line, ...] | None

    def read(
        self, kind: str, label: str, untyped: Doubt | None, groups: Groups
    ) -> tuple[tuple[Line, ...], str]:
        """Return what the entry does, and why it is not fully understood ("" if it is).

        Args:
            kind: Of the list.
            label: Its number.
            untyped: See ``mac_lines``.
            groups: All groups.
        """
        grammar = GRAMMARS.get(kind)
        if grammar is None:
            return mac_lines(self.source, self.words, label, untyped)
        return ip_lines(self.source, self.words, label, grammar, groups)


def scope_of(kind: str) -> Box:
    """Return every packet that a list of ``kind`` may see."""
    grammar = GRAMMARS.get(kind)
    return grammar.scope if grammar else EVERYTHING


def number_of(word: str) -> int | None:
    """Return the sequence number that ``word`` is, None if it is no number.

    Numbers of too many digits come out as one that no entry can have.
    """
    if not (word.isascii() and word.isdecimal()):
        return None
    return int(word) if len(word) <= _NUMBER_DIGITS else TOP_NUMBER + 1


def plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an entry as the device keeps them: ``host A`` is ``A/LEN``."""
    kept: list[str] = []
    for word in words:
        if kept and kept[-1] == "host":
            kept[-1] = f"{word}/{128 if ':' in word else 32}"
        else:
            kept.append(word)
    return tuple(kept)
