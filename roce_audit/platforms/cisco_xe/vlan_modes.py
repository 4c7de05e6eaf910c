"""The modes of VLANs and of entries of VLAN maps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING
from roce_audit.platforms.cisco_xe.modes import account, verb_of
from roce_audit.platforms.cisco_xe.vlan_maps import edit_entry
from roce_audit.reading.guard import Guard
from roce_audit.reading.said import IGNORED, READ

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.platforms.cisco_xe.vlan_state import MapEntry, VlanState
    from roce_audit.reading.statement import Statement


@dataclass(frozen=True, slots=True)
class VlanMode:
    """Under ``vlan LIST``."""

    vlans: tuple[VlanState, ...]

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of a VLAN."""
        return verb_of(words) in ("name", "state", "shutdown", "private-vlan", "remote-span")

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement to every VLAN of the list."""
        negated = statement.words[0] == "no"
        words = statement.words[1:] if negated else statement.words
        told = IGNORED if words[:1] in _VLAN_IGNORED else f"unknown statement {words[:1]} of a VLAN"
        if words in (("shutdown",), ("state", "suspend"), ("state", "active")):
            told = READ
            for vlan in self.vlans:
                vlan.active = negated or words == ("state", "active")
        elif words[:1] == ("private-vlan",):
            told = self._isolate(statement, words, negated=negated)
        account(xe, statement, told)

    def _isolate(self, statement: Statement, words: tuple[str, ...], *, negated: bool) -> str:
        if words[1:2] not in (("isolated",), ("community",)):
            return IGNORED
        reason = f"line {statement.line}: a private VLAN keeps hosts apart"
        for vlan in self.vlans:
            vlan.guard = None if negated else Guard(reason, statement, (EVERYTHING,))
        return READ if negated else reason


_VLAN_IGNORED = frozenset(
    {("name",), ("exit",), ("mtu",), ("media",), ("remote-span",), ("ip",), ("vn-segment",)}
)


@dataclass(frozen=True, slots=True)
class MapMode:
    """Under ``vlan access-map NAME N``."""

    entry: MapEntry

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an entry."""
        return verb_of(words) in ("match", "action")

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a statement of the entry."""
        if statement.words[0] in ("exit", "description"):
            xe.book.no_effect += 1
        else:
            told = edit_entry(self.entry, statement)
            self.entry.broken = self.entry.broken or told
            account(xe, statement, told)
