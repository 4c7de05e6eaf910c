"""VLANs: names, numbers, routed interfaces, members, filters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.juniper_junos.node import Claim
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.platforms.juniper_junos.node import Node

VLAN_TOP = 4094
_SECTIONS = ("vlans", "bridge-domains")
_PLAIN_WORDS = (
    "apply-flags apply-macro autostate-exclude description "
    "domain-id domain-type dot1q-tunneling enable-mac-move-action mac-limit-action "
    "mcast-inband mclag-arp-req-filter multicast-snooping no-arp-suppression no-irb-layer-2-copy "
    "no-irb-layer2-copy no-mac-learning no-normalization node-id protocols proxy-mac "
    "proxy-macip-advertisement service-id suppress-type11-route vxlan"
)
_PLAIN = frozenset(_PLAIN_WORDS.split())
"""Statements of a VLAN that drop nothing by themselves."""
_READ_WORDS = (
    "apply-groups apply-groups-except bridge-options community-vlans filter forwarding-options "
    "interface isolated-vlan isolation-id isolation-vlan l3-interface no-local-switching "
    "primary-vlan private-vlan pvlan routing-interface switch-options vlan-id vlan-id-list "
    "vlan-range"
)
_READ = frozenset(_READ_WORDS.split())


@dataclass(slots=True)
class VlanTable:
    """All VLANs of a configuration.

    Attributes:
        numbers: By name.
        nodes: By name, where each is configured.
        routed: VLAN numbers by the routed interface (``irb.100``) of each.
        members: VLANs by the logical interface that a VLAN names as its member.
        listed: Whether the configuration has a section of VLANs.
        referred: Numbers that interfaces name without a VLAN of that number.
    """

    numbers: dict[str, Ranges] = field(default_factory=dict[str, "Ranges"])
    nodes: dict[str, Node] = field(default_factory=dict[str, "Node"])
    routed: dict[str, Ranges] = field(default_factory=dict[str, "Ranges"])
    members: dict[str, Ranges] = field(default_factory=dict[str, "Ranges"])
    listed: bool = False
    referred: set[int] = field(default_factory=set[int])

    def named(self, words: Iterable[Node]) -> Ranges:
        """Return the VLANs of ``vlan members``: names, numbers, ranges, ``all``."""
        parts: list[tuple[int, int]] = []
        for node in words:
            known = self.numbers.get(node.word)
            if known is not None:
                parts += known
            elif node.word == "all":
                parts.append((1, VLAN_TOP))
            else:
                parts += self._number(node)
        return normalise(parts)

    def _number(self, node: Node) -> Ranges:
        numbers = _numbers(node.word)
        if numbers is None:
            if node.word != "default":
                node.doubt(f"VLAN {node.word} is not defined here")
            return self.default if node.word == "default" else ()
        if len(numbers) == 1 and numbers[0][0] == numbers[0][1]:
            self.referred.add(numbers[0][0])
        return numbers

    @property
    def default(self) -> Ranges:
        """The VLAN of a port that names none."""
        return self.numbers.get("default") or ((1, 1),)


def read_vlans(root: Node) -> VlanTable:
    """Return the VLANs of the top level and of all routing instances."""
    table = VlanTable()
    for section in _sections(root):
        for node in section.children.values():
            if node.word.startswith("apply-"):
                continue
            table.listed = True
            node.read()
            for child in node.children.values():
                if child.word in _PLAIN:
                    child.read(Claim.NO_EFFECT)
                elif child.word not in _READ:
                    child.doubt(f"{child.word} is not known in a VLAN")
            _enter(table, node)
    return table


def _sections(root: Node) -> Iterator[Node]:
    for word in _SECTIONS:
        section = root.get(word)
        if section is not None:
            yield section
    for instance in root.at("routing-instances"):
        for word in _SECTIONS:
            section = instance.get(word)
            if section is not None:
                yield section


def _enter(table: VlanTable, node: Node) -> None:
    name = node.word
    found = _ids(node)
    table.numbers[name] = normalise((*table.numbers.get(name, ()), *found))
    table.nodes.setdefault(name, node)
    for word in ("l3-interface", "routing-interface"):
        for interface in node.at(word):
            table.routed[interface.word] = found
    for member in node.at("interface"):
        member.read()
        known = table.members.get(member.word, ())
        table.members[member.word] = normalise((*known, *found))


def _ids(node: Node) -> Ranges:
    """Return the numbers of a VLAN; of ``vlan-id`` and its like the last one set counts."""
    settings = [
        child
        for word in ("vlan-id", "vlan-id-list", "vlan-range")
        if (child := node.children.get(word)) is not None
    ]
    if not settings:
        return ()
    chosen = min(settings, key=lambda each: (each.rank, -each.stamp))
    parts: list[tuple[int, int]] = []
    values = chosen.children.values()
    if chosen.word == "vlan-id":
        only = chosen.value()
        values = {only.word: only}.values() if only else values
    for value in values:
        numbers = _numbers(value.word)
        if numbers is None and value.word not in ("none", "all"):
            value.read(Claim.UNCERTAIN, f"{value.word!r} is not a VLAN number")
        parts += numbers or ()
    return normalise(parts)


def _numbers(word: str) -> Ranges | None:
    try:
        return number_list(word, VLAN_TOP)
    except ParseError:
        return None
