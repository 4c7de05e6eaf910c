"""Interface commands that bind filters, and commands beside filters that drop packets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.model.acl import Direction, Layer
from roce_audit.packets.fields import ETHERTYPE
from roce_audit.packets.ranges import single
from roce_audit.packets.traffic import ETHERTYPE_IPV4, ETHERTYPE_IPV6
from roce_audit.platforms.cisco_nxos.names import is_transit
from roce_audit.platforms.cisco_nxos.port import BOTH_WAYS, Bound, Claim, Hazard, Port, Said
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from roce_audit.packets.boxes import Box

IPV4_ONLY: tuple[Box, ...] = ({ETHERTYPE: single(ETHERTYPE_IPV4)},)
IPV6_ONLY: tuple[Box, ...] = ({ETHERTYPE: single(ETHERTYPE_IPV6)},)
PORT_KINDS = ("ip port", "ipv6 port", "mac port")
"""Bindings that only a layer-2 port takes."""
_WAYS = {"in": Direction.IN, "out": Direction.OUT}
_OFF_LEVEL = 100.0


def bind(port: Port, said: Said, kind: str, words: Words) -> Claim:
    """Read the name and direction of a binding.

    Args:
        port: Where.
        said: The statement.
        kind: ``ip``, ``ipv6``, or these and ``mac`` with `` port``.
        words: Behind the command words.

    Raises:
        ParseError: It is not understood.
    """
    if not is_transit(port.name):
        return Claim.NO_EFFECT
    if said.negated:
        _unbind(port, kind, words)
        return Claim.READ
    port.filtering = port.filtering or kind in PORT_KINDS
    name = words.take("a filter name")
    direction = _direction(kind, words)
    words.end()
    port.bindings[(kind, direction)] = Bound(name, said.source)
    return Claim.READ


def _direction(kind: str, words: Words) -> Direction:
    if kind == "mac port" and not words.peek():
        return Direction.IN
    return _WAYS[words.choice(*_WAYS)]


def _unbind(port: Port, kind: str, words: Words) -> None:
    """Remove a binding; the name may be left out, the direction too."""
    name = words.peek()
    if name in _WAYS and not words.peek(1):
        name = ""
    elif name:
        words.take()
    ways = (_WAYS[words.choice(*_WAYS)],) if words.peek() else BOTH_WAYS
    words.end()
    for way in ways:
        known = port.bindings.get((kind, way))
        if known is not None and name in ("", known.name):
            del port.bindings[(kind, way)]


def verify(port: Port, said: Said, family: str, words: Words) -> Claim:
    """Read ``ip verify ...`` and ``ipv6 verify ...``: source checks.

    Raises:
        ParseError: It is not understood.
    """
    sees = IPV4_ONLY if family == "ip" else IPV6_ONLY
    match words.rest():
        case ("unicast", "source", "reachable-via", *_) | ("unicast", "source"):
            hazard = Hazard(
                "uRPF", "drops packets from unexpected sides", said.source, Layer.ROUTED, sees=sees
            )
            port.endanger(f"{family} uRPF", None if said.negated else hazard)
        case ("source", "dhcp-snooping-vlan"):
            why = "drops packets of addresses that no DHCP lease names"
            hazard = Hazard("IP source guard", why, said.source, sees=sees)
            port.endanger(f"{family} source guard", None if said.negated else hazard)
        case _:
            raise ParseError("unknown word after verify")
    return Claim.READ


def source_guard(port: Port, said: Said) -> Claim:
    """Read ``ipv6 source-guard ...``."""
    why = "drops packets of addresses that are not known"
    hazard = Hazard("IPv6 source guard", why, said.source, sees=IPV6_ONLY)
    port.endanger("ipv6 source guard", None if said.negated else hazard)
    return Claim.READ


def storm_control(port: Port, said: Said, words: Words) -> Claim:
    """Read ``storm-control ...``; only a unicast limit below 100 % can drop RoCE.

    Raises:
        ParseError: It is not understood.
    """
    what = words.take("a kind of traffic")
    if what != "unicast":
        if what not in ("broadcast", "multicast", "action"):
            raise ParseError(f"unknown word {what!r}")
        return Claim.NO_EFFECT
    level = words.peek(1) if words.peek() == "level" else ""
    hazard = Hazard("storm control", "limits the rate of unknown unicast", said.source)
    port.endanger("storm-control unicast", None if said.negated or _is_off(level) else hazard)
    return Claim.READ


def _is_off(level: str) -> bool:
    try:
        return float(level) >= _OFF_LEVEL
    except ValueError:
        return False


def service_policy(port: Port, said: Said) -> Claim:
    """Read ``service-policy [type qos] input|output NAME``.

    Raises:
        ParseError: It is not understood.
    """
    words = Words(said.statement.words, said.start + 1)
    kind = words.take("a type") if words.skip("type") else "qos"
    if kind in ("queuing", "network-qos"):
        return Claim.NO_EFFECT
    way = Direction.IN if words.choice("input", "output") == "input" else Direction.OUT
    name = words.peek()
    words.rest()
    if kind != "qos":
        raise ParseError(f"unknown policy type {kind!r}")
    if said.negated:
        port.policies.pop(way, None)
    elif name:
        port.policies[way] = Bound(name, said.source)
    else:
        raise ParseError("no policy is named")
    return Claim.READ
