"""Interfaces of the configuration tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.device import Interface, Mode
from roce_audit.model.source import SourceRef
from roce_audit.packets.fields import Doubt
from roce_audit.packets.ranges import Ranges, normalise, single
from roce_audit.platforms.cumulus_linux.names import (
    expand,
    is_management,
    is_transit,
    subinterface,
    svi_number,
)
from roce_audit.reading.number_list import number_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roce_audit.platforms.cumulus_linux.node import Node
    from roce_audit.platforms.cumulus_linux.state import State

_VLAN_TOP = 4094
_EVERY_VLAN: Ranges = ((1, _VLAN_TOP),)
_ROUTES = ("ip", "ipv6", "router", "evpn")
_LARGEST_MTU = 65535


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the whole capture says of ports that say nothing themselves.

    Attributes:
        bridges: Whether any bridge shows.
        routes: Whether any port has an address.
        complete: Whether a whole configuration was captured.
    """

    bridges: bool
    routes: bool
    complete: bool


def interfaces_of(state: State) -> dict[str, Interface]:
    """Return every interface of the configuration."""
    node = state.tree.at("interface")
    nodes: Mapping[str, Node] = node.children if node is not None else {}
    evidence = _evidence(state, nodes)
    members = _members(state, nodes)
    found = {name: _interface(state, name, each, evidence) for name, each in nodes.items()}
    for name, bond in members.items():
        known = found.get(name)
        source = nodes[bond].source if bond in nodes else SourceRef("", None, "")
        base = known or Interface(name, Mode.UNKNOWN, source)
        found[name] = replace(base, parent=bond)
    return found


def _evidence(state: State, nodes: Mapping[str, Node]) -> Evidence:
    bridged = any(each.at("bridge", "domain") is not None for each in nodes.values())
    routed = any(each.at("ip", "address") is not None for name, each in nodes.items()
                 if is_transit(name))  # fmt: skip
    return Evidence(
        bridged or state.tree.at("bridge", "domain") is not None,
        routed or bool(state.unnumbered),
        state.header,
    )


def _members(state: State, nodes: Mapping[str, Node]) -> dict[str, str]:
    found: dict[str, str] = {}
    for bond, node in nodes.items():
        for word in node.values("bond", "member"):
            try:
                found.update((name, bond) for name in expand(word) if name != bond)
            except ParseError as problem:
                state.claims.doubt_below(node, str(problem))
    return found


def _interface(state: State, name: str, node: Node, evidence: Evidence) -> Interface:
    base = Interface(
        name,
        Mode.ROUTED,
        node.source,
        enabled=node.at("link", "state", "down") is None,
        mtu_bytes=_mtu(node),
        addresses=tuple(node.values("ip", "address")),
        vrf=node.value("ip", "vrf"),
    )
    domains = node.at("bridge", "domain")
    svi = _svi(name, node)
    if svi is not None:
        return replace(base, svi_vlan=svi)
    if domains is not None and domains.children:
        domain, port = next(iter(domains.children.items()))
        return _bridged(state, base, port, state.tree.at("bridge", "domain", domain))
    sub = subinterface(name)
    if sub is not None:
        return replace(base, parent=sub[0], encapsulation=sub[1])
    return _unbridged(state, base, node, evidence)


def _mtu(node: Node) -> int | None:
    text = node.value("link", "mtu")
    return int(text) if text.isdecimal() and 0 < int(text[:6]) <= _LARGEST_MTU else None


def _svi(name: str, node: Node) -> int | None:
    told = node.value("vlan")
    number = svi_number(name)
    kind = node.value("type")
    if number is None and kind != "svi":
        return None
    if told.isdecimal() and 1 <= int(told[:5]) <= _VLAN_TOP:
        return int(told)
    return number


def _unbridged(state: State, base: Interface, node: Node, evidence: Evidence) -> Interface:
    """Return a port outside every bridge: it routes, unless the capture is but a fragment."""
    named = base.name in state.unnumbered or any(node.at(word) is not None for word in _ROUTES)
    if named or evidence.complete or evidence.bridges or is_management(base.name):
        return base
    if not evidence.routes:
        return replace(base, mode=Mode.TRUNK, native_vlan=1, allowed_vlans=_EVERY_VLAN)
    reason = f"the capture does not say whether {base.name} bridges or routes"
    return replace(base, mode=Mode.UNKNOWN, mode_doubt=Doubt(f"mode of {base.name}", reason))


def loose_port(name: str) -> Interface:
    """Return a port that only rules name: all that is known of it is its name."""
    number = svi_number(name)
    source = SourceRef("", None, "")
    if number is not None:
        return Interface(name, Mode.ROUTED, source, svi_vlan=number)
    return Interface(name, Mode.TRUNK, source, native_vlan=1, allowed_vlans=_EVERY_VLAN)


def _bridged(state: State, base: Interface, port: Node, domain: Node | None) -> Interface:
    access = port.value("access")
    if access:
        vlan = _one(state, port, access)
        return replace(base, mode=Mode.ACCESS, access_vlan=vlan)
    native: int | None = 1
    for node in (domain, port):
        word = node.value("untagged") if node is not None else ""
        if word:
            native = None if word == "none" else _one(state, node or port, word)
    listed = port.values("vlan") + port.values("tagged")
    carried = tuple(_numbers(state, port, listed))
    if not listed or "all" in listed:
        carried = tuple(_numbers(state, port, domain.values("vlan") if domain else []))
    own = single(native) if native is not None else ()
    allowed = normalise((*carried, *own))
    return replace(base, mode=Mode.TRUNK, native_vlan=native, allowed_vlans=allowed)


def _one(state: State, node: Node, word: str) -> int | None:
    if word.isascii() and word.isdecimal() and 1 <= int(word[:6]) <= _VLAN_TOP:
        return int(word)
    state.lost(node.source, f"{word!r} is no VLAN")
    return None


def _numbers(state: State, node: Node, words: list[str]) -> Iterator[tuple[int, int]]:
    for word in words:
        if word == "all":
            yield from _EVERY_VLAN
            continue
        try:
            yield from number_list(word, _VLAN_TOP, 1)
        except ParseError as problem:
            state.lost(node.source, str(problem))
