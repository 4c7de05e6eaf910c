"""A rule's conditions while its fields are read, and the packets they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.packets.fields import (
    DESTINATION_PORT,
    ETHERTYPE,
    FRAGMENT,
    PROTOCOL,
    SOURCE_PORT,
    Dimension,
    Doubt,
)
from roce_audit.packets.ranges import Ranges, intersect, single, without
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.sonic.table_types import TableType

_EVERY_TYPE: Ranges = ((0, 0xFFFF),)
_TCP_OR_UDP: Ranges = ((6, 6), (17, 17))
_WITH_PORTS: Ranges = ((0, 1),)
_BOTH = (ETHERTYPE_IPV4, ETHERTYPE_IPV6)
_FAMILIES: dict[Ranges, int] = {single(family): family for family in _BOTH}


class Draft:
    """Conditions read so far.

    Attributes:
        name: ``TABLE|RULE``.
        line: 1-based line of the rule.
        kind: Type of its table.
        ethertypes: That it takes; an empty set if its conditions exclude each other.
        qualified: Whether EtherType, IP type or an address says what kind of packets it is for.
        outer: Conditions that any packet can meet: VLAN, open questions.
        inner: Conditions on IP and what is in it.
        only: The IP versions whose headers have all the fields that it names.
        possible: False if two of its conditions exclude each other.
    """

    __slots__ = (
        "ethertypes",
        "inner",
        "kind",
        "line",
        "name",
        "only",
        "outer",
        "possible",
        "qualified",
    )

    def __init__(self, name: str, line: int, kind: TableType) -> None:
        """Begin with every packet."""
        self.name, self.line, self.kind = name, line, kind
        self.ethertypes: Ranges = _EVERY_TYPE
        self.qualified = False
        self.outer: dict[Dimension, Ranges] = {}
        self.inner: dict[Dimension, Ranges] = {}
        self.only: tuple[int, ...] = _BOTH
        self.possible = True

    def types(self, values: Ranges) -> None:
        """Take packets of some EtherTypes only."""
        self.qualified = True
        if self.ethertypes is _EVERY_TYPE:
            self.ethertypes = values
        elif self.ethertypes != values:
            self.ethertypes = intersect(self.ethertypes, values)

    def inside(self, dimension: Dimension, values: Ranges) -> None:
        """Take packets by a field of IP or above."""
        known = self.inner.get(dimension)
        if known is not None:
            values = intersect(known, values)
            self.possible = self.possible and bool(values)
        self.inner[dimension] = values

    def version(self, family: int) -> None:
        """A field is named that only one IP version has."""
        self.only = tuple(each for each in self.only if each == family)

    def ask(self, key: str, reason: str) -> None:
        """Take packets only if the answer to a question of this rule is yes."""
        self.outer[Doubt(f"{self.name} {key}", f"{self.name} (line {self.line}) {reason}")] = (
            single(1)
        )

    def boxes(self) -> tuple[Box, ...]:
        """Return the packets of the rule."""
        if not (self.possible and self.ethertypes):
            return ()
        if not self.inner:
            box = dict(self.outer)
            if self.ethertypes is not _EVERY_TYPE and self.ethertypes != _EVERY_TYPE:
                box[ETHERTYPE] = self.ethertypes
            return (box,)
        self._imply_protocol()
        family = _FAMILIES.get(self.ethertypes)
        if self.qualified and family in self.only:
            # Most rules are for one IP version.
            return ({ETHERTYPE: self.ethertypes, **self.inner, **self.outer},)
        return tuple(self._inner_boxes())

    def _inner_boxes(self) -> Iterator[Box]:
        sure: list[int] = []
        for family in self._sure():
            if intersect(self.ethertypes, single(family)):
                sure.append(family)
                yield {ETHERTYPE: single(family), **self.inner, **self.outer}
        rest = self.ethertypes
        for family in sure:
            rest = without(rest, single(family))
        if rest:
            self.ask("other packets", self._why_open())
            yield {ETHERTYPE: rest, **self.outer}

    def _sure(self) -> tuple[int, ...]:
        """Return the IP versions for which it is certain what the conditions mean."""
        if self.qualified:
            return self.only
        return tuple(family for family in self.kind.own if family in self.only)

    def _why_open(self) -> str:
        if self.qualified:
            return "looks into IP packets, and how it takes other packets depends on the ASIC"
        return (
            "has neither ETHER_TYPE nor IP_TYPE nor an address, and which packets it takes "
            "depends on the ASIC"
        )

    def _imply_protocol(self) -> None:
        inner = self.inner
        if DESTINATION_PORT in inner or SOURCE_PORT in inner:
            if PROTOCOL not in inner:
                inner[PROTOCOL] = _TCP_OR_UDP
            inner[FRAGMENT] = _WITH_PORTS
