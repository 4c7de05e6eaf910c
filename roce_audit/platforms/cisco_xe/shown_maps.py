"""Output of ``show vlan access-map``, ``show vlan filter`` and ``show object-group``.

Layouts from memory (Catalyst 3560 and 3750 configuration guides): a header per entry, then
``Match clauses:`` with one line per kind of list, then ``Action:`` with one word below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Family
from roce_audit.platforms.cisco_xe.groups import Group
from roce_audit.platforms.cisco_xe.modes import GroupMode, account
from roce_audit.platforms.cisco_xe.vlan_maps import ACTION_UNKNOWN, open_entry, serve
from roce_audit.reading.said import READ, Said

if TYPE_CHECKING:
    from roce_audit.platforms.cisco_xe.list_headers import Taken
    from roce_audit.platforms.cisco_xe.state import Xe
    from roce_audit.platforms.cisco_xe.vlan_state import MapEntry
    from roce_audit.reading.statement import Statement

_CLAUSES = {"ip": Family.IPV4, "ipv6": Family.IPV6, "mac": Family.MAC}
_HEADINGS = frozenset({("Match", "clauses:"), ("Action:",)})
_GROUPS = {"Network": "network", "Service": "service"}


@dataclass(frozen=True, slots=True)
class ShownMapMode:
    """Under ``Vlan access-map "NAME" N`` of show output."""

    entry: MapEntry

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether these are words of an entry."""
        return words in _HEADINGS or words[0] in _CLAUSES or words[0] in ("drop", "forward")

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a line of the entry."""
        told = self._told(statement)
        self.entry.broken = self.entry.broken or told
        account(xe, statement, told)

    def _told(self, statement: Statement) -> str:
        match statement.words:
            case words if words in _HEADINGS:
                return READ
            case (("ip" | "ipv6" | "mac") as kind, "address:", *names):
                for name in names:
                    self.entry.matches[_CLAUSES[kind].value, name] = statement
                return READ
            case (("drop" | "forward") as action, *rest) if rest in ([], ["log"]):
                self.entry.action, self.entry.action_statement = action, statement
                return READ
            case words:
                return f"{ACTION_UNKNOWN} {' '.join(words)!r}"


@dataclass(frozen=True, slots=True)
class ShownServedMode:
    """Under ``VLAN Map NAME is filtering VLANs:`` of show output."""

    name: str

    def knows(self, words: tuple[str, ...]) -> bool:
        """Whether this is a list of numbers."""
        return words[0][:1].isdecimal()

    def take(self, xe: Xe, statement: Statement) -> None:
        """Apply a list of VLANs."""
        said = Said(statement, (self.name, "vlan-list", *statement.words), negated=False)
        told = serve(xe, said)
        if told:
            xe.lost.append(statement)
        account(xe, statement, told)


def shown_map(xe: Xe, said: Said) -> Taken:
    """Take ``Vlan access-map "NAME" N``."""
    if not said.begins("Vlan", "access-map") or said.negated:
        return False
    words = tuple(word.strip('"') for word in said.words[2:])
    entry = open_entry(xe, said.statement, words)
    if entry is None:
        xe.book.doubt(said.statement.source, "no VLAN map is named")
        xe.lost.append(said.statement)
        return True
    xe.book.read += 1
    return ShownMapMode(entry)


def shown_served(xe: Xe, said: Said) -> Taken:
    """Take ``VLAN Map NAME is filtering VLANs:``."""
    match said.words:
        case ("VLAN", "Map", name, "is", "filtering", "VLANs:"):
            xe.book.read += 1
            return ShownServedMode(name)
        case _:
            return False


def shown_group(xe: Xe, said: Said) -> Taken:
    """Take ``Network object group NAME`` and ``Service object group NAME``."""
    match said.words:
        case (("Network" | "Service") as kind, "object", "group", name):
            xe.book.read += 1
            key = (_GROUPS[kind], name)
            known = xe.groups.get(key)
            if known is None or xe.replaces(known.dump):
                known = xe.groups[key] = Group(*key, dump=xe.dump)
            return GroupMode(known)
        case _:
            return False
