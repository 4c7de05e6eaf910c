"""What object groups hold, nested groups followed, once the configuration is read to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.packets.boxes import EVERYTHING, Box
from roce_audit.packets.fields import DESTINATION_PORT, PROTOCOL, Dimension, Doubt, Field
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.cisco_xe.groups import every_value
from roce_audit.reading.doubts import on_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roce_audit.platforms.cisco_xe.groups import Group, Member
    from roce_audit.platforms.cisco_xe.settings import Settings

_DEEPEST = 32
"""Groups within groups that are followed."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What is known of a group.

    Attributes:
        boxes: Certainly in the group, all alternatives together.
        doubt: If given, further packets may be.
    """

    boxes: tuple[Box, ...]
    doubt: Doubt | None = None


@dataclass(slots=True)
class Groups:
    """All groups of a device, read to the end.

    Attributes:
        known: By kind and name.
        settings: The platform's switches.
    """

    known: Mapping[tuple[str, str], Group]
    settings: Settings
    _members: dict[tuple[str, str], tuple[list[Member], Doubt | None]] = field(
        default_factory=dict[tuple[str, str], "tuple[list[Member], Doubt | None]"]
    )

    def addresses(self, kind: str, name: str, side: Field) -> Extent:
        """Return a network group as conditions on ``side``."""
        members, doubt = self._all(kind, name)
        if any(member.values == ((0, side.top),) for member in members):
            return Extent((EVERYTHING,))
        values = normalise(part for member in members for part in member.values)
        return Extent(({side: values},) if values else (), on_side(doubt, side) if doubt else None)

    def services(self, kind: str, name: str) -> Extent:
        """Return a service group as conditions on protocol, ports and messages."""
        members, doubt = self._all(kind, name)
        return Extent(_joined(box for member in members for box in member.boxes), doubt)

    def _all(self, kind: str, name: str) -> tuple[list[Member], Doubt | None]:
        """Return every member of a group and of those in it, and what is open."""
        known = self._members.get((kind, name))
        if known is None:
            known = self._members[kind, name] = self._walked(kind, name, 0, set())
        return known

    def _walked(
        self, kind: str, name: str, depth: int, seen: set[str]
    ) -> tuple[list[Member], Doubt | None]:
        group = self.known.get((kind, name))
        if group is None or not group.members or depth > _DEEPEST:
            return self._missing(kind, name, defined=group is not None)
        seen.add(name)
        found: list[Member] = []
        doubt: Doubt | None = None
        for member in group.members.values():
            inner: Doubt | None = None
            if member.reason:
                text = f"line {member.statement.line} of object group {name}: {member.reason}"
                inner = Doubt(f"object-group {name} line {member.statement.line}", text)
            elif member.nested and member.nested not in seen:
                more, inner = self._walked(kind, member.nested, depth + 1, seen)
                found += more
            elif not member.nested:
                found.append(member)
            doubt = doubt or inner
        return found, doubt

    def _missing(self, kind: str, name: str, *, defined: bool) -> tuple[list[Member], Doubt | None]:
        if self.settings.undefined_group == "everything":
            return [every_value()], None
        if self.settings.undefined_group == "nothing":
            return [], None
        state = "has no members" if defined else "is not defined"
        return [], Doubt(f"object-group {kind} {name}", f"object group {name} {state}")


def _joined(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Return the same packets in fewer boxes: destination ports of one protocol together."""
    ports: dict[Ranges, list[tuple[int, int]]] = {}
    others: list[Box] = []
    plain: set[Dimension] = {PROTOCOL, DESTINATION_PORT}
    for box in boxes:
        if set(box) == plain:
            ports.setdefault(box[PROTOCOL], []).extend(box[DESTINATION_PORT])
        elif box not in others:
            others.append(box)
    if EVERYTHING in others:
        return (EVERYTHING,)
    for protocol, parts in ports.items():
        others.append({PROTOCOL: protocol, DESTINATION_PORT: normalise(parts)})
    return tuple(others)
