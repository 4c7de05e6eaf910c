"""Blocks of interface commands: single ports, ranges, profiles, defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_audit.errors import ParseError
from roce_audit.platforms.arista_eos.names import expand
from roce_audit.platforms.arista_eos.port_command import command_of
from roce_audit.platforms.arista_eos.port_edit import apply_to_port
from roce_audit.platforms.arista_eos.port_link import LINK_HANDLERS
from roce_audit.platforms.arista_eos.port_state import Port
from roce_audit.reading.ledger import below

if TYPE_CHECKING:
    from roce_audit.platforms.arista_eos.model_state import Eos
    from roce_audit.platforms.arista_eos.port_command import Command
    from roce_audit.reading.statement import Statement

_OUT_OF_TRANSIT = ("Management", "Loopback")
_NESTED = frozenset({"encapsulation"})
"""Statements whose handler reads what stands under them."""


def edit_interface(eos: Eos, statement: Statement, dump: int) -> None:
    """Apply ``interface ...`` and everything under it."""
    words = statement.words
    if words[1] == "profile" and words[2:]:
        _profile(eos, statement)
        return
    if words[1] == "defaults":
        _defaults(eos, statement)
        return
    names = expand("".join(words[1:]))
    if not names:
        for each in [statement, *below(statement)]:
            eos.book.doubt(each.source, f"unknown interface {' '.join(words[1:])!r}")
        return
    eos.book.read += 1
    ports = [_port(eos, name, statement, dump) for name in names]
    for child in statement.children:
        _edit(eos, ports, child)


def remove_interface(eos: Eos, statement: Statement) -> None:
    """Apply ``no interface ...`` or ``default interface ...``."""
    for name in expand("".join(statement.words[2:])):
        if statement.words[0] == "no":
            eos.ports.pop(name, None)
        elif name in eos.ports:
            eos.ports[name] = Port(name, eos.ports[name].header)


def _port(eos: Eos, name: str, statement: Statement, dump: int) -> Port:
    port = eos.ports.get(name)
    if port is None or (dump and port.dump and port.dump != dump):
        port = Port(name, statement, dump=dump)
        eos.ports[name] = port
    return port


def _edit(eos: Eos, ports: list[Port], statement: Statement) -> None:
    command = command_of(statement)
    if command.words[0] == "exit":
        eos.book.no_effect += 1
        return
    if command.words[:2] == ("ip", "nat"):
        eos.nat = True
        eos.book.doubt(statement.source, "it translates addresses; filters see them translated")
        return
    try:
        acts = [_apply(eos, port, command) for port in ports]
    except ParseError as error:
        for port in ports:
            port.unknown.append(statement)
        eos.book.doubt(statement.source, error.reason)
    else:
        known = acts[0] and not ports[0].name.startswith(_OUT_OF_TRANSIT)
        eos.book.read += known
        eos.book.no_effect += not known
    _count_below(eos, command)


def _count_below(eos: Eos, command: Command) -> None:
    """Count what stands under a statement: read with it, or without effect like it."""
    inner = len(below(command.statement))
    if command.words[0] in _NESTED:
        eos.book.read += inner
    else:
        eos.book.no_effect += inner


def _apply(eos: Eos, port: Port, command: Command) -> bool:
    if command.words[0] == "profile":
        return _use_profiles(eos, port, command)
    handler = LINK_HANDLERS.get(command.words[0])
    return handler(port, command) if handler else apply_to_port(port, command)


def _use_profiles(eos: Eos, port: Port, command: Command) -> bool:
    for name in command.words[1:]:
        if name not in eos.profiles:
            raise ParseError(f"interface profile {name} is not defined before it")
        for statement in eos.profiles[name]:
            inner = command_of(statement)
            if inner.words[0] != "profile":
                _apply(eos, port, inner)
    return True


def _profile(eos: Eos, statement: Statement) -> None:
    eos.book.read += 1
    commands: list[Statement] = []
    for child in statement.children:
        if child.words[0] == "command" and len(child.words) > 1:
            child.words = child.words[1:]
            commands.append(child)
            eos.book.read += 1
        else:
            eos.book.no_effect += 1
    eos.profiles[statement.words[2]] = commands


def _defaults(eos: Eos, statement: Statement) -> None:
    eos.book.read += 1
    for child in statement.children:
        inner = [child, *child.children]
        if any(each.words == ("shutdown",) for each in inner):
            eos.shut_by_default = True
            eos.book.read += len(inner)
        else:
            eos.book.no_effect += len(inner)
