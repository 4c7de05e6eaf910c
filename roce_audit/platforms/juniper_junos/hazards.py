"""What may drop or limit packets besides filters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roce_audit.model.acl import Action, Binding, Direction, Family, Filter, Layer, Line
from roce_audit.packets.fields import ETHERTYPE, Dimension, Doubt
from roce_audit.packets.ranges import Ranges, single
from roce_audit.packets.traffic import ETHERTYPE_ARP, ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.juniper_junos.matching import doubt_of
from roce_audit.platforms.juniper_junos.node import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roce_audit.packets.boxes import Box
    from roce_audit.platforms.juniper_junos.node import Node
    from roce_audit.platforms.juniper_junos.policers import Policers

IPV4_ONLY: Box = {ETHERTYPE: single(ETHERTYPE_IPV4)}
IPV6_ONLY: Box = {ETHERTYPE: single(ETHERTYPE_IPV6)}
ARP_ONLY: Box = {ETHERTYPE: single(ETHERTYPE_ARP)}
BOTH_WAYS = (Direction.IN, Direction.OUT)
_EVERY_VLAN: Ranges = ((1, 4094),)
LIMITS = ("interface-mac-limit", "mac-table-size")
_HARMLESS_ACTIONS = frozenset({"none", "log"})


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something that may drop packets.

    Attributes:
        reason: What it does, as a phrase.
        node: The statement.
        layer: Which packets meet it.
        interface: Logical interface; "" for a VLAN.
        vlans: Of a VLAN.
        directions: Which way the packets go.
        sees: Which of them it may drop.
    """

    reason: str
    node: Node
    layer: Layer
    interface: str = ""
    vlans: Ranges = ()
    directions: tuple[Direction, ...] = (Direction.IN,)
    sees: Box = field(default_factory=dict[Dimension, "Ranges"])


def acting(hazard: Hazard, number: int) -> tuple[Filter, tuple[Binding, ...]]:
    """Return a hazard as a filter that may deny, and its bindings.

    Args:
        hazard: What may drop packets.
        number: Makes its name unique.
    """
    hazard.node.read(Claim.UNCERTAIN, hazard.reason)
    doubt: Doubt = doubt_of(hazard.node, hazard.reason)
    name = f"{hazard.node.word} {number}"
    line = Line(Action.DENY, ({**hazard.sees, doubt: single(1)},), hazard.node.source)
    kind = "not a filter, but may drop"
    made = Filter(Family.MIXED, name, (line,), Action.PERMIT, hazard.node.source, kind=kind)
    bindings = tuple(
        Binding(
            made.key,
            hazard.interface,
            hazard.vlans,
            direction,
            hazard.layer,
            (hazard.sees,),
            hazard.node.source,
        )
        for direction in hazard.directions
    )
    return made, bindings


def policed(
    node: Node, interface: str, layer: Layer, policers: Policers, sees: Box
) -> Iterator[Hazard]:
    """Yield what ``policer { input P; output P; arp P; }`` of an interface limits."""
    node.read()
    for way in node.children.values():
        directions = {"input": (Direction.IN,), "output": (Direction.OUT,)}.get(way.word, BOTH_WAYS)
        for name in way.children.values():
            if policers.drops(name.word):
                reason = f"policer {name.word} limits the rate: packets above it are dropped"
                seen = ARP_ONLY if way.word == "arp" else sees
                yield Hazard(reason, name, layer, interface, (), directions, seen)


def mac_limited(limit: Node, interface: str, vlans: Ranges) -> Iterator[Hazard]:
    """Yield the limit of MAC addresses, unless its action is only to log."""
    actions = {
        word
        for node in limit.walk()
        if node.word in ("packet-action", "action")
        for word in node.children
    }
    if actions and actions <= _HARMLESS_ACTIONS:
        limit.read()
        return
    layer = Layer.PORT if interface else Layer.VLAN
    reason = f"{limit.word} drops frames of MAC addresses beyond the limit"
    yield Hazard(reason, limit, layer, interface, vlans)


def switch_hazards(root: Node) -> Iterator[Hazard]:
    """Yield what ``switch-options`` and its older form limit, at the top and in instances."""
    for options in _options(root):
        options.read(Claim.NO_EFFECT)
        for word in LIMITS:
            limit = options.get(word)
            if limit is not None:
                yield from mac_limited(limit, "", _EVERY_VLAN)
        for interface in options.at("interface"):
            name = _logical(interface.word)
            for word in ("interface-mac-limit", "mac-limit"):
                limit = interface.get(word)
                if limit is not None:
                    yield from mac_limited(limit, name, ())
    yield from _old_security(root)


def _options(root: Node) -> Iterator[Node]:
    instances: Iterable[Node] = root.at("routing-instances")
    for holder in (root, *instances):
        options = holder.get("switch-options")
        if options is not None:
            yield options


def _old_security(root: Node) -> Iterator[Hazard]:
    old = root.get("ethernet-switching-options")
    if old is None:
        return
    old.read(Claim.NO_EFFECT)
    for interface in old.at("secure-access-port", "interface"):
        for word in ("mac-limit", "allowed-mac"):
            limit = interface.get(word)
            if limit is not None:
                yield from mac_limited(limit, _logical(interface.word), ())
    for vlan in old.at("secure-access-port", "vlan"):
        for word in ("ip-source-guard", "mac-move-limit"):
            node = vlan.get(word)
            if node is not None:
                reason = f"{word} of VLAN {vlan.word} may drop frames"
                yield Hazard(reason, node, Layer.VLAN, vlans=_EVERY_VLAN)


def _logical(name: str) -> str:
    return name if "." in name else f"{name}.0"
