"""``vlan``, ``vlan configuration`` and ``vlan filter`` while the configuration is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Ranges, normalise, without
from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Claim, Hazard, Port, said
from roce_audit.platforms.cisco_nxos.port_filters import service_policy
from roce_audit.platforms.cisco_nxos.switchport import TOP_VLAN
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.model.source import SourceRef
    from roce_audit.reading.statement import Statement

_PRIVATE = ("isolated", "community")
_NO_EFFECT = frozenset({"name", "vn-segment", "mode", "xconnect", "remote-span", "media"})


@dataclass(slots=True)
class VlanRow:
    """One VLAN.

    Attributes:
        source: Where it is created.
        shut: Whether it is shut down.
        suspended: Whether its state is suspended.
        isolating: The statement that keeps its ports apart; None if there is none.
    """

    source: SourceRef
    shut: bool = False
    suspended: bool = False
    isolating: Hazard | None = None


@dataclass(slots=True)
class MapUse:
    """Where a VLAN map acts.

    Attributes:
        source: The statement; the latest one counts.
        vlans: All of them together.
    """

    source: SourceRef
    vlans: Ranges


@dataclass(slots=True)
class Vlans:
    """All that is said of VLANs.

    Attributes:
        rows: By number.
        filters: By name of the VLAN map.
        policies: Policy settings of ``vlan configuration``, with the VLANs.
        odd_filters: ``vlan filter`` statements that are not understood.
        inspected: ``ip arp inspection`` statements, with the VLANs.
    """

    rows: dict[int, VlanRow] = field(default_factory=dict[int, VlanRow])
    filters: dict[str, MapUse] = field(default_factory=dict[str, MapUse])
    policies: dict[Ranges, Port] = field(default_factory=dict[Ranges, Port])
    odd_filters: list[SourceRef] = field(default_factory=list["SourceRef"])
    inspected: list[tuple[Ranges, SourceRef]] = field(
        default_factory=list[tuple[Ranges, "SourceRef"]]
    )

    def create(self, numbers: Ranges, source: SourceRef) -> list[VlanRow]:
        """Return the rows of VLANs, made where they are not there yet."""
        return [self.rows.setdefault(number, VlanRow(source)) for number in _each(numbers)]

    def delete(self, numbers: Ranges) -> None:
        """Forget VLANs."""
        for number in _each(numbers):
            self.rows.pop(number, None)

    def use_map(self, statement: Statement) -> Claim:
        """Read ``[no] vlan filter NAME vlan-list LIST``.

        Raises:
            ParseError: It is not understood; that the map may act somewhere is kept.
        """
        words = statement.words[1:] if statement.words[0] == "no" else statement.words
        negated = words is not statement.words
        match words[2:]:
            case (name,) if negated:
                self.filters.pop(name, None)
            case (name, "vlan-list", *rest) if rest:
                try:
                    vlans = number_list("".join(rest), TOP_VLAN, 1)
                except ParseError:
                    self.odd_filters.append(statement.source)
                    raise
                self._change(name, vlans, statement.source, negated=negated)
            case _:
                self.odd_filters.append(statement.source)
                raise ParseError("it does not read vlan filter NAME vlan-list LIST")
        return Claim.READ

    def _change(self, name: str, vlans: Ranges, source: SourceRef, *, negated: bool) -> None:
        known = self.filters.get(name)
        if not negated:
            self.filters[name] = MapUse(
                known.source if known else source,
                normalise((*known.vlans, *vlans)) if known else vlans,
            )
        elif known is not None:
            known.vlans = without(known.vlans, vlans)
            if not known.vlans:
                del self.filters[name]


def _each(numbers: Ranges) -> Iterator[int]:
    for low, high in numbers:
        yield from range(low, high + 1)


def vlan_command(rows: list[VlanRow], statement: Statement) -> Claim | None:
    """Do what a statement below ``vlan LIST`` says; None if it is no such statement.

    Raises:
        ParseError: It is not understood.
    """
    words = statement.words
    negated = words[0] == "no"
    match words[1:] if negated else words:
        case ("shutdown",):
            for row in rows:
                row.shut = not negated
        case ("state", *rest):
            if not negated and rest not in (["active"], ["suspend"]):
                raise ParseError("the state is neither active nor suspend")
            for row in rows:
                row.suspended = not negated and rest == ["suspend"]
        case ("private-vlan", *rest):
            _private(rows, statement, set(rest) & set(_PRIVATE), negated=negated)
        case (word, *_) if word in _NO_EFFECT:
            return Claim.NO_EFFECT
        case _:
            return None
    return Claim.READ


def _private(rows: list[VlanRow], statement: Statement, kinds: set[str], *, negated: bool) -> None:
    hazard = Hazard("private VLAN", "keeps ports apart", statement.source, directions=BOTH_WAYS)
    for row in rows:
        if kinds:
            row.isolating = None if negated else hazard


def vlan_odd(rows: list[VlanRow], statement: Statement) -> None:
    """Note a statement below ``vlan LIST`` that means nothing known: it may stop the VLAN."""
    hazard = Hazard(
        "unknown command",
        f"is not understood: {statement.text}",
        statement.source,
        directions=BOTH_WAYS,
    )
    for row in rows:
        row.isolating = hazard


def vlan_policy(settings: Port, statement: Statement) -> Claim | None:
    """Do what a statement below ``vlan configuration`` says; None if it is no such statement.

    Raises:
        ParseError: It is not understood.
    """
    split = said(statement)
    words = statement.words[split.start :]
    if words[:1] == ("service-policy",):
        return service_policy(settings, split)
    quiet = words[:1] in (("device-tracking",), ("layer-2",)) or words[:3] == (
        "ip",
        "igmp",
        "snooping",
    )
    return Claim.NO_EFFECT if quiet else None
