"""Where filters are bound, before it is known whether they exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roce_audit.model.acl import Direction, Layer
from roce_audit.platforms.juniper_junos.node import pick
from roce_audit.platforms.juniper_junos.values import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.juniper_junos.node import Node

_WAYS = {
    "input": Direction.IN,
    "output": Direction.OUT,
    "input-list": Direction.IN,
    "output-list": Direction.OUT,
}
_PAIRS = (("input", "input-list"), ("output", "output-list"))


@dataclass(frozen=True, slots=True)
class Bound:
    """A filter, or a list of filters that act as one, at work.

    Attributes:
        family: Of the filters, in Junos words.
        names: In order; more than one, or ``chained``, for a list.
        chained: Whether it is a list: names that do not exist are skipped.
        direction: IN or OUT.
        layer: Which packets it sees.
        node: The statement.
        interface: Logical interface, "" for a VLAN.
        vlans: Of a VLAN binding.
        odd: Why it may not act; "" if it does.
        everywhere: Whether it sees packets whatever interface they came in by.
        inactive: Why it does nothing; "" if it acts.
    """

    family: str
    names: tuple[str, ...]
    chained: bool
    direction: Direction
    layer: Layer
    node: Node
    interface: str = ""
    vlans: Ranges = ()
    odd: str = ""
    everywhere: bool = False
    inactive: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """What all filters of one place have in common; see ``Bound``."""

    family: str
    layer: Layer
    interface: str = ""
    vlans: Ranges = ()
    everywhere: bool = False
    inactive: str = ""


def bound_at(node: Node, spot: Spot) -> Iterator[Bound]:
    """Yield what a ``filter { ... }`` statement binds.

    Args:
        node: The statement ``filter``.
        spot: Where it stands.
    """
    node.read()
    for pair in _PAIRS:
        # ``input`` clears ``input-list`` and the other way round: the later one counts.
        ways = [child for word in pair if (child := node.children.get(word)) and child.children]
        way = pick(iter(ways))
        if way is not None:
            yield from _way(way, spot)


def _way(way: Node, spot: Spot) -> Iterator[Bound]:
    chained = way.word.endswith("-list")
    only = way.value()
    names = list(way.children.values()) if chained else [only] if only else []
    for name in names:
        for extra in name.children.values():
            if extra.word != "precedence":
                extra.doubt(f"{extra.word} is not known behind a filter's name")
    odd = next((each.odd for each in (way, *names) if each.odd), "")
    yield Bound(
        family=spot.family,
        names=tuple(name.word for name in names),
        chained=chained,
        direction=_WAYS[way.word],
        layer=spot.layer,
        node=names[0] if len(names) == 1 else way,
        interface=spot.interface,
        vlans=spot.vlans,
        odd=odd,
        everywhere=spot.everywhere,
        inactive=spot.inactive,
    )


def group_of(node: Node) -> int | None:
    """Return the interface group that a ``filter { ... }`` puts its interface in, if any."""
    value = node.value("group")
    return number(value.word) if value is not None else None


def unknown_in(node: Node) -> Iterator[Node]:
    """Yield statements of a ``filter { ... }`` that are not known."""
    for child in node.children.values():
        if child.word not in (*_WAYS, "group", "apply-groups", "apply-groups-except", "dialer"):
            yield child
