"""Statements of interfaces, each as it acts on the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_xe.bind import bind
from roce_audit.platforms.cisco_xe.port_ip import read_ip, read_ipv6
from roce_audit.platforms.cisco_xe.port_words import (
    BESIDE_GUARDS,
    FILTERING_WORDS,
    NO_EFFECT,
    guard_of,
    is_harmless,
)
from roce_audit.platforms.cisco_xe.state import Bound, Port
from roce_audit.platforms.cisco_xe.switchport import read_switchport
from roce_audit.reading.guard import BOTH, Guard
from roce_audit.reading.said import IGNORED, READ, Said
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.reading.statement import Statement


def read_port_statement(port: Port, statement: Statement) -> str:
    """Apply a statement of an interface's mode.

    Returns:
        ``READ``, ``IGNORED``, or why it is not understood.
    """
    said = Said.of(statement)
    if not said.words or said.words[0] in NO_EFFECT:
        return IGNORED
    reader = _READERS.get(said.words[0])
    try:
        told = reader(port, said) if reader else None
    except ParseError as problem:
        return _damaged(port, said, problem.reason)
    return _guard(port, said) if told is None else told


def _guard(port: Port, said: Said) -> str:
    """Set up or remove a guard; whatever is neither known nor a guard is not understood."""
    if is_harmless(said.words):
        return IGNORED
    found = guard_of(said.words, said.statement)
    if found is None:
        if said.negated or said.words[0] in BESIDE_GUARDS:
            return IGNORED
        reason = f"unknown statement {' '.join(said.words[:2])!r} of an interface"
        return _damaged(port, said, reason)
    name, guard = found
    if said.negated:
        port.guards.pop(name, None)
        return READ
    port.guards[name] = guard
    return guard.reason


def _damaged(port: Port, said: Said, reason: str) -> str:
    """Doubt the port if a statement that is not understood has a word of those that filter."""
    if not FILTERING_WORDS.isdisjoint(said.words):
        text = f"line {said.statement.line} is not understood: {reason}"
        guard = Guard(text, said.statement, directions=BOTH)
        port.guards[f"line {said.statement.line}"] = guard
    return reason


def _shutdown(port: Port, said: Said) -> str:
    Words(said.words, 1).end()
    port.shutdown = not said.negated
    return READ


def _mtu(port: Port, said: Said) -> str:
    port.mtu = None if said.negated else Words(said.words, 1).number(65535, 64)
    return READ


def _encapsulation(port: Port, said: Said) -> str:
    cursor = Words(said.words, 1)
    if said.negated:
        port.encapsulation = None
        return READ
    cursor.choice("dot1Q", "dot1q")
    port.encapsulation = cursor.number(4094, 1)
    if cursor.skip("second-dot1q"):
        number = cursor.take("a VLAN")
        reason = f"line {said.statement.line}: frames carry two tags, {number} inside"
        port.guards["encapsulation"] = Guard(reason, said.statement)
        return reason
    cursor.skip("native")
    cursor.end()
    return READ


def _channel_group(port: Port, said: Said) -> str:
    port.channel = 0 if said.negated else Words(said.words, 1).number(4096, 1)
    return READ


def _vrf(port: Port, said: Said) -> str:
    cursor = Words(said.words, 1)
    cursor.choice("forwarding")
    port.vrf = "" if said.negated else cursor.take("a name")
    port.routing_words = True
    return READ


def _mac(port: Port, said: Said) -> str | None:
    if said.words[1:2] != ("access-group",):
        return IGNORED if said.words[1:2] == ("address",) else None
    return bind(port, "mac", said.behind(2))


def _service_policy(port: Port, said: Said) -> str | None:
    if said.words[1:2] == ("type",):
        return (
            IGNORED if said.words[2:3] == ("control",) else f"unknown policy type {said.words[2:3]}"
        )
    if said.words[1:2] not in (("input",), ("output",)):
        return None
    if said.negated:
        port.policies.pop(said.words[1], None)
    elif len(said.words) == 3:  # noqa: PLR2004 - direction and name
        port.policies[said.words[1]] = Bound(("mixed", said.words[2]), said.statement)
    return READ


def _storm_control(port: Port, said: Said) -> str | None:
    if said.words[1:2] != ("unicast",):
        return IGNORED
    if said.negated or said.words[2:] in (("level", "100"), ("level", "100.00")):
        port.guards.pop("storm-control", None)
        return READ
    reason = f"line {said.statement.line} limits the rate of unicast frames"
    port.guards["storm-control"] = Guard(reason, said.statement)
    return reason


def _source(port: Port, said: Said) -> str | None:
    if said.words[1:2] != ("template",) or len(said.words) != 3:  # noqa: PLR2004 - template NAME
        return None
    port.templates.pop(said.words[2], None)
    if not said.negated:
        port.templates[said.words[2]] = None
    return READ


def _precedence(port: Port, said: Said) -> str | None:
    if said.words[1:2] != ("mode",):
        return None
    port.precedence = "" if said.negated else " ".join(said.words[2:])
    return READ if port.precedence != "prefer vlan" else "the VLAN's filters replace the port's"


_READERS: Mapping[str, Callable[[Port, Said], str | None]] = {
    "shutdown": _shutdown,
    "mtu": _mtu,
    "encapsulation": _encapsulation,
    "channel-group": _channel_group,
    "vrf": _vrf,
    "mac": _mac,
    "service-policy": _service_policy,
    "storm-control": _storm_control,
    "source": _source,
    "access-group": _precedence,
    "switchport": read_switchport,
    "ip": read_ip,
    "ipv6": read_ipv6,
}
