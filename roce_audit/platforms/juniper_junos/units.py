"""Logical interfaces: how each forwards, its VLANs, its MTU."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.model.device import Interface, Mode
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import Ranges, normalise
from roce_audit.platforms.juniper_junos.mtu import mtu_of
from roce_audit.platforms.juniper_junos.values import number
from roce_audit.platforms.juniper_junos.vlans import VLAN_TOP, VlanTable

if TYPE_CHECKING:
    from roce_audit.platforms.juniper_junos.node import Node

ROUTED_FAMILIES = ("inet", "inet6", "mpls", "iso")
BRIDGED_FAMILIES = ("ethernet-switching", "bridge")
IRB = ("irb", "vlan")
"""Interfaces whose units are the routed interfaces of VLANs."""
_BRIDGING = ("vlan-bridge", "ethernet-bridge", "extended-vlan-bridge")


@dataclass(frozen=True, slots=True)
class UnitOf:
    """A unit and what it hangs on.

    Attributes:
        physical: The interface.
        node: The unit.
        vlans: All VLANs.
        vrfs: Routing instance by logical interface.
    """

    physical: Node
    node: Node
    vlans: VlanTable
    vrfs: dict[str, str]

    @property
    def name(self) -> str:
        """Full name: ``et-0/0/1.0``."""
        return f"{self.physical.word}.{self.node.word}"

    @property
    def switching(self) -> Node | None:
        """The family that makes it a bridged port, if it is one."""
        families = (self.node.get("family", word) for word in BRIDGED_FAMILIES)
        return next((each for each in families if each is not None), None)

    def has(self, *families: str) -> bool:
        """Return whether it has one of some protocol families."""
        return any(self.node.get("family", word) is not None for word in families)

    @property
    def doubt(self) -> Doubt | None:
        """Why it is not known how it forwards; None if it is."""
        if self.has("inet", "inet6") and self.bridged:
            return BOTH_FAMILIES
        return PSEUDOWIRE if self.has("ccc", "tcc", "vpls") else None

    @property
    def bridged(self) -> bool:
        """Whether it forwards by MAC address."""
        if self.switching is not None:
            return True
        encapsulations = (*self.physical.at("encapsulation"), *self.node.at("encapsulation"))
        return self.name in self.vlans.members or any(
            each.word in _BRIDGING for each in encapsulations
        )


def interface_of(unit: UnitOf) -> Interface:
    """Return a logical interface as the audit sees it."""
    disabled = unit.physical.get("disable") or unit.node.get("disable")
    mtu, header = mtu_of(unit.physical, unit.node)
    plain = Interface(
        unit.name,
        Mode.ROUTED,
        unit.node.source,
        enabled=disabled is None,
        mtu_bytes=mtu,
        mtu_header_bytes=header,
        vrf=unit.vrfs.get(unit.name, ""),
    )
    if unit.doubt is not None:
        return replace(plain, mode=Mode.UNKNOWN, mode_doubt=unit.doubt)
    if unit.bridged:
        return _bridged(unit, plain)
    if unit.physical.word in IRB:
        return _irb(unit, plain)
    return _routed(unit, plain)


def _irb(unit: UnitOf, plain: Interface) -> Interface:
    numbers = unit.vlans.routed.get(unit.name, ())
    vlan = numbers[0][0] if len(numbers) == 1 and numbers[0][0] == numbers[0][1] else None
    return replace(plain, svi_vlan=vlan, addresses=_addresses(unit))


def _routed(unit: UnitOf, plain: Interface) -> Interface:
    tag = _tag(unit)
    families = unit.node.get("family")
    if families is None or not families.children:
        # Without a protocol family nothing that arrives is taken in.
        return replace(plain, mode=Mode.UNKNOWN, mode_doubt=NO_FAMILY, enabled=False)
    parent = unit.physical.word if tag is not None else ""
    return replace(plain, encapsulation=tag, parent=parent, addresses=_addresses(unit))


BOTH_FAMILIES = Doubt(
    "families of a unit", "the unit has families that exclude each other, which no device accepts"
)
PSEUDOWIRE = Doubt("pseudowires", "where a pseudowire carries packets is not followed")
NO_FAMILY = Doubt("protocol family", "the unit has no protocol family")


def _tag(unit: UnitOf) -> int | None:
    only = unit.node.value("vlan-id")
    if only is None:
        only = unit.node.value("vlan-tags", "outer")
    tag = number(only.word.rpartition(".")[2]) if only is not None else None
    return tag if tag is not None and 0 < tag <= VLAN_TOP else None


def _addresses(unit: UnitOf) -> tuple[str, ...]:
    return tuple(
        address.word
        for family in ("inet", "inet6")
        for address in unit.node.at("family", family, "address")
    )


def _bridged(unit: UnitOf, plain: Interface) -> Interface:
    family = unit.switching
    members = unit.vlans.members.get(unit.name, ())
    if family is None:
        return replace(plain, mode=Mode.TRUNK, allowed_vlans=members or _service_vlans(unit))
    named = unit.vlans.named(_member_words(family))
    carried = normalise((*named, *members, *_service_vlans(unit, family)))
    mode = _mode(family)
    if mode == "trunk":
        return _trunk(unit, plain, family, carried)
    if mode == "access":
        single = carried or unit.vlans.default
        only = single[0][0] if len(single) == 1 and single[0][0] == single[0][1] else None
        if _names_unknown(family) and not carried:
            only = None
        return replace(plain, mode=Mode.ACCESS, access_vlan=only)
    doubt = Doubt(f"{plain.name} mode", f"the mode {mode} of {plain.name} is not followed")
    return replace(plain, mode=Mode.UNKNOWN, mode_doubt=doubt, allowed_vlans=carried)


def _names_unknown(family: Node) -> bool:
    return any(True for _ in _member_words(family))


def _member_words(family: Node) -> list[Node]:
    return [*family.at("vlan", "members"), *family.at("vlan-id-list")]


def _service_vlans(unit: UnitOf, family: Node | None = None) -> Ranges:
    """Return the VLANs of ``vlan-id`` in a bridge family, or of the unit itself."""
    holder = family if family is not None else unit.node
    only = holder.value("vlan-id")
    tag = number(only.word) if only is not None else None
    return ((tag, tag),) if tag is not None and 0 < tag <= VLAN_TOP else ()


def _mode(family: Node) -> str:
    for word in ("interface-mode", "port-mode"):
        mode = family.value(word)
        if mode is not None:
            return mode.word
    return "access"


def _trunk(unit: UnitOf, plain: Interface, family: Node, carried: Ranges) -> Interface:
    native = unit.physical.value("native-vlan-id") or family.value("native-vlan-id")
    number_of = unit.vlans.named([native]) if native is not None else ()
    only = number_of[0][0] if number_of else None
    allowed = normalise((*carried, *number_of))
    return replace(plain, mode=Mode.TRUNK, native_vlan=only, allowed_vlans=allowed)


def native_outside(unit: UnitOf) -> Node | None:
    """Return a trunk's ``native-vlan-id`` if the trunk is not a member of that VLAN."""
    family = unit.switching
    if family is None or _mode(family) != "trunk":
        return None
    native = unit.physical.value("native-vlan-id")
    if native is None:
        return None
    number_of = unit.vlans.named([native])
    carried = unit.vlans.named(_member_words(family))
    inside = any(low <= each <= high for each, _ in number_of for low, high in carried)
    return None if inside or not number_of else native
