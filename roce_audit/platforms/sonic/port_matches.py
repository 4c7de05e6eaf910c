"""Conditions of rules on the ports that packets enter and leave at.

They are kept as questions while a table is read, and answered for the way that is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import single
from roce_audit.platforms.sonic.values import Inactive

if TYPE_CHECKING:
    from roce_audit.platforms.sonic.database import Value
    from roce_audit.platforms.sonic.draft import Draft
    from roce_audit.platforms.sonic.surroundings import Surroundings

_FIELDS = {"IN_PORTS": Direction.IN, "OUT_PORTS": Direction.OUT, "OUT_PORT": Direction.OUT}
_NOT_PHYSICAL = ("PORTCHANNEL", "VLAN", "LOOPBACK")


@dataclass(frozen=True, slots=True)
class PortQuestion:
    """Whether a packet enters, or leaves, at one of some ports.

    Attributes:
        direction: IN: enters; OUT: leaves.
        ports: Physical ports.
    """

    direction: Direction
    ports: frozenset[str]


@dataclass(frozen=True, slots=True)
class PortMatches:
    """Reads conditions on ports.

    Attributes:
        around: Which ports there are.
        asked: The questions so far, by the doubt that stands for each.
    """

    around: Surroundings
    asked: dict[Doubt, PortQuestion] = field(default_factory=dict[Doubt, PortQuestion])

    def knows(self, name: str) -> bool:
        """Whether a field is about ports."""
        return name in _FIELDS

    def read(self, draft: Draft, name: str, value: Value) -> None:
        """Read one field.

        Raises:
            Inactive: A name in it is no physical port of the switch.
        """
        parts = value.split(",") if isinstance(value, str) else value
        ports = frozenset(part.strip() for part in parts if part.strip())
        if not ports:
            raise Inactive(f"{name} names no port")
        for port in sorted(ports):
            if port.upper().startswith(_NOT_PHYSICAL) or (
                self.around.ports and port not in self.around.ports
            ):
                raise Inactive(f"{name} names {port[:40]}, which is no physical port here")
        question = PortQuestion(_FIELDS[name], ports)
        way = "enter" if question.direction is Direction.IN else "leave"
        told = ", ".join(sorted(ports))
        doubt = Doubt(
            f"{way} at {told}", f"the question does not say whether packets {way} at {told}"
        )
        self.asked[doubt] = question
        draft.outer[doubt] = single(1)
