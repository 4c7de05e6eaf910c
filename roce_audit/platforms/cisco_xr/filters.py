"""Access lists as filters, once the configuration is read to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Family, Filter, Line
from roce_audit.model.source import SourceRef
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import ICMP_TYPE, PROTOCOL, Doubt
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ICMPV6
from roce_audit.platforms.cisco_xr.draft import Draft
from roce_audit.platforms.cisco_xr.ip_lines import read_v4, read_v6
from roce_audit.platforms.cisco_xr.ip_options import NEXT_HOPS
from roce_audit.platforms.cisco_xr.l2_lines import read_l2
from roce_audit.platforms.cisco_xr.settings import IPV4_BOX, IPV6_BOX, YES
from roce_audit.reading.doubts import either_way
from roce_audit.reading.entry_draft import ACTIONS, read_rule
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roce_audit.model.acl import FilterKey
    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.cisco_xr.draft import Grammar
    from roce_audit.platforms.cisco_xr.extents import Groups
    from roce_audit.platforms.cisco_xr.lists import AccessList, Entry
    from roce_audit.reading.ledger import LedgerBook

_GRAMMARS: Mapping[str, Grammar] = {"ipv4": read_v4, "ipv6": read_v6, "ethernet-services": read_l2}
_SCOPES: Mapping[str, Box] = {
    "ipv4": IPV4_BOX,
    "ipv6": IPV6_BOX,
    "ethernet-services": EVERYTHING,
}
SEEN: Mapping[str, tuple[Box, ...]] = {kind: (box,) for kind, box in _SCOPES.items()}
"""The packets that a bound list of a kind is offered."""
IMPLICIT = "implicit "
"""Beginning of the text of lines that no statement holds."""
REDIRECTS = "abf"
"""Word in the tag of a filter that sends some packets to another next hop."""
CHAIN = "access-list chain"
"""Kind of a filter made of a common list and the interface's own."""


@dataclass(slots=True)
class Lists:
    """The access lists of a device, read to the end.

    Attributes:
        known: By key.
        groups: Object groups.
        book: The account.
    """

    known: Mapping[FilterKey, AccessList]
    groups: Groups
    book: LedgerBook
    _lines: dict[FilterKey, tuple[Line, ...]] = field(
        default_factory=dict["FilterKey", "tuple[Line, ...]"]
    )

    def filters(self) -> dict[FilterKey, Filter]:
        """Return every list as a filter; the account takes note of each entry."""
        return {key: self._filter(acl) for key, acl in self.known.items()}

    def chain(self, kind: str, names: tuple[str, str], source: SourceRef) -> Filter:
        """Return a common list and the interface's own as one filter, without a deny between.

        Args:
            kind: ``ipv4`` or ``ipv6``.
            names: Of the common list and of the other.
            source: The statement that binds.
        """
        lists = [self.known.get((kind, name)) for name in names]
        lines: list[Line] = []
        if lists[0] is None:
            doubt = Doubt(f"common {names[0]}", f"the common list {names[0]} is not defined")
            lines.append(Line(Action.PERMIT, ({**_SCOPES[kind], doubt: YES},), source))
        lines += (line for acl in lists if acl is not None for line in self._read(acl))
        last = lists[1]
        default: Action = Action.PERMIT
        default_doubt: Doubt | None = _missing(names[1])
        if last is not None:
            default, default_doubt = _default(last)
            lines += _implicit(last)
        return Filter(
            family=Family(kind),
            name=f"common {names[0]} {names[1]}",
            lines=tuple(lines),
            default=default,
            source=source,
            default_doubt=default_doubt,
            kind=CHAIN,
            tag=" ".join(_redirects(acl) for acl in lists if acl is not None).strip(),
        )

    def _filter(self, acl: AccessList) -> Filter:
        default, doubt = _default(acl)
        taken = " ".join(str(number) for number in sorted(acl.remarks))
        return Filter(
            family=acl.family,
            name=acl.name,
            lines=(*self._read(acl), *_implicit(acl)),
            default=default,
            source=acl.header.source,
            default_doubt=doubt,
            kind=f"{acl.kind} access-list",
            tag=f"{_redirects(acl)} {taken}".strip(),
        )

    def _read(self, acl: AccessList) -> tuple[Line, ...]:
        """Return the lines that statements hold."""
        known = self._lines.get(acl.key)
        if known is not None:
            return known
        lines: list[Line] = []
        if acl.broken:
            lines += either_way(acl.header, _SCOPES[acl.kind], acl.broken)
        for number in sorted(acl.entries):
            entry = acl.entries[number]
            found, reason = self._entry(acl, entry, str(number))
            lines += found
            if reason:
                self.book.doubt(entry.statement.source, reason)
            else:
                self.book.read += 1
        self._lines[acl.key] = tuple(lines)
        return self._lines[acl.key]

    def _entry(self, acl: AccessList, entry: Entry, label: str) -> tuple[tuple[Line, ...], str]:
        words = entry.words
        if words and words[0] in ACTIONS:
            draft = Draft(entry.statement, _SCOPES[acl.kind], self.groups)
            return read_rule(Words(words), draft, _GRAMMARS[acl.kind], label), draft.reason
        what = f"unknown statement {words[0]!r} in a list" if words else "a number without an entry"
        return either_way(entry.statement, _SCOPES[acl.kind], what, label), what


def _redirects(acl: AccessList) -> str:
    found = any(
        not NEXT_HOPS.isdisjoint(entry.words) for entry in acl.entries.values() if entry.words
    )
    return REDIRECTS if found else ""


def _default(acl: AccessList) -> tuple[Action, Doubt | None]:
    """Return what happens to packets that no line takes, and the open question about it."""
    if acl.entries:
        return Action.DENY, None
    if acl.remarks:
        reason = f"{acl.name} has remarks only, and may count as empty"
        return Action.DENY, Doubt(f"{acl.kind} access-list {acl.name}", reason)
    if acl.family is Family.MAC:
        reason = f"{acl.name} is empty, and such a list cannot be bound"
        return Action.PERMIT, Doubt(f"{acl.kind} access-list {acl.name}", reason)
    return Action.PERMIT, None


def _missing(name: str) -> Doubt:
    return Doubt(f"access-list {name}", f"the list {name} behind a common one is not defined")


def _implicit(acl: AccessList) -> list[Line]:
    """Return the permits for neighbour discovery that stand before the implicit deny."""
    if acl.family is not Family.IPV6 or not acl.entries:
        return []
    box = {**IPV6_BOX, PROTOCOL: single(ICMPV6)}
    return [
        Line(
            Action.PERMIT,
            ({**box, ICMP_TYPE: single(kind)},),
            SourceRef(acl.header.file, None, f"{IMPLICIT}permit icmpv6 any any {name}"),
        )
        for kind, name in ((136, "nd-na"), (135, "nd-ns"))
    ]
