"""Repairs of access lists: entries with numbers of their own before the one that drops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action
from roce_audit.packets.fields import Doubt
from roce_audit.packets.traffic import Traffic
from roce_audit.platforms.cisco_xr.filters import IMPLICIT
from roce_audit.platforms.cisco_xr.ip_options import NEXT_HOPS
from roce_audit.platforms.cisco_xr.numbering import (
    Room,
    room_before,
    room_behind,
    room_by_moving,
)
from roce_audit.platforms.cisco_xr.remedy_texts import impact_of, permit_texts, widened
from roce_audit.reading.platform import Rendered

if TYPE_CHECKING:
    from roce_audit.model.acl import Filter, Line
    from roce_audit.model.remedy import PermitPackets

HEADERS = {
    "ipv4": "ipv4 access-list",
    "ipv6": "ipv6 access-list",
    "mac": "ethernet-services access-list",
}
_SHOWS = {"ipv4": "ipv4", "ipv6": "ipv6", "mac": "ethernet-services"}


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of a list.

    Attributes:
        number: Its place.
        text: Without number and counters.
        lines: The filter lines that it became.
    """

    number: int
    text: str
    lines: tuple[Line, ...]


def permit_in_list(acl: Filter, remedy: PermitPackets) -> Rendered | None:
    """Return the repair of an access list; None if it cannot name the packets."""
    family = acl.family.value
    texts = permit_texts(family, remedy)
    entries = _written(acl)
    room = _room(acl, entries, remedy, len(texts)) if texts else None
    if room is None:
        return None
    by_number = {entry.number: entry.text for entry in entries}
    return Rendered(
        template="permit_packets",
        values={
            "header": f"{HEADERS[family]} {acl.name}",
            "entries": [
                {"number": number, "text": text}
                for number, text in zip(room.numbers, texts, strict=True)
            ],
            "moved": [{"old": old, "new": new, "text": by_number[old]} for old, new in room.moved],
        },
        impact=tuple(_impact(acl, remedy, room)),
        verify=verify_of(family, acl.name),
        widens=widened(family, remedy),
    )


def verify_of(family: str, name: str) -> tuple[str, ...]:
    """Return the read-only commands that show a list, and a commit that failed."""
    return (f"show access-lists {_SHOWS[family]} {name}", "show configuration failed")


def _impact(acl: Filter, remedy: PermitPackets, room: Room) -> list[str]:
    told = impact_of(acl.name, acl.family.value, remedy)
    if room.moved:
        numbers = ", ".join(str(old) for old, _ in room.moved)
        told.append(
            f"There is no free number: entries {numbers} move down to make room. All of it takes "
            "effect at the commit, at once."
        )
    told.append("To try it first, say 'commit confirmed 300' and then 'commit' within 300 seconds.")
    return told


def _written(acl: Filter) -> tuple[Written, ...]:
    """Return the entries of a list in their order."""
    found: dict[int, list[Line]] = {}
    for line in acl.lines:
        if line.label and not line.source.text.startswith(IMPLICIT):
            found.setdefault(int(line.label), []).append(line)
    return tuple(
        Written(number, _plain(lines[0].source.text), tuple(lines))
        for number, lines in sorted(found.items())
    )


def _plain(text: str) -> str:
    """Cut what stands before and behind the entry itself."""
    words = text.split()
    start = next((at for at, word in enumerate(words) if word in ("permit", "deny")), 0)
    words = words[start:]
    cut = next((at for at, word in enumerate(words) if word.startswith("(")), len(words))
    return " ".join(words[:cut])


def _room(
    acl: Filter, entries: tuple[Written, ...], remedy: PermitPackets, count: int
) -> Room | None:
    """Return where new entries go: in the gap, further up, or by moving others down."""
    remarks = {int(word) for word in acl.tag.split() if word.isdecimal()}
    numbers = [entry.number for entry in entries]
    taken = {*numbers, *remarks}
    before = _place(entries, remedy.before)
    if before is None:
        before = _closing(entries)
    if before is None:
        return room_behind(taken, count)
    floor = max((e.number for e in entries if e.number < before and not _is_plain(e)), default=0)
    late = remedy.traffic in (Traffic.ND, Traffic.ARP)
    return room_before(before, floor, taken, count, late=late) or room_by_moving(
        before, numbers, remarks, count
    )


def _place(entries: tuple[Written, ...], before: Line | None) -> int | None:
    """Return the number of the entry that became ``before``; None if there is none."""
    return next((entry.number for entry in entries if before in entry.lines), None)


def _closing(entries: tuple[Written, ...]) -> int | None:
    """Return the number of a last entry that drops everything that is left; None without one."""
    if not entries:
        return None
    last = entries[-1]
    words = last.text.split()
    drops = words[:1] == ["deny"] and words[1:4] in (
        ["ipv4", "any", "any"],
        ["ipv6", "any", "any"],
    )
    return last.number if drops or words[:3] == ["deny", "any", "any"] else None


def _is_plain(entry: Written) -> bool:
    """Whether a permit may be put before an entry without a change to what passes."""
    certain = not any(
        isinstance(each, Doubt) for line in entry.lines for box in line.matches for each in box
    )
    action = all(line.action in (Action.PERMIT, Action.DENY) for line in entry.lines)
    return certain and action and NEXT_HOPS.isdisjoint(entry.text.split())
