"""Statements of the interface mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.cisco_xr.encapsulation import read_encapsulation, read_rewrite
from roce_audit.platforms.cisco_xr.port_ip import read_ip
from roce_audit.platforms.cisco_xr.port_words import NO_EFFECT, guard_of
from roce_audit.platforms.cisco_xr.state import Bound
from roce_audit.reading.guard import BOTH, Guard
from roce_audit.reading.said import IGNORED, READ, Said
from roce_audit.reading.statement import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roce_audit.platforms.cisco_xr.state import Port

_MTU_TOP = 65535
_FLOODS = frozenset({"broadcast", "multicast", "unknown-unicast"})
_MAY_FILTER = frozenset({"access-group", "ingress", "egress", "input", "output"})
"""Words by which a statement that is not known may bind a filter."""


def read_port_statement(port: Port, said: Said) -> str:
    """Apply a statement of an interface's mode; its words begin behind the interface's name.

    Returns:
        ``READ``, ``IGNORED``, or why it is not understood.
    """
    if not said.words or said.words[0] in NO_EFFECT:
        return IGNORED if said.words else READ
    reader = _READERS.get(said.words[0])
    try:
        told = reader(port, said) if reader else None
    except ParseError as problem:
        told = None if not said.negated and guard_of(said.words, said.statement) else problem.reason
    return _guard(port, said) if told is None else told


def _guard(port: Port, said: Said) -> str:
    """Set up or remove a guard; whatever is neither known nor a guard is not understood."""
    found = guard_of(said.words, said.statement)
    if found is None:
        if said.negated:
            return IGNORED
        if not _MAY_FILTER.isdisjoint(said.words):
            reason = f"line {said.statement.line} may bind a filter and is not understood"
            guard = Guard(reason, said.statement, directions=BOTH)
            port.guards[f"line {said.statement.line}"] = guard
            return reason
        return f"unknown statement {' '.join(said.words[:2])!r} of an interface"
    name, guard = found
    if said.negated:
        port.guards.pop(name, None)
        return READ
    port.guards[name] = guard
    return guard.reason


def _circuit(port: Port, said: Said) -> str:
    if len(said.words) == 1:
        port.circuit = not said.negated
        return READ
    return read_port_statement(port, said.behind(1))


def _multipoint(port: Port, said: Said) -> str:
    return read_port_statement(port, said.behind(1))


def _shutdown(port: Port, said: Said) -> str:
    Words(said.words, 1).end()
    port.shutdown = not said.negated
    return READ


def _mtu(port: Port, said: Said) -> str:
    port.mtu = None if said.negated else Words(said.words, 1).number(_MTU_TOP, 64)
    return READ


def _encapsulation(port: Port, said: Said) -> str:
    port.guards.pop("encapsulation", None)
    if said.negated:
        port.encapsulation = None
        return READ
    try:
        words = Words(said.words, 1)
        port.encapsulation = read_encapsulation(words)
        words.end()
    except ParseError as problem:
        reason = f"line {said.statement.line}: {problem.reason}"
        port.guards["encapsulation"] = Guard(reason, said.statement, directions=BOTH)
        return problem.reason
    return READ


def _rewrite(port: Port, said: Said) -> str:
    port.guards.pop("rewrite", None)
    if said.negated:
        port.rewrite = None
        return READ
    try:
        words = Words(said.words, 1)
        port.rewrite = read_rewrite(words)
        words.end()
    except ParseError as problem:
        reason = f"line {said.statement.line}: {problem.reason}"
        port.guards["rewrite"] = Guard(reason, said.statement, directions=BOTH)
        return problem.reason
    return READ


def _bundle(port: Port, said: Said) -> str:
    if said.words[1:2] != ("id",):
        return IGNORED
    if said.negated:
        port.bundle = ""
        return READ
    words = Words(said.words, 2)
    port.bundle = str(words.number(65535, 1))
    if words.skip("mode"):
        words.choice("active", "passive", "on", "inherit")
    words.end()
    return READ


def _vrf(port: Port, said: Said) -> str:
    port.vrf = "" if said.negated else Words(said.words, 1).take("a name")
    return READ


def _service_policy(port: Port, said: Said) -> str | None:
    direction = {"input": "ingress", "output": "egress"}.get((*said.words, "", "")[1])
    if direction is None:
        return None
    if said.negated:
        port.policies.pop(direction, None)
    elif len(said.words) > 2:  # noqa: PLR2004 - direction and name
        port.policies[direction] = Bound(said.words[2], said.statement)
    return READ


def _storm_control(_port: Port, said: Said) -> str | None:
    """Step over limits of floods: packets between known stations are none."""
    return IGNORED if said.words[1:2] and said.words[1] in _FLOODS else None


def _apply_group(port: Port, said: Said) -> str:
    chosen = port.excluded if said.words[0] == "exclude-group" else port.groups
    if said.negated:
        for name in said.words[1:] or tuple(chosen):
            chosen.pop(name, None)
        return READ
    chosen.update(dict.fromkeys(said.words[1:]))
    return READ


_READERS: Mapping[str, Callable[[Port, Said], str | None]] = {
    "l2transport": _circuit,
    "multipoint": _multipoint,
    "shutdown": _shutdown,
    "mtu": _mtu,
    "encapsulation": _encapsulation,
    "rewrite": _rewrite,
    "bundle": _bundle,
    "vrf": _vrf,
    "ipv4": read_ip,
    "ipv6": read_ip,
    "ethernet-services": read_ip,
    "service-policy": _service_policy,
    "storm-control": _storm_control,
    "apply-group": _apply_group,
    "exclude-group": _apply_group,
}
