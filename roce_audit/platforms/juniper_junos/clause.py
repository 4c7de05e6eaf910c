"""The ``from`` part of a term while it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from roce_audit.packets.ranges import complement
from roce_audit.platforms.juniper_junos.matching import IP, OTHER, V4, V6, YES, Draft

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roce_audit.packets.boxes import Box
    from roce_audit.packets.fields import Field
    from roce_audit.packets.ranges import Ranges
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.places import Places
    from roce_audit.platforms.juniper_junos.prefix_lists import PrefixLists
    from roce_audit.platforms.juniper_junos.settings import Settings
    from roce_audit.platforms.juniper_junos.values import Known

INET = "inet"
INET6 = "inet6"
ANY = "any"
BRIDGED = ("ethernet-switching", "bridge", "vpls", "ccc", "evpn")
"""Families whose filters see frames."""
FAMILY_KINDS: Mapping[str, tuple[str, ...]] = {
    INET: (V4,),
    INET6: (V6,),
    ANY: (V4, V6, OTHER),
    **dict.fromkeys(BRIDGED, (V4, V6, OTHER)),
}
"""Families of filters, and the kinds of frames that each sees."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What conditions ask about beside the packet.

    Attributes:
        lists: Prefix lists.
        vlans: VLAN numbers by name.
        settings: Switches.
        sets: Interfaces by the name of an ``interface-set``.
        old_style: Whether the configuration is of a switch without the enhanced layer-2 software.
    """

    lists: PrefixLists
    vlans: Mapping[str, Ranges]
    settings: Settings
    sets: Mapping[str, tuple[str, ...]]
    old_style: bool = False


@dataclass(slots=True)
class Clause:
    """What is understood so far.

    Attributes:
        family: Of the filter.
        around: See ``Surroundings``.
        places: Where the filter is bound.
        draft: The packets.
        sides: Address conditions by side: ``source``, ``destination``, ``either``.
        ports: A condition that looks at ports, if there is one.
        icmp: Conditions on ICMP fields.
        tcp: Conditions on TCP flags.
        ip: Whether a condition looks at the IP header or behind it.
    """

    family: str
    around: Surroundings
    places: Places
    draft: Draft
    sides: dict[str, list[Node]] = field(default_factory=dict[str, "list[Node]"])
    ports: Node | None = None
    icmp: list[Node] = field(default_factory=list["Node"])
    tcp: list[Node] = field(default_factory=list["Node"])
    ip: bool = False

    @property
    def bridged(self) -> bool:
        """Whether the filter sees frames."""
        return self.family not in (INET, INET6)

    def take(self, node: Node, value: Field, known: Known, kinds: Sequence[str] = ()) -> None:
        """Add a condition on one field.

        Args:
            node: The condition; its word ends in ``-except`` if other values match.
            value: The field.
            known: What is understood of the list.
            kinds: The kinds of frames that have the field, if not all do.
        """
        if not node.children and not node.said:
            return
        if not node.children:
            self.draft.question(node, f"{node.word} has no value")
        elif node.word.endswith("-except"):
            self.draft.narrow(value, complement(known.values, value.top), kinds)
            for stranger in known.strange:
                self.draft.question(stranger, f"{stranger.word!r} is not understood")
        elif known.strange:
            first = known.strange[0]
            doubt = self.draft.opened(first, f"{first.word!r} is not understood")
            for stranger in known.strange[1:]:
                stranger.doubt(f"{stranger.word!r} is not understood")
            options: list[Box] = [{doubt: YES}]
            if known.values:
                options.append({value: known.values})
            self.draft.choose(options, kinds)
        else:
            self.draft.narrow(value, known.values, kinds)

    def looks_at_ip(self) -> tuple[str, ...]:
        """Note that a condition looks at the IP header; return the frames that have one."""
        self.ip = True
        return IP if self.bridged else ()


Condition: TypeAlias = Callable[[Clause, "Node"], None]
"""Adds one condition to a clause."""
