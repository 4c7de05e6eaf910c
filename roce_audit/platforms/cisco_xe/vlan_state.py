"""VLANs and VLAN maps while their configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import FilterKey

if TYPE_CHECKING:
    from roce_audit.reading.guard import Guard
    from roce_audit.reading.statement import Statement


@dataclass(slots=True)
class VlanState:
    """A VLAN that is being configured.

    Attributes:
        number: 1 to 4094.
        header: Where it stands.
        active: False once it is suspended or shut down.
        guard: Why its packets may not pass, if a statement says so.
    """

    number: int
    header: Statement
    active: bool = True
    guard: Guard | None = None


@dataclass(slots=True)
class MapEntry:
    """One entry of a VLAN map.

    Attributes:
        header: Where it begins.
        matches: Keys of the lists it looks at, with the statements that say so.
        action: ``forward``, ``drop`` or words that are not understood.
        action_statement: Where the action stands; None for the default.
        broken: Why the entry is not understood; "" if it is.
    """

    header: Statement
    matches: dict[FilterKey, Statement] = field(default_factory=dict[FilterKey, "Statement"])
    action: str = "forward"
    action_statement: Statement | None = None
    broken: str = ""


@dataclass(slots=True)
class VlanMap:
    """A VLAN map: entries by sequence number.

    Attributes:
        broken: A statement that is not understood and may be about the map; None if there is none.
    """

    name: str
    header: Statement
    dump: int = 0
    entries: dict[int, MapEntry] = field(default_factory=dict[int, MapEntry])
    broken: Statement | None = None
