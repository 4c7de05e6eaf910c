"""What drops packets besides the tables of ACL_TABLE, where the configuration cannot say whether.

Each is a filter of its own, with one drop that hangs on an open question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer, Line
from roce_audit.packets.boxes import EVERYTHING
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import single

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.platforms.sonic.database import Database, Entry

_EVERY_PORT = ("CtrlPlane", "SWITCH", "Switch")


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something that may drop what passes a port.

    Attributes:
        filter: With one doubted drop.
        binding: Where.
    """

    filter: Filter
    binding: Binding


def hazards_of(database: Database) -> Iterator[Hazard]:
    """Yield the hazards that the configuration shows."""
    for port, entry in database.table("MUX_CABLE").items():
        told = f"{port} is one side of a dual-ToR pair (line {entry.line}): the standby side drops"
        yield _hazard("IngressTableDrop", port, Direction.IN, entry, told)
    isolated = ", ".join(key.rpartition("|")[2] for key in database.table("MCLAG_INTERFACE"))
    for entry in database.table("MCLAG_DOMAIN").values():
        if link := entry.get("peer_link"):
            told = (
                f"{link} is the peer link of an MCLAG (line {entry.line}): what comes from it is "
                f"kept from ports of the MCLAG that are up ({isolated or 'not listed'})"
            )
            yield _hazard("MCLAG isolation", link, Direction.IN, entry, told)
    for key, entry in database.table("POLICY_BINDING_TABLE").items():
        if key in _EVERY_PORT:
            continue
        for name in entry.fields:
            direction = Direction.OUT if name.upper().startswith("EGRESS") else Direction.IN
            told = f"the policy {entry.get(name)} at {key} (line {entry.line}) is not understood"
            yield _hazard(f"policy {entry.get(name)}", key, direction, entry, told)


def _hazard(kind: str, port: str, direction: Direction, entry: Entry, told: str) -> Hazard:
    name = f"{kind} of {port}"
    drop = Line(Action.DENY, ({Doubt(name, told): single(1)},), entry.source, kind)
    acl = Filter(Family.MIXED, name, (drop,), Action.PERMIT, entry.source, kind=kind)
    return Hazard(
        acl,
        Binding(
            filter=acl.key,
            interface=port,
            vlans=(),
            direction=direction,
            layer=Layer.PORT,
            sees=(EVERYTHING,),
            source=entry.source,
        ),
    )
